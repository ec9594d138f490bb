package dev.hira.sim.driver;

import dev.hira.api.ProgramMemory;
import dev.hira.api.cuda.CUmemhostalloc_flags;
import dev.hira.api.cuda.CUmemhostregister_flags;
import dev.hira.sim.driver.object.CudaFailures;
import java.lang.foreign.MemorySegment;

/** Pinned host memory. */
interface HostMemoryCalls extends DriverCalls {
    @Override
    default MemorySegment cuMemAllocHost(long bytesize) {
        return cuMemHostAlloc(bytesize, 0);
    }

    @Override
    default void cuMemFreeHost(MemorySegment p) {
        lane().process().requireOpen();
        lane().process().hostMemory().free(p);
    }

    @Override
    default MemorySegment cuMemHostAlloc(long bytesize, int Flags) {
        lane().context();
        int known =
                CUmemhostalloc_flags.CU_MEMHOSTALLOC_PORTABLE.value()
                        | CUmemhostalloc_flags.CU_MEMHOSTALLOC_DEVICEMAP.value()
                        | CUmemhostalloc_flags.CU_MEMHOSTALLOC_WRITECOMBINED.value();
        CudaFailures.requireFlags(Flags, known, "cuMemHostAlloc");
        if (bytesize <= 0) {
            throw CudaFailures.invalidValue(
                    "host memory of "
                            + Long.toUnsignedString(bytesize)
                            + " bytes cannot be allocated");
        }
        return lane().process().hostMemory().allocate(bytesize, Flags);
    }

    /** Not supported: kernels of simulated devices cannot access host memory. */
    @Override
    default long cuMemHostGetDevicePointer(MemorySegment p, int Flags) {
        lane().context();
        throw CudaFailures.notSupported(
                "kernels of simulated devices cannot access host memory; copy it to the device");
    }

    @Override
    default int cuMemHostGetFlags(MemorySegment p) {
        lane().process().requireOpen();
        return lane().process().hostMemory().flags(p);
    }

    @Override
    default void cuMemHostRegister(MemorySegment p, long bytesize, int Flags) {
        lane().context();
        int known =
                CUmemhostregister_flags.CU_MEMHOSTREGISTER_PORTABLE.value()
                        | CUmemhostregister_flags.CU_MEMHOSTREGISTER_DEVICEMAP.value()
                        | CUmemhostregister_flags.CU_MEMHOSTREGISTER_IOMEMORY.value()
                        | CUmemhostregister_flags.CU_MEMHOSTREGISTER_READ_ONLY.value();
        CudaFailures.requireFlags(Flags, known, "cuMemHostRegister");
        ProgramMemory.requireUsable(p, "cuMemHostRegister");
        lane().process().hostMemory().register(p, bytesize, Flags);
    }

    @Override
    default void cuMemHostUnregister(MemorySegment p) {
        lane().process().requireOpen();
        lane().process().hostMemory().unregister(p);
    }
}

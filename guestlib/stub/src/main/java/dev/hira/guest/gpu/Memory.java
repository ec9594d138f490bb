package dev.hira.guest.gpu;

import dev.hira.api.AddressWindow;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;

/** An allocation on the device, shared by a buffer and its slices. */
final class Memory {
    /** More than any device has, and less than a context's addresses. */
    private static final long MOST_BYTES = AddressWindow.BYTES / 2;

    private final Gpu gpu;
    private final long address;
    private final Lifetime lifetime;

    private Memory(Gpu gpu, long address) {
        this.gpu = gpu;
        this.address = address;
        this.lifetime = new Lifetime(gpu);
    }

    static Memory allocate(Gpu gpu, long length, int elementSize) {
        Gpu.requirePositive(length, "a buffer", "elements");
        if (length > Long.MAX_VALUE / elementSize) {
            throw new IllegalArgumentException(
                    "a buffer of "
                            + length
                            + " elements of "
                            + elementSize
                            + " bytes is larger than any memory");
        }
        long bytes = length * elementSize;
        if (bytes > MOST_BYTES) {
            throw new CudaException(
                    CUresult.CUDA_ERROR_OUT_OF_MEMORY,
                    "cuMemAlloc: there is no room for "
                            + bytes
                            + " bytes on a device that has "
                            + gpu.device().memoryBytes());
        }
        return new Memory(gpu, gpu.cuda().cuMemAlloc(bytes));
    }

    /** Returns memory that belongs to a module. */
    static Memory of(Gpu gpu, long address) {
        return new Memory(gpu, address);
    }

    Gpu gpu() {
        return gpu;
    }

    long address() {
        return address;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    void free() {
        lifetime.end(driver -> driver.cuMemFree(address));
    }
}

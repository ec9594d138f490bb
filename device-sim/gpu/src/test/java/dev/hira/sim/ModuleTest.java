package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.AddressWindow;
import dev.hira.api.cuda.CUfunction_attribute;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.sim.clock.SimClock;
import dev.hira.sim.clock.VirtualClock;
import dev.hira.sim.driver.object.Occupancy;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.FlatMemory;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.kernel.KernelLimits;
import dev.hira.sim.kernel.KernelLoader;
import dev.hira.sim.kernel.Launch;
import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.kernel.LoadedModule;
import dev.hira.sim.kernel.ModuleKernel;
import dev.hira.sim.kernel.ModuleKernel.Needs;
import dev.hira.sim.profile.Profiles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests modules and launches with an engine whose one kernel writes to a given address. */
final class ModuleTest extends SimFixture {
    private static final MemorySegment PTX =
            MemorySegment.ofArray(
                    """
                    // .entry not_a_kernel
                    .version 8.0
                    .target sm_75
                    .address_size 64
                    .visible .entry poke(.param .u64 p) { ret; }
                    .visible .entry other() { ret; }
                    """
                            .getBytes(StandardCharsets.UTF_8));
    private static final String TOO_MUCH = "nested too deeply";
    private static final KernelLimits LIMITS = Profiles.SMALL.limits();
    private static final long KERNEL_NANOS = 123_456;

    private final VirtualClock clock = SimClock.virtual();

    /** Runs while a module's variables get their values. */
    private Runnable meanwhile = () -> {};

    @Override
    protected SimConfig config() {
        return SimConfig.of(Profiles.SMALL).withClock(clock).withKernels(new PokeLoader());
    }

    private long launch(long function, long address, int threads) {
        byte[] parameters = new byte[8];
        MemorySegment packed = MemorySegment.ofArray(parameters);
        packed.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, address);
        cuda.cuLaunchKernel(function, 2, 1, 1, threads, 1, 1, 0, 0, packed);
        return address;
    }

    private long function() {
        return cuda.cuModuleGetFunction(cuda.cuModuleLoadData(PTX), "poke");
    }

    @Test
    void shouldRunAKernelInStreamOrderAndTime() {
        long memory = cuda.cuMemAlloc(4096);
        cuda.cuMemsetD8(memory, 9, 4096);
        long function = function();
        cuda.cuCtxSynchronize();
        long before = clock.nanos();
        launch(function, memory + 8, 64);
        cuda.cuCtxSynchronize();
        assertThat(clock.nanos() - before)
                .isEqualTo(KERNEL_NANOS + Profiles.SMALL.costs().launch());
        assertThat(read(memory, 16)).endsWith(1, 0, 0, 0, 9, 9, 9, 9).startsWith(9, 9);
        assertThat(host.statistics().getFirst().counters().kernels()).isEqualTo(1);
    }

    @Test
    void shouldPoisonTheContextOfAFailedKernelOnly() {
        long memory = cuda.cuMemAlloc(4096);
        long function = function();
        var other = host.open().driver();
        other.cuInit(0);
        other.cuCtxCreate(0, 0);
        launch(function, memory + (1 << 20), 64);
        shouldFail(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, () -> cuda.cuCtxSynchronize());
        shouldFail(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, () -> cuda.cuMemAlloc(1));
        shouldFail(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, () -> cuda.cuStreamQuery(0));
        other.cuMemsetD8(other.cuMemAlloc(10), 1, 10);
        other.cuCtxSynchronize();
        cuda.cuCtxDestroy(context);
        context = cuda.cuCtxCreate(0, 0);
        cuda.cuMemFree(cuda.cuMemAlloc(10));
        cuda.cuCtxSynchronize();
    }

    @Test
    void shouldPlaceVariablesWhereTheDeviceChooses() {
        long free = cuda.cuMemGetInfo().free();
        long module = cuda.cuModuleLoadData(PTX);
        var variable = cuda.cuModuleGetGlobal(module, "table");
        assertThat(variable.dptr()).isEqualTo(AddressWindow.of(context).deviceStart());
        assertThat(variable.bytes()).isEqualTo(1000);
        assertThat(read(variable.dptr(), 1000)).containsOnly(5);
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free - 1024);
        shouldFail(CUresult.CUDA_ERROR_NOT_FOUND, () -> cuda.cuModuleGetGlobal(module, "none"));
        long function = cuda.cuModuleGetFunction(module, "poke");
        assertThat(cuda.cuFuncGetModule(function)).isEqualTo(module);
        cuda.cuModuleUnload(module);
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free);
        shouldFail(CUresult.CUDA_ERROR_INVALID_HANDLE, () -> cuda.cuFuncGetName(function));
    }

    @Test
    void shouldPlaceVariablesBesideThoseOfAnUnloadedModuleThatMayStillBeUsed() {
        long stream = cuda.cuStreamCreate(1);
        CountDownLatch release = hold(stream);
        long first = cuda.cuModuleLoadData(PTX);
        long old = cuda.cuModuleGetGlobal(first, "table").dptr();
        cuda.cuModuleUnload(first);
        long second = cuda.cuModuleLoadData(PTX);
        long table = cuda.cuModuleGetGlobal(second, "table").dptr();
        release.countDown();
        cuda.cuCtxSynchronize();
        assertThat(table).isGreaterThanOrEqualTo(old + 1024);
        assertThat(read(table, 1000)).containsOnly(5);
    }

    @Test
    void shouldFreeVariablesWhenLoadingFailsInAnyWay() {
        long free = cuda.cuMemGetInfo().free();
        shouldFail(
                CUresult.CUDA_ERROR_OUT_OF_MEMORY,
                () -> load(".version 8.0\n.target sm_75\n// " + TOO_MUCH + "\n\0"));
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free);
    }

    @Test
    void shouldSayWhatABlockNeedsTooMuchOf() {
        long function = function();
        assertThatThrownBy(() -> launch(function, 0, 1024))
                .hasMessageContaining(
                        "a block of the kernel poke needs 1024 threads, and the"
                                + " kernel allows 512 (.maxntid, __launch_bounds__)");
        Occupancy registers = new Occupancy(LIMITS, new Needs(1024, 128, 0, 0, 0, 80, 75));
        assertThat(registers.excess(1024, 0))
                .isEqualTo(
                        "131072 registers (128 for each of 1024 threads), and a block may have 65536; launch"
                                + " smaller blocks");
        assertThat(registers.excess(512, 0)).isNull();
        int optin = LIMITS.sharedPerBlockOptin();
        Occupancy shared = new Occupancy(LIMITS, new Needs(1024, 8, 1000, 0, 0, 80, 75));
        assertThat(shared.excess(32, optin - 1000)).isNull();
        assertThat(shared.excess(32, optin - 999))
                .isEqualTo(
                        optin
                                + 128
                                + " bytes of shared memory (1000 declared by the kernel and "
                                + (optin - 999)
                                + " dynamic, in units of 128), and a block may have "
                                + optin);
    }

    /** A block has an excess exactly if no block fits. */
    @Test
    void shouldNameAnExcessWheneverNoBlockFits() {
        Random random = new Random(26);
        for (int i = 0; i < 20_000; i++) {
            Needs needs =
                    new Needs(
                            1 + random.nextInt(1024),
                            random.nextInt(256),
                            random.nextInt(80_000),
                            0,
                            0,
                            80,
                            75);
            Occupancy occupancy = new Occupancy(LIMITS, needs);
            int threads = 1 + random.nextInt(1024);
            int dynamic = random.nextInt(80_000);
            assertThat(occupancy.excess(threads, dynamic) == null)
                    .as("%s, %s threads, %s bytes", needs, threads, dynamic)
                    .isEqualTo(occupancy.blocksPerMultiprocessor(threads, dynamic) > 0);
        }
    }

    @Test
    void shouldSayHowToRaiseTheLimitOfDynamicSharedMemory() {
        long function = function();
        MemorySegment packed = MemorySegment.ofArray(new byte[8]);
        assertThatThrownBy(
                        () -> cuda.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 1 << 20, 0, packed))
                .hasMessageEndingWith(
                        "bytes of dynamic shared memory, not 1048576; raise its attribute"
                                + " CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES first"
                                + " (Kernel.allowSharedMemory), up to "
                                + LIMITS.sharedPerBlockOptin());
    }

    @Test
    void shouldRefuseLaunchesThatAreNotPossible() {
        long function = function();
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> launch(function, 0, 1025));
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> launch(function, 0, 0));
        shouldFail(CUresult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, () -> launch(function, 0, 1024));
        MemorySegment packed = MemorySegment.ofArray(new byte[8]);
        shouldFail(
                CUresult.CUDA_ERROR_INVALID_VALUE,
                () -> cuda.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 1 << 20, 0, packed));
        shouldFail(
                CUresult.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
                () ->
                        cuda.cuLaunchCooperativeKernel(
                                function, 1000, 1, 1, 512, 1, 1, 0, 0, packed));
    }

    @Test
    void shouldReportAKernelsNeedsAndOccupancy() {
        long function = function();
        assertThat(
                        cuda.cuFuncGetAttribute(
                                CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS, function))
                .isEqualTo(64);
        assertThat(cuda.cuFuncGetParamInfo(function, 0).paramSize()).isEqualTo(8);
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuFuncGetParamInfo(function, 1));
        // 64 registers of 256 threads are 16384 of 65536; 1024 threads fit 4 times.
        assertThat(cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor(function, 256, 0)).isEqualTo(4);
        // 30000 bytes of shared memory fit twice into 65536.
        assertThat(cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor(function, 256, 30_000))
                .isEqualTo(2);
        var best = cuda.cuOccupancyMaxPotentialBlockSize(function, 0, 0);
        assertThat(best.blockSize()).isEqualTo(512);
        assertThat(best.minGridSize()).isEqualTo(2 * Profiles.SMALL.multiprocessors());
        assertThat(cuda.cuOccupancyAvailableDynamicSMemPerBlock(function, 2, 256)).isEqualTo(32768);
    }

    @Test
    void shouldRefuseImagesThatAreNotPtx() {
        shouldFail(CUresult.CUDA_ERROR_INVALID_PTX, () -> load("this is no PTX"));
        shouldFail(CUresult.CUDA_ERROR_INVALID_IMAGE, () -> load("\u007fELF\u0001\u0002"));
        shouldFail(CUresult.CUDA_ERROR_INVALID_IMAGE, () -> load("\0\0"));
        shouldFail(
                CUresult.CUDA_ERROR_FILE_NOT_FOUND, () -> cuda.cuModuleLoad("/no/such/file.ptx"));
        load(".version 8.0\n.target sm_75\n.address_size 64\n\0");
    }

    @Test
    void shouldSayThatTheContextIsDestroyedWhenItsProcessEndsWhileAModuleIsLoaded() {
        SimProcess process = host.open();
        CudaDriver driver = process.driver();
        driver.cuInit(0);
        driver.cuCtxCreate(0, 0);
        meanwhile = process::close;
        shouldFail(CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED, () -> driver.cuModuleLoadData(PTX));
    }

    private void load(String text) {
        cuda.cuModuleLoadData(MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void shouldListKernelsOfAModuleAndRefuseLaunchesWithoutParameters() {
        try (SimHost plain = SimHost.of(Profiles.SMALL)) {
            cuda = plain.open().driver();
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            long module = cuda.cuModuleLoadData(PTX);
            assertThat(cuda.cuModuleEnumerateFunctions(10, module))
                    .containsExactly("poke", "other");
            long function = cuda.cuModuleGetFunction(module, "poke");
            shouldFail(
                    CUresult.CUDA_ERROR_NOT_FOUND,
                    () -> cuda.cuModuleGetFunction(module, "not_a_kernel"));
            shouldFail(
                    CUresult.CUDA_ERROR_INVALID_VALUE,
                    () ->
                            cuda.cuLaunchKernel(
                                    function, 1, 1, 1, 1, 1, 1, 0, 0, MemorySegment.NULL));
            launch(function, 0, 32);
            cuda.cuCtxSynchronize();
        }
    }

    private final class PokeLoader implements KernelLoader {
        @Override
        public LoadedModule load(
                dev.hira.sim.kernel.PtxImage image,
                dev.hira.sim.kernel.KernelTarget device,
                dev.hira.sim.kernel.ModuleMemory memory) {
            long table = memory.allocate(1000);
            MemorySegment content = memory.at(table, 1000);
            meanwhile.run();
            content.fill((byte) 5);
            if (image.text().contains(TOO_MUCH)) {
                throw new StackOverflowError();
            }
            return new LoadedModule() {
                @Override
                public List<String> kernels() {
                    return List.of("poke");
                }

                @Override
                public @Nullable ModuleKernel kernel(String name) {
                    return name.equals("poke") ? new Poke() : null;
                }

                @Override
                public List<String> variableNames() {
                    return List.of("table");
                }

                @Override
                public @Nullable Variable variable(String name) {
                    return name.equals("table") ? new Variable(table, 1000) : null;
                }
            };
        }
    }

    private static final class Poke implements ModuleKernel {
        @Override
        public String name() {
            return "poke";
        }

        @Override
        public Needs needs() {
            return new Needs(512, 64, 0, 0, 0, 80, 75);
        }

        @Override
        public List<Parameter> parameters() {
            return List.of(new Parameter(0, 8, Parameter.Pointee.UNKNOWN));
        }

        @Override
        public Launch prepare(LaunchShape shape, MemorySegment parameters, KernelContext context) {
            long address = parameters.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
            return new Launch() {
                @Override
                public void run() {
                    FlatMemory flat = context.memory().allocations();
                    if (address < flat.base() || address + 4 > flat.limit()) {
                        throw new KernelFault(FaultKind.ILLEGAL_ADDRESS, "poke went astray.");
                    }
                    flat.segment().set(ValueLayout.JAVA_INT, address - flat.base(), 1);
                }

                @Override
                public void stop() {}

                @Override
                public LaunchShape shape() {
                    return shape;
                }

                @Override
                public byte[] parameters() {
                    return parameters.toArray(ValueLayout.JAVA_BYTE);
                }

                @Override
                public long deviceNanos() {
                    return 0;
                }

                @Override
                public long modelledNanos() {
                    return KERNEL_NANOS;
                }
            };
        }
    }
}

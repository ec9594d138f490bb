package dev.hira.e2e.migration;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.e2e.CountingKernel;
import dev.hira.guest.Hira;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A program with two contexts, on two devices if there are, each created before the module of the
 * other is loaded or after: context, module, context, module. Its kernels count in each context.
 */
final class TwoContexts implements AutoCloseable {
    final CudaDriver cuda;
    private final Counter[] counters = new Counter[2];

    TwoContexts(String uri) {
        cuda = Hira.connect(uri);
        cuda.cuInit(0);
        for (int i = 0; i < counters.length; i++) {
            counters[i] = new Counter(i % cuda.cuDeviceGetCount());
        }
    }

    /** A context with a kernel and the number that it counts up. */
    final class Counter implements AutoCloseable {
        private final long context;
        private final long kernel;
        private final long cell;

        Counter(int device) {
            context = cuda.cuCtxCreate(0, device);
            try (Arena arena = Arena.ofConfined()) {
                long module = cuda.cuModuleLoadData(arena.allocateFrom(CountingKernel.PTX));
                kernel = cuda.cuModuleGetFunction(module, "count");
            }
            cell = cuda.cuMemAlloc(4);
            cuda.cuMemsetD8(cell, 0, 4);
        }

        /** Makes the context the calling thread's, in place of any other. */
        void use() {
            cuda.cuCtxSetCurrent(context);
        }

        /** Counts once in the calling thread's context, and returns the number. */
        int count() {
            try (Arena arena = Arena.ofConfined()) {
                cuda.cuLaunchKernel(
                        kernel,
                        1,
                        1,
                        1,
                        1,
                        1,
                        1,
                        0,
                        0,
                        arena.allocateFrom(ValueLayout.JAVA_LONG, cell));
                MemorySegment number = arena.allocate(4, 4);
                cuda.cuMemcpyDtoH(number, cell, 4);
                return number.get(ValueLayout.JAVA_INT, 0);
            }
        }

        @Override
        public void close() {
            cuda.cuCtxDestroy(context);
        }
    }

    /** Counts once in each context; both must have the same number, which is returned. */
    int count() {
        int number = -1;
        for (Counter each : counters) {
            each.use();
            int here = each.count();
            if (number >= 0 && here != number) {
                throw new AssertionError("the contexts counted to " + number + " and " + here);
            }
            number = here;
        }
        return number;
    }

    @Override
    public void close() {
        cuda.close();
    }
}

package dev.hira.bench.programs.cuda;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.cuda.CudaObjects.SharedStream;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Work for one stream that all threads use, even if each thread otherwise has objects of its own. A
 * thread sees only the functions that the thread has launched, in the order of its launches.
 */
enum SharedStreamOperation implements CudaOperation {
    /** Kernels and functions of the program, and some waits for them, one after the other. */
    BURST(3) {
        @Override
        public String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            List<Integer> called = model.calledInShared(call.thread());
            for (int i = 0; i < KERNELS; i += KERNELS_OF_FUNCTION) {
                called.add(number(call, i));
            }
            return "called " + called;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.value(() -> {
                SharedStream shared = objects.shared();
                objects.driver().cuCtxPushCurrent(shared.context());
                for (int i = 0; i < KERNELS; i++) {
                    launch(call, i, shared, objects);
                }
                objects.driver().cuCtxPopCurrent();
                return "called " + objects.functions(list(call));
            });
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return """
            cu.cuCtxPushCurrent(common); for (int i = 0; i < %d; i++) { \
            cu.cuLaunchKernel(add, %d, 1, 1, 16, 1, 1, 0, shared, args(buffer, 1)); \
            if (i %% %d == 0) cu.cuLaunchHostFunc(shared, n -> called%d.add((int) n), %d + i); \
            if (i %% %d == 0) cu.cuStreamSynchronize(shared); } \
            cu.cuCtxPopCurrent(); print("called " + called%d);\
            """
                    .formatted(
                            KERNELS,
                            BLOCKS,
                            KERNELS_OF_FUNCTION,
                            list(call),
                            number(call, 0),
                            KERNELS_OF_WAIT,
                            list(call));
        }
    };

    private static final int KERNELS_OF_FUNCTION = 2;
    private static final int KERNELS_OF_WAIT = 7;

    /** Ends with a kernel that is followed by a wait. */
    private static final int KERNELS = 3 * KERNELS_OF_WAIT + 1;

    private static final int BLOCKS = CudaModel.INTS / 16;

    /** More than the numbers of calls. */
    private static final int LISTS = 1_000_000;

    private final int weight;

    SharedStreamOperation(int weight) {
        this.weight = weight;
    }

    @Override
    public int weight() {
        return weight;
    }

    @Override
    public Call<CudaModel, CudaObjects> random(
            SplittableRandom random, CudaModel model, int thread, int number) {
        return call(thread, number, CudaModel.IDLE, CudaModel.IDLE, 0);
    }

    private static void launch(
            Call<CudaModel, CudaObjects> call, int i, SharedStream shared, CudaObjects objects) {
        CudaDriver driver = objects.driver();
        MemorySegment arguments = MemorySegment.ofArray(new long[] {shared.buffer(), 1});
        driver.cuLaunchKernel(
                shared.kernel(), BLOCKS, 1, 1, 16, 1, 1, 0, shared.stream(), arguments);
        if (i % KERNELS_OF_FUNCTION == 0) {
            driver.cuLaunchHostFunc(
                    shared.stream(),
                    number -> objects.called(list(call), (int) number),
                    number(call, i));
        }
        if (i % KERNELS_OF_WAIT == 0) {
            driver.cuStreamSynchronize(shared.stream());
        }
    }

    private static int number(Call<CudaModel, CudaObjects> call, int i) {
        return call.number() * 100 + i;
    }

    /** Returns the number of the list of the thread's functions. */
    private static int list(Call<CudaModel, CudaObjects> call) {
        return LISTS + call.thread();
    }
}

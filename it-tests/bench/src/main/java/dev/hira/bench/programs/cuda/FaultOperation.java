package dev.hira.bench.programs.cuda;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.cuda.CudaModel.Item;
import dev.hira.bench.programs.cuda.CudaModel.Kind;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Kernels that fail. Every later call in their context gives their failure. */
enum FaultOperation implements CudaOperation {
    /** A kernel uses an address at which nothing was ever allocated. */
    STRAY(1) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            return fails(call, model);
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(() -> launch(call, objects, NOWHERE));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return launchText(call, NOWHERE + "L");
        }
    };

    /** What each call in the context gives afterwards. */
    static final String ILLEGAL = "CUDA_ERROR_ILLEGAL_ADDRESS";

    private static final long NOWHERE = 8;

    private final int weight;

    FaultOperation(int weight) {
        this.weight = weight;
    }

    @Override
    public int weight() {
        return weight;
    }

    /** Ends a context that has no other work: what had begun would have no determined result. */
    private static @Nullable String fails(Call<CudaModel, CudaObjects> call, CudaModel model) {
        Item function = model.here(Kind.FUNCTION, call.first(), call.thread());
        int current = model.current(call.thread());
        if (function == null || model.isBusy(current)) {
            return null;
        }
        model.fail(current);
        return ILLEGAL;
    }

    private static void launch(
            Call<CudaModel, CudaObjects> call, CudaObjects objects, long address) {
        CudaDriver driver = objects.driver();
        driver.cuLaunchKernel(
                objects.handle(call.first()),
                1,
                1,
                1,
                16,
                1,
                1,
                0,
                0,
                MemorySegment.ofArray(new long[] {address, 1}));
        driver.cuCtxSynchronize();
    }

    private static String launchText(Call<CudaModel, CudaObjects> call, String address) {
        return "cu.cuLaunchKernel(fn%d, 1, 1, 1, 16, 1, 1, 0, 0, args(%s, 1));"
                        .formatted(call.first(), address)
                + " cu.cuCtxSynchronize();";
    }

    @Override
    public Call<CudaModel, CudaObjects> random(
            SplittableRandom random, CudaModel model, int thread, int number) {
        return call(
                thread,
                number,
                model.random(random, Kind.FUNCTION, thread),
                CudaModel.IDLE,
                random.nextInt(100));
    }
}

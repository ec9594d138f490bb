package dev.hira.bench.programs.cuda;

import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.Operation;
import java.util.SplittableRandom;

/** An operation of the CUDA driver API. */
interface CudaOperation extends Operation<CudaModel, CudaObjects> {
    String DONE = "done";

    /** How often the operation is proposed, relative to others. */
    int weight();

    /** Returns a random call of this operation, which the model may not admit. */
    Call<CudaModel, CudaObjects> random(
            SplittableRandom random, CudaModel model, int thread, int number);

    /** Returns a call of this operation. */
    default Call<CudaModel, CudaObjects> call(
            int thread, int number, int first, int second, int value) {
        return new Call<>(this, thread, number, first, second, value);
    }
}

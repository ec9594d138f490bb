package dev.hira.bench.programs.opencl;

import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.Operation;
import java.util.SplittableRandom;

/** An operation of OpenCL. */
interface OpenClOperation extends Operation<OpenClModel, OpenClObjects> {
    String DONE = "done";

    /** How often the operation is proposed, relative to others. */
    int weight();

    /** Returns a random call of this operation, which the model may not admit. */
    Call<OpenClModel, OpenClObjects> random(
            SplittableRandom random, OpenClModel model, int thread, int number);

    /** Returns a call of this operation. */
    default Call<OpenClModel, OpenClObjects> call(
            int thread, int number, int first, int second, int value) {
        return new Call<>(this, thread, number, first, second, value);
    }
}

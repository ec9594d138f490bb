package dev.hira.bench.programs;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program: calls that its threads make one after the other, or each thread its own at the same
 * time as the others.
 *
 * @param api the API of the calls
 * @param together whether the threads make their calls at the same time
 */
record Program<D, M, S>(ProgramApi<D, M, S> api, boolean together, List<Call<M, S>> calls) {
    Program {
        calls = List.copyOf(calls);
    }

    /** Returns what each call must give; null if the model does not admit one of them. */
    @Nullable List<String> expected() {
        ProgramModels<D, M, S> models = models();
        List<String> results = new ArrayList<>();
        for (Call<M, S> call : calls) {
            String result = models.expect(call);
            if (result == null) {
                return null;
            }
            results.add(result);
        }
        return results;
    }

    /** Returns models in which nothing exists. */
    ProgramModels<D, M, S> models() {
        return new ProgramModels<>(api, together, calls);
    }

    /** Returns a program with those of other calls that the model admits. */
    Program<D, M, S> with(List<Call<M, S>> others) {
        ProgramModels<D, M, S> models = new ProgramModels<>(api, together, others);
        return new Program<>(
                api,
                together,
                others.stream().filter(call -> models.expect(call) != null).toList());
    }

    /** Returns a program whose threads make the same calls one after the other. */
    Program<D, M, S> oneAfterTheOther() {
        return new Program<>(api, false, calls).with(calls);
    }

    int threads() {
        return (int) calls.stream().mapToInt(Call::thread).distinct().count();
    }
}

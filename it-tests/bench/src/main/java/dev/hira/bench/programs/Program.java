package dev.hira.bench.programs;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program: calls that its threads make one after the other.
 *
 * @param api the API of the calls
 */
record Program<D, M, S>(ProgramApi<D, M, S> api, List<Call<M, S>> calls) {
    Program {
        calls = List.copyOf(calls);
    }

    /** Returns what each call must give; null if the model does not admit one of them. */
    @Nullable List<String> expected() {
        M model = api.model();
        List<String> results = new ArrayList<>();
        for (Call<M, S> call : calls) {
            String result = call.operation().expect(call, model);
            if (result == null) {
                return null;
            }
            results.add(result);
        }
        return results;
    }

    /** Returns these calls without those that the model does not admit. */
    static <D, M, S> Program<D, M, S> admitted(ProgramApi<D, M, S> api, List<Call<M, S>> calls) {
        M model = api.model();
        return new Program<>(
                api,
                calls.stream()
                        .filter(call -> call.operation().expect(call, model) != null)
                        .toList());
    }

    int threads() {
        return (int) calls.stream().mapToInt(Call::thread).distinct().count();
    }
}

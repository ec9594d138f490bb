package dev.hira.bench.programs;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The models of a program: one of all its objects, or one for each thread if its threads make their
 * calls at the same time, because each uses only objects of its own then.
 */
final class ProgramModels<D, M, S> {
    private static final int ALL = 0;

    private final boolean together;
    private final Map<Integer, M> models = new HashMap<>();

    ProgramModels(ProgramApi<D, M, S> api, boolean together, Iterable<Call<M, S>> calls) {
        this.together = together;
        models.put(ALL, api.model());
        if (together) {
            calls.forEach(call -> models.computeIfAbsent(call.thread(), _ -> api.model()));
        }
    }

    /** Returns the model of a thread. */
    M of(int thread) {
        M model = models.get(together ? thread : ALL);
        if (model == null) {
            throw new IllegalArgumentException("the program has no thread " + thread);
        }
        return model;
    }

    Collection<M> all() {
        return models.values();
    }

    /** Returns what a call must give, and notes it; null if the model does not admit it. */
    @Nullable String expect(Call<M, S> call) {
        return call.operation().expect(call, of(call.thread()));
    }
}

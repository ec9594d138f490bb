package dev.hira.bench.programs;

import org.jspecify.annotations.Nullable;

/**
 * A kind of call that programs make.
 *
 * @param <M> the model of the API's objects
 * @param <S> the objects of a run
 */
public interface Operation<M, S> {
    /**
     * Returns what a call must give to the program, and changes the model accordingly; null if a
     * program must not make the call now: it needs objects that do not exist, or its result is not
     * determined. Then the model stays as it is.
     */
    @Nullable String expect(Call<M, S> call, M model);

    /** Makes the call, and returns what it gives to the program. */
    String run(Call<M, S> call, S objects);

    /** Returns the call as a statement in Java. */
    String java(Call<M, S> call);
}

package dev.hira.bench.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Makes programs of random calls that a model admits. */
final class Generator<D, M, S> {
    private static final int TRIES = 40;

    private final ProgramApi<D, M, S> api;

    Generator(ProgramApi<D, M, S> api) {
        this.api = api;
    }

    /** Returns the program of a seed, with about the given number of calls, at least one. */
    Program<D, M, S> program(long seed, int size, int threads) {
        SplittableRandom random = new SplittableRandom(seed);
        M model = api.model();
        List<Call<M, S>> calls = new ArrayList<>();
        for (int tries = 0;
                calls.isEmpty() || (calls.size() < size && tries < TRIES * size);
                tries++) {
            Call<M, S> call = api.propose(random, model, threads, calls.size());
            if (call.operation().expect(call, model) != null) {
                calls.add(call);
            }
        }
        for (Call<M, S> call : api.last(model, calls.size())) {
            if (call.operation().expect(call, model) != null) {
                calls.add(call);
            }
        }
        return new Program<>(api, calls);
    }
}

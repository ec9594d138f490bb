package dev.hira.bench.programs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Makes programs of random calls that a model admits. */
final class Generator<D, M, S> {
    private static final int TRIES = 40;

    /**
     * The difference between the numbers of the first calls of threads with objects of their own.
     */
    private static final int APART = 1000;

    private final ProgramApi<D, M, S> api;

    Generator(ProgramApi<D, M, S> api) {
        this.api = api;
    }

    /**
     * Returns the program of a seed, with about the given number of calls, at least one.
     *
     * @param together whether the threads make their calls at the same time
     */
    Program<D, M, S> program(long seed, int size, int threads, boolean together) {
        SplittableRandom random = new SplittableRandom(seed);
        return together && threads > 1
                ? new Program<>(api, true, together(random, size, threads))
                : new Program<>(api, false, calls(random, size, threads, 0));
    }

    /**
     * Returns random calls.
     *
     * @param first the number of the first one
     */
    private List<Call<M, S>> calls(SplittableRandom random, int size, int threads, int first) {
        M model = api.model();
        List<Call<M, S>> calls = new ArrayList<>();
        for (int tries = 0;
                calls.isEmpty() || (calls.size() < size && tries < TRIES * size);
                tries++) {
            Call<M, S> call = api.propose(random, model, threads, first + calls.size());
            if (call.operation().expect(call, model) != null) {
                calls.add(call);
            }
        }
        for (Call<M, S> call : api.last(model, first + calls.size())) {
            if (call.operation().expect(call, model) != null) {
                calls.add(call);
            }
        }
        return calls;
    }

    /**
     * Returns the calls of several programs of one thread each, in a random order of the threads.
     */
    private List<Call<M, S>> together(SplittableRandom random, int size, int threads) {
        List<Deque<Call<M, S>>> left = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int of = thread;
            left.add(
                    calls(random, Math.max(1, size / threads), 1, of * APART).stream()
                            .map(call -> call.on(of))
                            .collect(Collectors.toCollection(ArrayDeque::new)));
        }
        List<Call<M, S>> calls = new ArrayList<>();
        while (!left.isEmpty()) {
            Deque<Call<M, S>> next = left.get(random.nextInt(left.size()));
            calls.add(next.remove());
            if (next.isEmpty()) {
                left.remove(next);
            }
        }
        return calls;
    }
}

package dev.hira.bench.soak;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.LocalStack;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Kills the router before random calls of a program, which a seed chooses, and starts it again. The
 * program notices nothing.
 *
 * <p>Belongs to the program's thread.
 */
final class RouterKillsAtCalls implements Disturber {
    /** The mean number of calls until the router is killed. */
    private static final int MEAN_CALLS = 150;

    private static final int MOST_KILLS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final LocalStack stack;
    private final SplittableRandom random;
    private long calls;
    private long next;
    private int kills;

    RouterKillsAtCalls(LocalStack stack, long seed) {
        this.stack = stack;
        this.random = new SplittableRandom(seed);
        plan();
    }

    private void plan() {
        next = calls + 1 + random.nextInt(2 * MEAN_CALLS);
    }

    @Override
    public <T> T run(CudaDriver cuda, Function<CudaDriver, T> program) {
        return program.apply(CountedCalls.of(cuda, this::count));
    }

    private synchronized void count() {
        if (++calls == next && kills < MOST_KILLS) {
            stack.router().kill();
            stack.router().awaitExit(PATIENCE);
            stack.restartRouter();
            kills++;
            plan();
        }
    }

    /** Returns how often the router was killed. */
    @Override
    public synchronized int events() {
        return kills;
    }

    @Override
    public List<String> failures() {
        return List.of();
    }

    @Override
    public String text() {
        return events() + " deaths of the router";
    }

    @Override
    public void close() {}
}

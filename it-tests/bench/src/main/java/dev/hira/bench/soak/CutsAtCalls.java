package dev.hira.bench.soak;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.Relay;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Cuts the connection between a program and the router before random calls, which a seed chooses.
 * The program notices nothing.
 */
final class CutsAtCalls implements Disturber {
    /** The mean number of calls until the connection is cut. */
    private static final int MEAN_CALLS = 60;

    private final Relay relay;
    private final SplittableRandom random;
    private long calls;
    private long next;
    private int cuts;

    CutsAtCalls(Relay relay, long seed) {
        this.relay = relay;
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
        if (++calls == next) {
            relay.cut();
            cuts++;
            plan();
        }
    }

    /** Returns how often the connection was cut. */
    @Override
    public synchronized int events() {
        return cuts;
    }

    @Override
    public List<String> failures() {
        return List.of();
    }

    @Override
    public String text() {
        return events() + " cuts";
    }

    @Override
    public void close() {}
}

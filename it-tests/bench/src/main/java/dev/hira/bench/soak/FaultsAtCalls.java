package dev.hira.bench.soak;

import dev.hira.api.cuda.CudaDriver;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Causes a fault before random calls of a program, which a seed chooses. The program notices
 * nothing.
 *
 * <p>Belongs to the program's thread.
 */
final class FaultsAtCalls implements Disturber {
    private final String what;
    private final int meanCalls;
    private final int most;
    private final Runnable fault;
    private final SplittableRandom random;
    private long calls;
    private long next;
    private int faults;

    /**
     * @param what the faults in words, in the plural
     * @param meanCalls the mean number of calls from one fault to the next
     * @param most the most faults for the program
     * @param fault causes one, and returns when the program may go on
     */
    FaultsAtCalls(String what, int meanCalls, int most, long seed, Runnable fault) {
        this.what = what;
        this.meanCalls = meanCalls;
        this.most = most;
        this.fault = fault;
        this.random = new SplittableRandom(seed);
        plan();
    }

    private void plan() {
        next = calls + 1 + random.nextInt(2 * meanCalls);
    }

    @Override
    public <T> T run(CudaDriver cuda, Function<CudaDriver, T> program) {
        return program.apply(CountedCalls.of(cuda, this::count));
    }

    private synchronized void count() {
        if (++calls == next && faults < most) {
            fault.run();
            faults++;
            plan();
        }
    }

    /** Returns how many faults there were. */
    @Override
    public synchronized int events() {
        return faults;
    }

    @Override
    public List<String> failures() {
        return List.of();
    }

    @Override
    public String text() {
        return events() + " " + what;
    }

    @Override
    public void close() {}
}

package dev.hira.router.judge.count;

import dev.hira.policy.NanoClock;

/** The traffic counters of a session. Written by the session's thread, read by any thread. */
public final class PathCounters {
    private final NanoClock clock;
    private final Verdicts verdicts;
    private volatile long recordsDown;
    private volatile long bytesDown;
    private volatile long recordsUp;
    private volatile long bytesUp;
    private volatile long refused;
    private volatile long deviceNanos;
    private volatile int inFlight;
    private volatile long lastDown;

    public PathCounters(NanoClock clock) {
        this.clock = clock;
        this.verdicts = new Verdicts(clock);
        this.lastDown = clock.nanoTime();
    }

    // Only one thread writes, so a separate read and write lose nothing.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void down(int records, long bytes) {
        recordsDown += records;
        bytesDown += bytes;
        lastDown = clock.nanoTime();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void up(int records, long bytes) {
        recordsUp += records;
        bytesUp += bytes;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void refused() {
        refused++;
    }

    /**
     * Counts work that has ended.
     *
     * @param left number of commands with work under way
     */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void worked(long nanos, int left) {
        long sum = deviceNanos + nanos;
        deviceNanos = sum < 0 ? Long.MAX_VALUE : sum;
        inFlight = left;
    }

    /** Returns the reasons for which its commands waited and were refused. */
    public Verdicts verdicts() {
        return verdicts;
    }

    public long recordsDown() {
        return recordsDown;
    }

    public long bytesDown() {
        return bytesDown;
    }

    /** Returns the time at which the guest last sent a frame, by the router's clock. */
    public long lastDown() {
        return lastDown;
    }

    public long recordsUp() {
        return recordsUp;
    }

    public long bytesUp() {
        return bytesUp;
    }

    /** Returns the number of refused commands. */
    public long refusedCommands() {
        return refused;
    }

    /** Returns the device time of the session's finished work. */
    public long deviceNanos() {
        return deviceNanos;
    }

    /** Returns the number of commands with work under way as of the last end of work. */
    public int inFlight() {
        return inFlight;
    }
}

package dev.hira.router.judge;

import dev.hira.policy.NanoClock;

/** What went through a session. Written by the session's thread, read by any. */
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
    private volatile boolean delayed;
    private volatile long lastDown;

    PathCounters(NanoClock clock) {
        this.clock = clock;
        this.verdicts = new Verdicts(clock);
        this.lastDown = clock.nanoTime();
    }

    // One thread writes, so reading and writing in two steps loses nothing.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void down(int records, long bytes) {
        recordsDown += records;
        bytesDown += bytes;
        lastDown = clock.nanoTime();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    void up(int records, long bytes) {
        recordsUp += records;
        bytesUp += bytes;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    void refused() {
        refused++;
    }

    /**
     * Work has ended.
     *
     * @param left how many commands have work under way
     */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void worked(long nanos, int left) {
        long sum = deviceNanos + nanos;
        deviceNanos = sum < 0 ? Long.MAX_VALUE : sum;
        inFlight = left;
    }

    void delayed(boolean now) {
        delayed = now;
    }

    /** What its commands waited for and were refused for. */
    public Verdicts verdicts() {
        return verdicts;
    }

    public long recordsDown() {
        return recordsDown;
    }

    public long bytesDown() {
        return bytesDown;
    }

    /** When the guest last sent something, by the router's clock. */
    public long lastDown() {
        return lastDown;
    }

    public long recordsUp() {
        return recordsUp;
    }

    public long bytesUp() {
        return bytesUp;
    }

    /** Commands that did not go on. */
    public long refusedCommands() {
        return refused;
    }

    /** The time that devices took for the session's work that has ended. */
    public long deviceNanos() {
        return deviceNanos;
    }

    /** How many commands had work under way when some ended last. */
    public int inFlight() {
        return inFlight;
    }

    /** Whether a command waits for its admission. */
    public boolean isDelayed() {
        return delayed;
    }
}

package dev.hira.router.operator.vms;

import dev.hira.router.judge.count.PathCounters;
import dev.hira.router.judge.count.VerdictTotals;

/** Sums of the traffic of some sessions. For one thread. */
public final class PathTotals {
    private final VerdictTotals verdicts = new VerdictTotals();
    private long commands;
    private long denied;
    private long bytesIn;
    private long bytesOut;

    void add(PathCounters counters) {
        commands += counters.recordsDown();
        denied += counters.refusedCommands();
        bytesIn += counters.bytesDown();
        bytesOut += counters.bytesUp();
        counters.verdicts().addTo(verdicts);
    }

    void add(PathTotals other) {
        commands += other.commands;
        denied += other.denied;
        bytesIn += other.bytesIn;
        bytesOut += other.bytesOut;
        verdicts.add(other.verdicts);
    }

    /** Returns the number of commands received. */
    public long commands() {
        return commands;
    }

    /** Returns the number of those that were refused. */
    public long denied() {
        return denied;
    }

    /** Returns the bytes from guests. */
    public long bytesIn() {
        return bytesIn;
    }

    /** Returns the bytes to guests. */
    public long bytesOut() {
        return bytesOut;
    }

    /** Returns the verdicts on commands that did not go on at once. */
    public VerdictTotals verdicts() {
        return verdicts;
    }
}

package dev.hira.router.operator.vms;

import dev.hira.router.judge.PathCounters;
import dev.hira.router.judge.VerdictTotals;

/** Sums over what went through some sessions. For one thread. */
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

    /** Commands that came. */
    public long commands() {
        return commands;
    }

    /** Those of them that were refused. */
    public long denied() {
        return denied;
    }

    /** Bytes from guests. */
    public long bytesIn() {
        return bytesIn;
    }

    /** Bytes to guests. */
    public long bytesOut() {
        return bytesOut;
    }

    /** What became of those that did not go on at once. */
    public VerdictTotals verdicts() {
        return verdicts;
    }
}

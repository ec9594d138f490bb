package dev.hira.bench.common;

import java.time.Duration;

/** The processor time that processes use, this one and others. */
public final class CpuMeter {
    private final long[] pids;
    private long start;

    public CpuMeter(long... others) {
        pids = others.clone();
    }

    public void start() {
        start = total();
    }

    /** Nanoseconds since {@link #start}, all processes together. */
    public long used() {
        return total() - start;
    }

    private long total() {
        long sum = of(ProcessHandle.current());
        for (long pid : pids) {
            sum += ProcessHandle.of(pid).map(CpuMeter::of).orElse(0L);
        }
        return sum;
    }

    private static long of(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }
}

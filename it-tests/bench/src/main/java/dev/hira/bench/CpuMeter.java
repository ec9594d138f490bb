package dev.hira.bench;

import java.time.Duration;

/** The processor time that processes use, this one and others. */
final class CpuMeter {
    private final long[] pids;
    private long start;

    CpuMeter(long... others) {
        pids = others.clone();
    }

    void start() {
        start = total();
    }

    /** Nanoseconds since {@link #start}, all processes together. */
    long used() {
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

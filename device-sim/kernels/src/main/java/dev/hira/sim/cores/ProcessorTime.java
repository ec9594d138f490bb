package dev.hira.sim.cores;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The processor time of this process's threads. */
final class ProcessorTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private ProcessorTime() {}

    /** Returns the nanoseconds for which processors have executed a thread; negative: unknown. */
    static long of(Thread thread) {
        return THREADS.isThreadCpuTimeSupported()
                ? THREADS.getThreadCpuTime(thread.threadId())
                : -1;
    }
}

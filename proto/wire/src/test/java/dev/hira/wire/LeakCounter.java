package dev.hira.wire;

import io.netty.util.ResourceLeakDetector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Netty's leak detector, modified to keep its findings instead of logging them. Selected by a
 * system property when the tests' JVM starts.
 */
public final class LeakCounter<T> extends ResourceLeakDetector<T> {
    private static final Queue<String> FOUND = new ConcurrentLinkedQueue<>();

    @SuppressWarnings("deprecation") // the constructor that Netty calls
    public LeakCounter(Class<?> type, int samplingInterval, long maxActive) {
        super(type, samplingInterval);
    }

    public LeakCounter(Class<?> type, int samplingInterval) {
        super(type, samplingInterval);
    }

    static Queue<String> found() {
        return FOUND;
    }

    @Override
    protected void reportTracedLeak(String type, String records) {
        FOUND.add(type + records);
    }

    @Override
    protected void reportUntracedLeak(String type) {
        FOUND.add(type);
    }
}

package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetector.Level;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Follows every buffer of a test class, and fails it when one is dropped without its release. */
public final class NoLeaks implements BeforeAllCallback, AfterAllCallback {
    /** A collection may be late; then another one is asked for. */
    private static final long MOST_MILLIS = 1000;

    private Level before = Level.DISABLED;

    @Override
    public void beforeAll(ExtensionContext context) {
        before = ResourceLeakDetector.getLevel();
        ResourceLeakDetector.setLevel(Level.PARANOID);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        collect();
        ResourceLeakDetector.setLevel(before);
        assertThat(LeakCounter.found()).as("unreleased buffers").isEmpty();
    }

    /** Netty looks at collected buffers when it allocates the next one. */
    static void collect() {
        awaitCollection();
        // References of one collection are all queued before any of the next one is.
        awaitCollection();
        for (int i = 0; i < 16; i++) {
            PooledByteBufAllocator.DEFAULT.heapBuffer(16).release();
            PooledByteBufAllocator.DEFAULT.directBuffer(16).release();
            UnpooledByteBufAllocator.DEFAULT.heapBuffer(16).release();
        }
    }

    private static void awaitCollection() {
        ReferenceQueue<Object> collected = new ReferenceQueue<>();
        WeakReference<Object> witness = new WeakReference<>(new Object(), collected);
        try {
            do {
                System.gc();
            } while (collected.remove(MOST_MILLIS) == null);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException("stopped while it waited for a collection", stopped);
        } finally {
            Reference.reachabilityFence(witness);
        }
    }
}

package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test class when buffers were dropped without being released. */
public final class NoLeaks implements AfterAllCallback {
    @Override
    public void afterAll(ExtensionContext context) {
        collect();
        assertThat(LeakCounter.found()).as("unreleased buffers").isEmpty();
    }

    /** Netty looks at collected buffers when it allocates the next one. */
    private static void collect() {
        WeakReference<Object> witness = new WeakReference<>(new Object());
        for (int i = 0; i < 20 && witness.get() != null; i++) {
            System.gc();
        }
        System.gc();
        for (int i = 0; i < 16; i++) {
            PooledByteBufAllocator.DEFAULT.heapBuffer(16).release();
            PooledByteBufAllocator.DEFAULT.directBuffer(16).release();
            UnpooledByteBufAllocator.DEFAULT.heapBuffer(16).release();
        }
    }
}

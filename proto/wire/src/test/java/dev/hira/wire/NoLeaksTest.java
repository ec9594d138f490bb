package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
final class NoLeaksTest {
    /** Leaves no reference to the buffer on the stack of its caller. */
    private static void drop() {
        var _ = PooledByteBufAllocator.DEFAULT.heapBuffer(100);
    }

    @Test
    void shouldFindABufferThatWasDropped() {
        drop();
        NoLeaks.collect();
        assertThat(LeakCounter.found()).hasSize(1);
        assertThat(LeakCounter.found().remove()).contains("NoLeaksTest.drop");
    }

    @Test
    void shouldFindNothingWhenABufferWasReleased() {
        PooledByteBufAllocator.DEFAULT.heapBuffer(100).release();
        NoLeaks.collect();
        assertThat(LeakCounter.found()).isEmpty();
    }
}

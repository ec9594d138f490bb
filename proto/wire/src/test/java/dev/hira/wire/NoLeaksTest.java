package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
final class NoLeaksTest {
    @Test
    void shouldFindABufferThatWasDropped() {
        var _ = PooledByteBufAllocator.DEFAULT.heapBuffer(100);
        NoLeaks.collect();
        assertThat(LeakCounter.found()).hasSize(1);
        assertThat(LeakCounter.found().remove()).contains("shouldFindABufferThatWasDropped");
    }

    @Test
    void shouldFindNothingWhenABufferWasReleased() {
        PooledByteBufAllocator.DEFAULT.heapBuffer(100).release();
        NoLeaks.collect();
        assertThat(LeakCounter.found()).isEmpty();
    }
}

package dev.hira.server.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class BufferPoolTest {
    private static final int LARGE = 1 << 20;

    private final BufferPool pool = new BufferPool(2 * LARGE);

    @Test
    void shouldGetALentPieceBackWhenItsBufferIsReleased() {
        BufferPool.PooledBuffer piece = pool.take(LARGE - 5);
        piece.memory.set(ValueLayout.JAVA_BYTE, 7, (byte) 42);
        ByteBuf lent = pool.lend(piece, LARGE - 5);
        assertThat(lent.isDirect()).isTrue();
        assertThat(lent.readableBytes()).isEqualTo(LARGE - 5);
        assertThat(lent.getByte(7)).isEqualTo((byte) 42);
        lent.retain();
        lent.release();
        assertThat(pool.kept()).isZero();
        lent.release();
        assertThat(pool.kept()).isEqualTo(LARGE);
        assertThat(pool.take(LARGE)).isSameAs(piece);
        assertThat(pool.kept()).isZero();
    }

    @Test
    void shouldKeepAtMostTheAllowedBytes() {
        BufferPool.PooledBuffer[] pieces = {pool.take(LARGE), pool.take(LARGE), pool.take(LARGE)};
        for (BufferPool.PooledBuffer piece : pieces) {
            pool.give(piece);
        }
        assertThat(pool.kept()).isEqualTo(2 * LARGE);
    }

    @Test
    void shouldLendOnlyLargePieces() {
        assertThat(pool.take(1).isLarge()).isFalse();
        assertThat(pool.take(16 << 10).isLarge()).isFalse();
        assertThat(pool.take((16 << 10) + 1).isLarge()).isTrue();
    }
}

package dev.hira.server.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reusable memory of one session for outputs, and for inputs that arrived in parts. Memory never
 * moves between sessions, so a driver that fills an output only in part shows the guest only older
 * bytes of its own. Large buffers lie outside the heap, so that they reach a socket without a copy.
 * Safe for any number of threads.
 */
final class BufferPool {
    private static final int SMALLEST_LOG = 8;
    private static final int CLASSES = 31 - SMALLEST_LOG;

    /** The largest size for which copying is cheaper than lending. */
    private static final int SMALL_BYTES = 16 << 10;

    private final long keptAtMost;

    @GuardedBy("this")
    private final @Nullable PooledBuffer[] free = new PooledBuffer[CLASSES];

    @GuardedBy("this")
    private long kept;

    /**
     * Creates a pool.
     *
     * @param keptAtMost the most bytes of unused buffers to keep
     */
    BufferPool(long keptAtMost) {
        this.keptAtMost = keptAtMost;
    }

    /** A buffer of the pool, in use. */
    static final class PooledBuffer {
        final MemorySegment memory;
        private final int bytes;
        private final int sizeClass;
        private @Nullable PooledBuffer next;

        private PooledBuffer(int sizeClass, int bytes) {
            this.sizeClass = sizeClass;
            this.bytes = bytes;
            memory =
                    bytes > SMALL_BYTES
                            ? MemorySegment.ofBuffer(ByteBuffer.allocateDirect(bytes))
                            : MemorySegment.ofArray(new byte[bytes]);
        }

        /** Whether lending is cheaper than copying. */
        boolean isLarge() {
            return bytes > SMALL_BYTES;
        }
    }

    /** Returns a buffer with at least this many bytes. */
    PooledBuffer take(int bytes) {
        int sizeClass = sizeClass(bytes);
        if (sizeClass >= CLASSES) {
            return new PooledBuffer(CLASSES, bytes);
        }
        synchronized (this) {
            PooledBuffer buffer = free[sizeClass];
            if (buffer != null) {
                free[sizeClass] = buffer.next;
                buffer.next = null;
                kept -= buffer.bytes;
                return buffer;
            }
        }
        return new PooledBuffer(sizeClass, 1 << (sizeClass + SMALLEST_LOG));
    }

    /** Takes back an unused buffer. */
    synchronized void give(PooledBuffer buffer) {
        if (buffer.sizeClass >= CLASSES || kept + buffer.bytes > keptAtMost) {
            return;
        }
        buffer.next = free[buffer.sizeClass];
        free[buffer.sizeClass] = buffer;
        kept += buffer.bytes;
    }

    /** Returns a large buffer's first bytes as a ByteBuf; releasing that gives the buffer back. */
    ByteBuf lend(PooledBuffer buffer, int length) {
        return new Lent(buffer, length);
    }

    /** A buffer's bytes on their way to the guest. */
    private final class Lent extends UnpooledDirectByteBuf {
        private final PooledBuffer buffer;

        Lent(PooledBuffer buffer, int length) {
            super(
                    UnpooledByteBufAllocator.DEFAULT,
                    buffer.memory.asSlice(0, length).asByteBuffer(),
                    length);
            this.buffer = buffer;
        }

        @Override
        protected void deallocate() {
            super.deallocate();
            give(buffer);
        }
    }

    /** The bytes of unused buffers. */
    synchronized long kept() {
        return kept;
    }

    private static int sizeClass(int bytes) {
        int log = 32 - Integer.numberOfLeadingZeros(Math.max(1, bytes) - 1);
        return Math.max(0, log - SMALLEST_LOG);
    }
}

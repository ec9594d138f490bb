package dev.hira.sim.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Tells which pages of native memory the system has provided, without touching any: the others are
 * zero. {@code mincore} does not suffice here, because it leaves out pages that are swapped out.
 * Where the system does not tell, all pages count as provided. Used by one thread.
 */
final class PresentPages implements AutoCloseable {
    static final long PAGE = 4096;

    /** The most pages in one query. */
    static final int MOST = 1 << 16;

    /** The bits of an entry: the page is in memory, or in swap. */
    private static final int PRESENT_SHIFT = 62;

    private final @Nullable FileChannel map;
    private final ByteBuffer entries =
            ByteBuffer.allocateDirect(MOST * Long.BYTES).order(ByteOrder.nativeOrder());

    private PresentPages(@Nullable FileChannel map) {
        this.map = map;
    }

    static PresentPages open() {
        return open(Path.of("/proc/self/pagemap"));
    }

    static PresentPages open(Path pagemap) {
        try {
            return new PresentPages(FileChannel.open(pagemap));
        } catch (IOException untold) {
            return new PresentPages(null);
        }
    }

    /** Returns the provided ones among so many pages from a native address on. */
    BitSet query(long address, int pages) {
        BitSet present = new BitSet(pages);
        if (!read(address / PAGE * Long.BYTES, pages)) {
            present.set(0, pages);
            return present;
        }
        LongBuffer all = entries.flip().asLongBuffer();
        for (int page = 0; page < pages; page++) {
            if (all.get(page) >>> PRESENT_SHIFT != 0) {
                present.set(page);
            }
        }
        return present;
    }

    private boolean read(long offset, int pages) {
        entries.clear().limit(pages * Long.BYTES);
        try {
            while (map != null && entries.hasRemaining()) {
                if (map.read(entries, offset + entries.position()) <= 0) {
                    return false;
                }
            }
            return map != null;
        } catch (IOException untold) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            if (map != null) {
                map.close();
            }
        } catch (IOException unexpected) {
            throw new UncheckedIOException(unexpected);
        }
    }
}

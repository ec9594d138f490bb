package dev.hira.sim.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
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
 * Where the system does not tell, all pages count as provided. As a tracker, takes all of them for
 * written.
 */
public final class ProvidedPages implements PageTracker {
    /** The bits of an entry: the page is in memory, or in swap. */
    private static final int PRESENT_SHIFT = 62;

    private final @Nullable FileChannel map;
    private final ByteBuffer entries =
            ByteBuffer.allocateDirect(MOST_PAGES * Long.BYTES).order(ByteOrder.nativeOrder());

    private ProvidedPages(@Nullable FileChannel map) {
        this.map = map;
    }

    /** Returns the pages of this program. */
    public static ProvidedPages open() {
        return open(Path.of("/proc/self/pagemap"));
    }

    static ProvidedPages open(Path pagemap) {
        try {
            return new ProvidedPages(FileChannel.open(pagemap));
        } catch (IOException untold) {
            return new ProvidedPages(null);
        }
    }

    @Override
    public void include(long address, long bytes) {}

    @Override
    public BitSet collect(long address, int pages) {
        return provided(address, pages);
    }

    @Override
    public BitSet estimate(long address, int pages) {
        return provided(address, pages);
    }

    @Override
    public boolean changed(long address, MemorySegment content) {
        return true;
    }

    @Override
    public BitSet provided(long address, int pages) {
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

package dev.hira.server.objects;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The objects that are ranges of addresses, in order, as a list of sorted blocks: a look-up takes
 * two binary searches and allocates nothing, and an insertion moves at most one block's entries.
 * Addresses are compared as unsigned numbers. Ranges never overlap.
 */
final class AddressRanges {
    private static final int BLOCK = 256;

    private final List<Block> blocks = new ArrayList<>();

    private static final class Block {
        final long[] starts = new long[BLOCK];
        final @Nullable ObjectEntry[] entries = new ObjectEntry[BLOCK];
        int count;

        /**
         * Returns the index of the last range that starts at or before the address; -1 if none
         * does.
         */
        int floor(long address) {
            int low = 0;
            int high = count - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                if (Long.compareUnsigned(starts[middle], address) <= 0) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return high;
        }

        void insert(int at, ObjectEntry entry) {
            System.arraycopy(starts, at, starts, at + 1, count - at);
            System.arraycopy(entries, at, entries, at + 1, count - at);
            starts[at] = entry.name;
            entries[at] = entry;
            count++;
        }

        void remove(int at) {
            count--;
            System.arraycopy(starts, at + 1, starts, at, count - at);
            System.arraycopy(entries, at + 1, entries, at, count - at);
            entries[count] = null;
        }

        Block splitOff() {
            Block upper = new Block();
            int kept = count / 2;
            upper.count = count - kept;
            System.arraycopy(starts, kept, upper.starts, 0, upper.count);
            System.arraycopy(entries, kept, upper.entries, 0, upper.count);
            Arrays.fill(entries, kept, count, null);
            count = kept;
            return upper;
        }
    }

    /** Returns the range with the highest start not above this address, or null. */
    @Nullable ObjectEntry floor(long address) {
        int b = blockOf(address);
        if (b < 0) {
            return null;
        }
        Block block = blocks.get(b);
        return block.entries[block.floor(address)];
    }

    /** Returns the range that contains the address, or null. */
    @Nullable ObjectEntry containing(long address) {
        ObjectEntry entry = floor(address);
        return entry != null && Long.compareUnsigned(address, entry.last()) <= 0 ? entry : null;
    }

    /** Returns a range that overlaps {@code first..last}, or null. */
    @Nullable ObjectEntry overlapping(long first, long last) {
        ObjectEntry below = floor(last);
        return below != null && Long.compareUnsigned(below.last(), first) >= 0 ? below : null;
    }

    /** Adds a range that overlaps no other. */
    void add(ObjectEntry entry) {
        int b = Math.max(0, blockOf(entry.name));
        if (blocks.isEmpty()) {
            blocks.add(new Block());
        }
        Block block = blocks.get(b);
        if (block.count == BLOCK) {
            Block upper = block.splitOff();
            blocks.add(b + 1, upper);
            if (Long.compareUnsigned(entry.name, upper.starts[0]) > 0) {
                block = upper;
            }
        }
        block.insert(block.floor(entry.name) + 1, entry);
    }

    /** Removes the range with this start; does nothing when there is none. */
    void remove(long start) {
        int b = blockOf(start);
        if (b < 0) {
            return;
        }
        Block block = blocks.get(b);
        int at = block.floor(start);
        if (block.starts[at] != start) {
            return;
        }
        block.remove(at);
        if (block.count == 0) {
            blocks.remove(b);
        }
    }

    /** Returns the block that contains the address's floor; -1 if all ranges start above it. */
    private int blockOf(long address) {
        int low = 0;
        int high = blocks.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(blocks.get(middle).starts[0], address) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }
}

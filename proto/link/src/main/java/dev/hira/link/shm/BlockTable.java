package dev.hira.link.shm;

import java.util.Arrays;

/**
 * The used and free blocks of an arena, by two-level segregated fit. Counts in granules and touches
 * no memory; not thread-safe.
 *
 * <p>Free blocks are in lists by size: a first level per power of two, a second of {@value #SECOND}
 * equal parts of it, and bit maps of the non-empty lists. Any block in a list above the wanted size
 * fits, so a search reads two words; only if there is none does it try the blocks of the size's own
 * list one by one, so that a request fails only if no block is large enough. Neighbours are linked
 * too; freed blocks merge with free neighbours at once, so two free blocks are never adjacent. (M.
 * Masmano, I. Ripoll, A. Crespo, J. Real: "TLSF: a new dynamic memory allocator for real-time
 * systems", 2004. Here the descriptions lie in arrays outside the managed memory, where its other
 * users cannot reach them.)
 */
final class BlockTable {
    static final int NONE = -1;
    private static final int SECOND_BITS = 4;
    private static final int SECOND = 1 << SECOND_BITS;
    private static final int FIRST = 31 - SECOND_BITS + 1;

    private int[] start = new int[64];
    private int[] size = new int[64];
    private int[] before = new int[64];
    private int[] after = new int[64];
    private int[] nextFree = new int[64];
    private int[] previousFree = new int[64];
    private boolean[] free = new boolean[64];
    private int blocks;
    private int unusedBlock = NONE;

    private int firstMap;
    private final int[] secondMaps = new int[FIRST];
    private final int[] heads = new int[FIRST * SECOND];

    BlockTable(int granules) {
        Arrays.fill(heads, NONE);
        int block = newBlock(0, granules);
        before[block] = NONE;
        after[block] = NONE;
        insert(block);
    }

    /** Allocates a block of exactly this size, or returns {@link #NONE}. */
    int allocate(int granules) {
        int block = find(granules);
        if (block == NONE) {
            return NONE;
        }
        remove(block);
        if (size[block] > granules) {
            insert(split(block, granules));
        }
        return block;
    }

    void free(int block) {
        int merged = block;
        int left = before[merged];
        if (left != NONE && free[left]) {
            remove(left);
            merged = join(left, merged);
        }
        int right = after[merged];
        if (right != NONE && free[right]) {
            remove(right);
            merged = join(merged, right);
        }
        insert(merged);
    }

    int start(int block) {
        return start[block];
    }

    int size(int block) {
        return size[block];
    }

    /** Returns the next block in memory, or {@link #NONE}; block 0 is always the first. */
    int after(int block) {
        return after[block];
    }

    boolean isFree(int block) {
        return free[block];
    }

    private int find(int granules) {
        int list = listOf(granules);
        int above = listAbove(granules == sizeOfList(list) ? list : list + 1);
        if (above != NONE) {
            return heads[above];
        }
        for (int block = heads[list]; block != NONE; block = nextFree[block]) {
            if (size[block] >= granules) {
                return block;
            }
        }
        return NONE;
    }

    /** Returns the lowest non-empty list from {@code list} on. */
    private int listAbove(int list) {
        int first = list >>> SECOND_BITS;
        if (first >= FIRST) {
            return NONE;
        }
        int second = secondMaps[first] & (-1 << (list & (SECOND - 1)));
        if (second == 0) {
            int rest = first + 1 >= 32 ? 0 : firstMap & (-1 << (first + 1));
            if (rest == 0) {
                return NONE;
            }
            first = Integer.numberOfTrailingZeros(rest);
            second = secondMaps[first];
        }
        return (first << SECOND_BITS) | Integer.numberOfTrailingZeros(second);
    }

    private static int listOf(int granules) {
        if (granules < SECOND) {
            return granules;
        }
        int log = 31 - Integer.numberOfLeadingZeros(granules);
        return ((log - SECOND_BITS + 1) << SECOND_BITS)
                | ((granules >>> (log - SECOND_BITS)) & (SECOND - 1));
    }

    /** Returns the smallest block size that belongs in a list. */
    private static int sizeOfList(int list) {
        int first = list >>> SECOND_BITS;
        return first == 0 ? list : (SECOND | (list & (SECOND - 1))) << (first - 1);
    }

    private void insert(int block) {
        int list = listOf(size[block]);
        int head = heads[list];
        free[block] = true;
        nextFree[block] = head;
        previousFree[block] = NONE;
        if (head != NONE) {
            previousFree[head] = block;
        }
        heads[list] = block;
        firstMap |= 1 << (list >>> SECOND_BITS);
        secondMaps[list >>> SECOND_BITS] |= 1 << (list & (SECOND - 1));
    }

    private void remove(int block) {
        int next = nextFree[block];
        int previous = previousFree[block];
        free[block] = false;
        if (next != NONE) {
            previousFree[next] = previous;
        }
        if (previous != NONE) {
            nextFree[previous] = next;
        } else {
            takeHead(listOf(size[block]), next);
        }
    }

    private void takeHead(int list, int next) {
        heads[list] = next;
        if (next == NONE) {
            int first = list >>> SECOND_BITS;
            secondMaps[first] &= ~(1 << (list & (SECOND - 1)));
            if (secondMaps[first] == 0) {
                firstMap &= ~(1 << first);
            }
        }
    }

    /** Cuts the block to a size and returns the rest as another block. */
    private int split(int block, int granules) {
        int rest = newBlock(start[block] + granules, size[block] - granules);
        size[block] = granules;
        int right = after[block];
        before[rest] = block;
        after[rest] = right;
        after[block] = rest;
        if (right != NONE) {
            before[right] = rest;
        }
        return rest;
    }

    private int join(int left, int right) {
        size[left] += size[right];
        int beyond = after[right];
        after[left] = beyond;
        if (beyond != NONE) {
            before[beyond] = left;
        }
        nextFree[right] = unusedBlock;
        unusedBlock = right;
        return left;
    }

    private int newBlock(int at, int granules) {
        int block = unusedBlock;
        if (block != NONE) {
            unusedBlock = nextFree[block];
        } else {
            block = blocks++;
            if (block == start.length) {
                grow();
            }
        }
        start[block] = at;
        size[block] = granules;
        return block;
    }

    private void grow() {
        int capacity = start.length * 2;
        start = Arrays.copyOf(start, capacity);
        size = Arrays.copyOf(size, capacity);
        before = Arrays.copyOf(before, capacity);
        after = Arrays.copyOf(after, capacity);
        nextFree = Arrays.copyOf(nextFree, capacity);
        previousFree = Arrays.copyOf(previousFree, capacity);
        free = Arrays.copyOf(free, capacity);
    }
}

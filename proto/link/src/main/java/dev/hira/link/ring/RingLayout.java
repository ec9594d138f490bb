package dev.hira.link.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The byte layout of a file with two rings, one in each direction, and the bells of both sides.
 * Side 0 created the file, side 1 mapped it. Little-endian. Fields of different writers lie at
 * least two cache lines apart, because processors fetch lines in pairs.
 *
 * <pre>
 *      0                      8             12            16
 *      +----------------------+-------------+-------------+
 *    0 | magic u64            | version u32 | capacity u32|   written before the file is offered
 *      +----------------------+-------------+-------------+
 *  128 | tail of ring 0 u64   |   written by side 0: total bytes put in
 *      +----------------------+
 *  256 | head of ring 0 u64   |   written by side 1: total bytes taken out
 *      +----------------------+
 *  384 | tail of ring 1 u64   |   written by side 1
 *      +----------------------+
 *  512 | head of ring 1 u64   |   written by side 0
 *      +------------+---------+--+------------+
 *  640 | caller u32 | poller u32 | space u32  |   states of side 0 (see {@link BellWords})
 *      +------------+------------+------------+
 *  768 | caller u32 | poller u32 |                signals to side 0
 *      +------------+------------+------------+
 *  896 | caller u32 | poller u32 | space u32  |   states of side 1
 *      +------------+------------+------------+
 * 1024 | caller u32 | poller u32 |                signals to side 1
 *      +------------+------------+------------+
 * 4096 | data of ring 0: capacity bytes       |
 *      +--------------------------------------+
 *    … | data of ring 1: capacity bytes       |
 *      +--------------------------------------+
 * </pre>
 *
 * <p>A ring's data are entries at multiples of 8; no entry wraps around the end. A frame is one
 * entry or several consecutive ones:
 *
 * <pre>
 *      0             4             8                     8+length      multiple of 8
 *      +-------------+-------------+---------------------+- - - - - - -+
 *      | length u32  | rest u32    | bytes of the frame  |             |
 *      +-------------+-------------+---------------------+- - - - - - -+
 * </pre>
 *
 * <p>{@code rest}: the number of bytes of the same frame in later entries; 0 in the last. {@link
 * #PAD} marks an entry that only fills the space up to the end of the data.
 */
public final class RingLayout {
    public static final int LINE = 128;
    static final int TAIL_0 = LINE;
    public static final int HEAD_0 = 2 * LINE;
    static final int TAIL_1 = 3 * LINE;
    static final int HEAD_1 = 4 * LINE;
    public static final int STATES_0 = 5 * LINE;
    static final int SIGNALS_0 = 6 * LINE;
    static final int STATES_1 = 7 * LINE;
    static final int SIGNALS_1 = 8 * LINE;
    public static final int DATA = 4096;

    static final int ENTRY_HEADER = 8;
    public static final int PAD = -1;

    static final int MIN_CAPACITY = 1 << 14;
    static final int MAX_CAPACITY = 1 << 28;

    public static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final VarHandle INTS = INT.varHandle();
    static final VarHandle LONGS = LONG.varHandle();

    private static final long MAGIC = 0x31676e6952617269L; // "iraRing1"
    private static final int VERSION = 1;
    private static final int VERSION_AT = 8;
    private static final int CAPACITY_AT = 12;

    private RingLayout() {}

    /** Returns the size of a file for two rings of this capacity. */
    static long bytes(int capacity) {
        return DATA + 2L * capacity;
    }

    static boolean allows(int capacity) {
        return capacity >= MIN_CAPACITY
                && capacity <= MAX_CAPACITY
                && Integer.bitCount(capacity) == 1;
    }

    /** Initializes a zeroed file as one with two empty rings. */
    static void format(MemorySegment memory, int capacity) {
        memory.set(LONG, 0, MAGIC);
        memory.set(INT, VERSION_AT, VERSION);
        memory.set(INT, CAPACITY_AT, capacity);
    }

    /** Returns the capacity of the rings in a file; 0 if it is not a file of rings. */
    public static int capacity(MemorySegment memory) {
        if (memory.byteSize() < DATA
                || memory.get(LONG, 0) != MAGIC
                || memory.get(INT, VERSION_AT) != VERSION) {
            return 0;
        }
        int capacity = memory.get(INT, CAPACITY_AT);
        return allows(capacity) && memory.byteSize() >= bytes(capacity) ? capacity : 0;
    }
}

package dev.hira.wire;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The byte layout of a frame, its records and their payload references. All numbers are
 * little-endian.
 *
 * <p>One gRPC message or ring entry holds one frame:
 *
 * <pre>
 *    0                               4               6       7       8            8+headLength
 *    +-------------------------------+---------------+-------+-------+------------+----------------+
 *    |          headLength           |    records    | audi- |   0   |    head    |      bulk      |
 *    |              u32              |      u16      | ence  |       | (records)  | (inline bytes) |
 *    +-------------------------------+---------------+-------+-------+------------+----------------+
 * </pre>
 *
 * <p>The bulk holds the inline payloads in the order of their references. A record:
 *
 * <pre>
 *    0               4       6       7       8               16              20              24
 *    +---------------+-------+-------+-------+---------------+---------------+---------------+
 *    |    length     | func- | kind  | flags |    call id    |     lane      |  argsLength   |
 *    |      u32      | tion  |  u8   |  u8   |      u64      |      u32      |      u32      |
 *    +---------------+-------+-------+-------+---------------+---------------+---------------+
 *    |  args: protobuf, argsLength bytes  |  references, 16 bytes each, up to the end         |
 *    +------------------------------------+--------------------------------------------------+
 * </pre>
 *
 * <p>{@code length} counts the whole record. A reference:
 *
 * <pre>
 *    0       1       2               4               8                              16
 *    +-------+-------+---------------+---------------+-------------------------------+
 *    | place |   0   |     field     |    length     |         arena offset          |
 *    |  u8   |       |      u16      |      u32      |              u64              |
 *    +-------+-------+---------------+---------------+-------------------------------+
 * </pre>
 *
 * <p>{@code place} is one of {@link PayloadPlaces}. The arena offset is 0 unless the place is the
 * arena.
 */
public final class FrameLayout {
    /** The bytes before the first record. */
    public static final int HEADER_BYTES = 8;

    public static final int HEAD_LENGTH = 0;
    public static final int RECORDS = 4;
    public static final int AUDIENCE = 6;
    public static final int RESERVED = 7;

    /** The frame is for the far end: a router forwards it. */
    public static final int AUDIENCE_PEER = 0;

    /** The frame is for the next hop only, which consumes it and never forwards it. */
    public static final int AUDIENCE_HOP = 1;

    /** The largest number of records in one frame. */
    public static final int MAX_RECORDS = 0xFFFF;

    /** The bytes of a record before its arguments. */
    public static final int RECORD_BYTES = 24;

    public static final int RECORD_LENGTH = 0;
    public static final int RECORD_FUNCTION = 4;
    public static final int RECORD_KIND = 6;
    public static final int RECORD_FLAGS = 7;
    public static final int RECORD_CALL_ID = 8;
    public static final int RECORD_LANE = 16;
    public static final int RECORD_ARGS_LENGTH = 20;

    /** The bytes of one payload reference. */
    public static final int REFERENCE_BYTES = 16;

    public static final int REFERENCE_PLACE = 0;
    public static final int REFERENCE_RESERVED = 1;
    public static final int REFERENCE_FIELD = 2;
    public static final int REFERENCE_LENGTH = 4;
    public static final int REFERENCE_ARENA_OFFSET = 8;

    /** The layout's numbers, for access through memory segments. */
    public static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    public static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private FrameLayout() {}
}

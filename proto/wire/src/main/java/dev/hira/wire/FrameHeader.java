package dev.hira.wire;

import io.netty.buffer.ByteBuf;

/**
 * The eight bytes before a frame's records.
 *
 * @param headLength the bytes of the records
 * @param records the number of records
 * @param audience {@link FrameLayout#AUDIENCE_PEER} or {@link FrameLayout#AUDIENCE_HOP}
 */
public record FrameHeader(int headLength, int records, int audience) {
    /**
     * Reads the header of a frame of {@code size} bytes.
     *
     * @throws MalformedFrameException when the numbers contradict the size or each other
     */
    public static FrameHeader read(ByteBuf content, int index, int size) {
        if (size < FrameLayout.HEADER_BYTES) {
            throw new MalformedFrameException(
                    "a frame of " + size + " bytes is shorter than its header of 8");
        }
        return decode(content.getLongLE(index), size);
    }

    /**
     * Decodes the header from the little-endian number {@code bits}, of a frame of {@code size}
     * bytes.
     */
    public static FrameHeader decode(long bits, int size) {
        int length = (int) bits;
        int count = (int) (bits >>> 32) & 0xFFFF;
        int audience = (int) (bits >>> 48) & 0xFF;
        int reserved = (int) (bits >>> 56) & 0xFF;
        if (length < 0 || length > size - FrameLayout.HEADER_BYTES) {
            throw new MalformedFrameException(
                    "a frame of "
                            + size
                            + " bytes claims records of "
                            + Integer.toUnsignedString(length));
        }
        if (audience > FrameLayout.AUDIENCE_HOP || reserved != 0) {
            throw new MalformedFrameException(
                    "a frame has audience "
                            + audience
                            + " and reserved byte "
                            + reserved
                            + " where 0 or 1, and 0, are allowed");
        }
        if (length < (long) count * FrameLayout.RECORD_BYTES) {
            throw new MalformedFrameException(
                    count + " records do not fit into " + length + " bytes");
        }
        return new FrameHeader(length, count, audience);
    }
}

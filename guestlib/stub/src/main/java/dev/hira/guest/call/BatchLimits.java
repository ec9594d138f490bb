package dev.hira.guest.call;

import dev.hira.wire.ArgsWriter;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;

/**
 * When a batch is full, what the other end accepts, and how payloads are written accordingly.
 *
 * @param batchBytes a batch of this size is sent
 * @param batchRecords a batch of this many records is sent
 * @param frameBytes the most that the other end accepts in a frame
 * @param payloadBytes the most that it accepts in one payload of a frame
 * @param copyLimit larger payloads are not copied but sent at once from where they are
 */
public record BatchLimits(
        int batchBytes, int batchRecords, long frameBytes, long payloadBytes, int copyLimit) {

    /** What holds before the other end has said anything, and for what it did not say. */
    public static final long UNLIMITED = Integer.MAX_VALUE;

    public static BatchLimits of(StubSettings settings, long frame, long records, long payload) {
        long frameBytes = frame == 0 ? UNLIMITED : Math.min(frame, UNLIMITED);
        long most =
                records == 0 ? FrameLayout.MAX_RECORDS : Math.min(records, FrameLayout.MAX_RECORDS);
        return new BatchLimits(
                (int) Math.min(settings.batchBytes(), frameBytes),
                (int) Math.min(settings.batchRecords(), most),
                frameBytes,
                payload == 0 ? frameBytes : Math.min(payload, frameBytes),
                settings.copyLimit());
    }

    /** The bytes that a record adds to a frame. */
    public int sizeOf(ArgsWriter args, Buffers buffers) {
        long size =
                FrameLayout.RECORD_BYTES
                        + args.length()
                        + (long) buffers.count() * FrameLayout.REFERENCE_BYTES
                        + inlineBytes(buffers);
        return (int) Math.min(size, UNLIMITED);
    }

    /** The bytes of payloads that travel in the frame. */
    public long inlineBytes(Buffers buffers) {
        long bytes = 0;
        for (int i = 0; i < buffers.count(); i++) {
            if (isInline(buffers, i)) {
                bytes += buffers.bytes(i);
            }
        }
        return bytes;
    }

    /** Whether a payload stays where it is, so that the frame must be sent at once. */
    public boolean borrows(Buffers buffers) {
        for (int i = 0; i < buffers.count(); i++) {
            if (isInline(buffers, i) && buffers.bytes(i) > copyLimit) {
                return true;
            }
        }
        return false;
    }

    public void write(Buffers buffers, FrameWriter writer) {
        for (int i = 0; i < buffers.count(); i++) {
            int field = buffers.field(i);
            long bytes = buffers.bytes(i);
            if (buffers.place(i) != Buffers.INLINE) {
                writer.payloadArena(field, buffers.offset(i), bytes);
            } else if (buffers.role(i) == Buffers.INPUT) {
                writer.payloadInline(field, buffers.memory(i), bytes, bytes > copyLimit);
            } else {
                writer.payloadWanted(field, bytes);
            }
        }
    }

    public boolean isFull(int bytes, int records) {
        return bytes >= batchBytes || records >= batchRecords;
    }

    /** Whether a frame of this size would be refused. */
    public boolean exceeds(long bytes) {
        return bytes > frameBytes;
    }

    public void requireFits(int size) {
        if (exceeds((long) size + FrameLayout.HEADER_BYTES)) {
            throw new IllegalArgumentException(
                    "a call of "
                            + size
                            + " bytes exceeds the "
                            + frameBytes
                            + " that the router accepts in one frame; pass less data at once, or"
                            + " have the router's limit on frames raised");
        }
    }

    private static boolean isInline(Buffers buffers, int i) {
        return buffers.role(i) == Buffers.INPUT && buffers.place(i) == Buffers.INLINE;
    }
}

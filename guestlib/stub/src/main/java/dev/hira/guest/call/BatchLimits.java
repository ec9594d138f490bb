package dev.hira.guest.call;

import dev.hira.wire.ArgsWriter;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;

/**
 * The limits of batches and frames, which decide where payloads are written.
 *
 * @param batchBytes the size at which a batch is sent
 * @param batchRecords the number of records at which a batch is sent
 * @param frameBytes the largest frame that the other end accepts
 * @param payloadBytes the largest payload in a frame that the other end accepts
 * @param copyLimit the largest payload that is copied; a frame with a larger one is sent at once,
 *     straight from the caller's memory
 */
public record BatchLimits(
        int batchBytes, int batchRecords, long frameBytes, long payloadBytes, int copyLimit) {

    /** The limit where the other end states none. */
    public static final long UNLIMITED = Integer.MAX_VALUE;

    /** Returns the limits from the settings and from what the other end states; 0: nothing. */
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

    /** Returns the bytes that a record adds to a frame. */
    public int sizeOf(ArgsWriter args, Buffers buffers) {
        long size =
                FrameLayout.RECORD_BYTES
                        + args.length()
                        + (long) buffers.count() * FrameLayout.REFERENCE_BYTES
                        + inlineBytes(buffers);
        return (int) Math.min(size, UNLIMITED);
    }

    /** Returns the bytes of payloads that travel in the frame. */
    public long inlineBytes(Buffers buffers) {
        long bytes = 0;
        for (int i = 0; i < buffers.count(); i++) {
            if (isInline(buffers, i)) {
                bytes += buffers.bytes(i);
            }
        }
        return bytes;
    }

    /** Returns whether a payload is used in place, so that the frame must be sent at once. */
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

    /** Returns whether the other end would refuse a frame of this size. */
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
                            + " that the router accepts in one frame; pass less data per call, or"
                            + " ask the operator to raise the router's limit on frames");
        }
    }

    private static boolean isInline(Buffers buffers, int i) {
        return buffers.role(i) == Buffers.INPUT && buffers.place(i) == Buffers.INLINE;
    }
}

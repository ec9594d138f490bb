package dev.hira.wire;

import java.util.Arrays;

/**
 * Collects ended calls for DONE records: a Done message with three numbers per call, usually four
 * to six bytes. Reused; belongs to one thread.
 */
public final class DoneWriter {
    /** The size at which to send. */
    private static final int FULL = 16 << 10;

    /** Three numbers of at most ten bytes. */
    private static final int MOST_OF_CALL = 30;

    /** The space for field 1, a packed field, and its length. */
    private static final byte TAG = 1 << 3 | 2;

    private static final int LENGTH_BYTES = 4;
    private static final int START = 1 + LENGTH_BYTES;

    private byte[] out = new byte[256];
    private int position = START;
    private long lastCall;

    /** Adds a call whose work has ended. */
    public void add(long call, int device, long nanos) {
        if (out.length - position < MOST_OF_CALL) {
            out = Arrays.copyOf(out, out.length * 2);
        }
        long step = call - lastCall;
        lastCall = call;
        number(step << 1 ^ step >> 63);
        number(device);
        number(nanos);
    }

    public boolean isEmpty() {
        return position == START;
    }

    /** Returns whether enough is collected for a separate frame. */
    public boolean isFull() {
        return position >= FULL;
    }

    /** Writes a record with the collected calls, if any, and restarts. */
    public void finish(FrameWriter frame) {
        if (isEmpty()) {
            return;
        }
        out[0] = TAG;
        Varints.putInFourBytes(out, 1, position - START);
        frame.begin(RecordKinds.DONE, 0, 0, 0, 0).args(out, position).end();
        position = START;
        lastCall = 0;
    }

    private void number(long value) {
        position = Varints.put(out, position, value);
    }
}

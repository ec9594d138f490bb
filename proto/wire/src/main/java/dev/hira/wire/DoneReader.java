package dev.hira.wire;

/**
 * Reads DONE records: {@code reader.wrap(cursor); while (reader.next()) …}. Allocates nothing.
 * Belongs to one thread.
 */
public final class DoneReader {
    private final ArgsReader args = new ArgsReader();
    private boolean inside;
    private int outer;
    private long call;
    private int device;
    private long nanos;

    /** Restarts with a cursor's current record. */
    public DoneReader wrap(RecordCursor record) {
        record.args(args);
        inside = false;
        call = 0;
        return this;
    }

    /**
     * Moves to the next call whose work has ended; false at the end.
     *
     * @throws MalformedFrameException when the record is malformed
     */
    public boolean next() {
        while (!inside || !args.hasNumber()) {
            if (inside) {
                args.leave(outer);
            }
            inside = args.next();
            if (!inside) {
                return false;
            }
            if (args.field() != 1) {
                throw new MalformedFrameException(
                        "a record of kind DONE has the unknown field " + args.field());
            }
            outer = args.enter();
        }
        read();
        return true;
    }

    private void read() {
        long step = args.number();
        call += step >>> 1 ^ -(step & 1);
        long ordinal = args.number();
        nanos = args.number();
        if (ordinal < 0 || ordinal > Integer.MAX_VALUE || nanos < 0) {
            throw new MalformedFrameException(
                    "the work of call "
                            + call
                            + " claims to have taken "
                            + nanos
                            + " ns of device "
                            + ordinal);
        }
        device = (int) ordinal;
    }

    /** Returns the call's number. */
    public long call() {
        return call;
    }

    /**
     * Returns the device that did the work, by the session's ordinal; the first one without work.
     */
    public int device() {
        return device;
    }

    /** Returns the device time of the work. */
    public long nanos() {
        return nanos;
    }
}

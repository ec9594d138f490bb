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

    /** Starts over with the record at which a cursor is. */
    public DoneReader wrap(RecordCursor record) {
        record.args(args);
        inside = false;
        call = 0;
        return this;
    }

    /**
     * Goes to the next call whose work has ended; false when there is none.
     *
     * @throws MalformedFrameException when the record is not well-formed
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
                            + " is said to have taken "
                            + nanos
                            + " ns of device "
                            + ordinal);
        }
        device = (int) ordinal;
    }

    /** The call's number. */
    public long call() {
        return call;
    }

    /** The device that did the work, as the session counts; the first one when there was none. */
    public int device() {
        return device;
    }

    /** The time that the device took. */
    public long nanos() {
        return nanos;
    }
}

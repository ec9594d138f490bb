package dev.hira.wire;

/** Where the bytes of a payload reference are. */
public final class PayloadPlaces {
    /** The bytes follow in the frame's bulk. */
    public static final int INLINE = 1;

    /** The bytes lie in the session's arena at the reference's offset; an output is put there. */
    public static final int ARENA = 2;

    /** No bytes yet: an output that is to be returned inline; the length is the capacity. */
    public static final int WANTED = 3;

    private PayloadPlaces() {}
}

package dev.hira.wire;

/** The places of a payload reference's bytes. */
public final class PayloadPlaces {
    /** The bytes follow in the frame's bulk. */
    public static final int INLINE = 1;

    /** The bytes lie in the session's arena at the reference's offset; an output goes there. */
    public static final int ARENA = 2;

    /** No bytes yet: an output to be returned inline; the length is the capacity. */
    public static final int WANTED = 3;

    private PayloadPlaces() {}
}

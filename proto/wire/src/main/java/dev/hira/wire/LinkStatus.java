package dev.hira.wire;

/** The reason for which a link closed: a cause for programs, and a sentence for people. */
public record LinkStatus(Cause cause, String message) {
    /** The causes, each with the action that it leaves to the session's owner. */
    public enum Cause {
        /** The session ended as intended. */
        NORMAL,
        /** The peer is gone or does not answer: reopen the session. */
        UNAVAILABLE,
        /** The peer did not accept this end's credentials: give up or get other ones. */
        UNAUTHENTICATED,
        /** A limit was exceeded: give up, or use fewer resources. */
        EXHAUSTED,
        /** A frame broke the protocol: give up. */
        PROTOCOL,
        /** The requested API, device or place does not exist: give up, or change the request. */
        REFUSED,
        /** A defect at one of the ends: give up and report it. */
        INTERNAL,
        /** The peer works, but did not get to the request in time: try again later. */
        OVERLOADED;

        /** Returns the cause's number on the wire. New causes are only ever added at the end. */
        @SuppressWarnings("EnumOrdinal")
        public int number() {
            return ordinal();
        }

        /** Returns the cause with a number; an unknown one counts as {@link #INTERNAL}. */
        public static Cause of(int number) {
            Cause[] all = values();
            return number >= 0 && number < all.length ? all[number] : INTERNAL;
        }
    }

    public static final LinkStatus NORMAL = new LinkStatus(Cause.NORMAL, "closed");
}

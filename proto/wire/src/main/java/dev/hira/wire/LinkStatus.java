package dev.hira.wire;

/** Why a link closed: a cause that software decides by, and a sentence for people. */
public record LinkStatus(Cause cause, String message) {
    /** The causes; each says what the session's owner can do. */
    public enum Cause {
        /** The session ended as intended. */
        NORMAL,
        /** The peer is gone or not answering: reopen the session. */
        UNAVAILABLE,
        /** The peer did not accept who we are: give up or get other credentials. */
        UNAUTHENTICATED,
        /** A limit was exceeded: give up, or use less. */
        EXHAUSTED,
        /** A frame broke the protocol: give up. */
        PROTOCOL,
        /**
         * What was asked for is not there (an API, a device, a place): give up, or ask for
         * something else.
         */
        REFUSED,
        /** A defect at one of the ends: give up and report it. */
        INTERNAL;

        /** The cause's number on the wire. Causes are only ever added, at the end. */
        @SuppressWarnings("EnumOrdinal")
        public int number() {
            return ordinal();
        }

        /** The cause with a number; what is not known here is taken for {@link #INTERNAL}. */
        public static Cause of(int number) {
            Cause[] all = values();
            return number >= 0 && number < all.length ? all[number] : INTERNAL;
        }
    }

    public static final LinkStatus NORMAL = new LinkStatus(Cause.NORMAL, "closed");
}

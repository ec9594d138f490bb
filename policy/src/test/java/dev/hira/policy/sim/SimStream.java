package dev.hira.policy.sim;

/** One of several streams of a session, whose kernels may run at the same time. */
record SimStream(Object session, long number) {
    /** Returns the session of a stream, or the session itself if it has only one. */
    static Object sessionOf(Object streamOrSession) {
        return streamOrSession instanceof SimStream stream ? stream.session : streamOrSession;
    }
}

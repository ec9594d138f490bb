package dev.hira.link.ring;

/** One ring link as its poller sees it. Called by the poller's thread only. */
interface RingPort {
    /** Does a bounded amount of what there is to do; whether there was anything. */
    boolean serve();

    /** Whether {@link #serve} would do something. */
    boolean hasWork();

    /**
     * States in shared memory that the poller is about to sleep.
     *
     * @return what the word at {@link #sleepAddress} holds until it is woken
     */
    int asleep();

    /** States that it is awake. */
    void awake();

    /** The word on which the poller sleeps. */
    long sleepAddress();

    /** Wakes the peer, if that was put off during {@link #serve}. */
    void ringPeer();

    /** When it must be served even if nobody wakes it, by the nano clock; or far in the future. */
    long deadline();

    /** Closes itself if its memory is gone. */
    void checkMemory();

    /** The poller ends. */
    void pollerStopped();
}

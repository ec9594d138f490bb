package dev.hira.link.ring;

/** One ring link as its poller sees it. Called only by the poller's thread. */
interface RingPort {
    /** Does a bounded amount of pending work; returns whether there was any. */
    boolean serve();

    /** Returns whether {@link #serve} would do anything. */
    boolean hasWork();

    /**
     * Announces in shared memory that the poller is about to sleep.
     *
     * @return the value that the word at {@link #sleepAddress} holds until the poller is woken
     */
    int asleep();

    /** Announces that the poller is awake. */
    void awake();

    /** Returns the address of the word on which the poller sleeps. */
    long sleepAddress();

    /** Wakes the peer if a wake-up was postponed during {@link #serve}. */
    void ringPeer();

    /**
     * Returns when the link must be served even without a wake-up, by the nano clock, or a time far
     * in the future.
     */
    long deadline();

    /** Closes the link if its memory is gone. */
    void checkMemory();

    /** Closes the link because the poller ends. */
    void pollerStopped();
}

package dev.hira.link.ring;

import static dev.hira.link.ring.BellWords.ASLEEP;
import static dev.hira.link.ring.BellWords.AWAKE;
import static dev.hira.link.ring.BellWords.CALLER;
import static dev.hira.link.ring.BellWords.NOBODY;
import static dev.hira.link.ring.BellWords.POLLER;
import static dev.hira.link.ring.BellWords.SLEEP;
import static dev.hira.link.ring.BellWords.SPACE;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

/** The bells of this side of a pair of rings: what its threads say of themselves. */
final class OwnBells {
    private final MemorySegment memory;
    private final long states;
    private final long signals;
    private final AtomicInteger numbers;
    private int callerSleeps;
    private int pollerSleeps;
    private int spaceWanted;

    /**
     * @param numbers those that this side writes into signal words, two apart; the other side's lie
     *     between
     */
    OwnBells(MemorySegment memory, long states, long signals, AtomicInteger numbers) {
        this.memory = memory;
        this.states = states;
        this.signals = signals;
        this.numbers = numbers;
    }

    /** The caller is awake, and will look for work before it sleeps or leaves. */
    void callerAwake() {
        store(CALLER, AWAKE);
    }

    /** There is no caller. To be followed by a full fence and a look for work. */
    void callerGone() {
        store(CALLER, NOBODY);
    }

    /**
     * The caller is about to sleep. To be followed by a full fence and a look for work.
     *
     * @return what its signal word holds until it is woken
     */
    int callerAsleep() {
        int expected = signal(CALLER);
        callerSleeps += SLEEP;
        store(CALLER, callerSleeps | ASLEEP);
        return expected;
    }

    long callerAddress() {
        return memory.address() + signals + CALLER;
    }

    /** Wakes the caller from another thread of this process. */
    void wakeCaller() {
        RingLayout.INTS.setOpaque(memory, signals + CALLER, numbers.addAndGet(2));
        Futex.wake(callerAddress(), 1);
    }

    void pollerAwake() {
        store(POLLER, NOBODY);
    }

    /** The same as {@link #callerAsleep} for the poller. */
    int pollerAsleep() {
        int expected = signal(POLLER);
        pollerSleeps += SLEEP;
        store(POLLER, pollerSleeps | ASLEEP);
        return expected;
    }

    long pollerAddress() {
        return memory.address() + signals + POLLER;
    }

    /**
     * Asks to be woken when the ring has space; what filled it has been published. To be followed
     * by a full fence and a look.
     */
    void wantSpace() {
        RingLayout.INTS.setRelease(memory, states + SPACE, ++spaceWanted);
    }

    private int signal(int word) {
        return (int) RingLayout.INTS.getVolatile(memory, signals + word);
    }

    private void store(int word, int value) {
        RingLayout.INTS.setOpaque(memory, states + word, value);
    }
}

package dev.hira.link.ring;

import static dev.hira.link.ring.BellWords.ASLEEP;
import static dev.hira.link.ring.BellWords.AWAKE;
import static dev.hira.link.ring.BellWords.CALLER;
import static dev.hira.link.ring.BellWords.NO_THREAD;
import static dev.hira.link.ring.BellWords.POLLER;
import static dev.hira.link.ring.BellWords.SLEEP;
import static dev.hira.link.ring.BellWords.SPACE;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

/** The bells of this side of a pair of rings, where its threads announce their states. */
final class OwnBells {
    private final MemorySegment memory;
    private final long states;
    private final long signals;
    private final AtomicInteger numbers;
    private int callerSleeps;
    private int pollerSleeps;
    private int spaceWanted;

    /**
     * @param numbers the sleep numbers that this side writes into signal words, two apart; the
     *     other side's numbers lie between
     */
    OwnBells(MemorySegment memory, long states, long signals, AtomicInteger numbers) {
        this.memory = memory;
        this.states = states;
        this.signals = signals;
        this.numbers = numbers;
    }

    /** Announces that the caller is awake and will look for work before it sleeps or leaves. */
    void callerAwake() {
        store(CALLER, AWAKE);
    }

    /** Announces that no caller reads. The thread must then fence fully and look for work. */
    void callerGone() {
        store(CALLER, NO_THREAD);
    }

    /**
     * Announces that the caller is about to sleep. The thread must then fence fully and look for
     * work.
     *
     * @return the value that its signal word holds until the caller is woken
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
        store(POLLER, NO_THREAD);
    }

    /** Like {@link #callerAsleep}, for the poller. */
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
     * Asks for a wake-up when the ring has space; the frames that filled it are already published.
     * The thread must then fence fully and look again.
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

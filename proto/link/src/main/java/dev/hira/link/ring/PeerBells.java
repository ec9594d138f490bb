package dev.hira.link.ring;

import static dev.hira.link.ring.BellWords.ASLEEP;
import static dev.hira.link.ring.BellWords.AWAKE;
import static dev.hira.link.ring.BellWords.CALLER;
import static dev.hira.link.ring.BellWords.POLLER;
import static dev.hira.link.ring.BellWords.SPACE;
import static dev.hira.link.ring.BellWords.STATE;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The bells of the other side of a pair of rings. Ringing is harmless to this side, whatever values
 * they hold.
 */
final class PeerBells {
    private final MemorySegment memory;
    private final long states;
    private final long signals;
    private final AtomicInteger numbers;
    private final AtomicInteger endedCallerSleep = new AtomicInteger();
    private final AtomicInteger endedPollerSleep = new AtomicInteger();
    private int spaceAnswered;

    /**
     * @param numbers the sleep numbers that this side writes into signal words
     */
    PeerBells(MemorySegment memory, long states, long signals, AtomicInteger numbers) {
        this.memory = memory;
        this.states = states;
        this.signals = signals;
        this.numbers = numbers;
    }

    /**
     * Wakes the other side if it sleeps. All that it must see has been stored before.
     *
     * @return false if the memory is gone
     */
    boolean ring() {
        VarHandle.fullFence();
        int caller = load(CALLER);
        return switch (caller & STATE) {
            case AWAKE -> true;
            case ASLEEP -> end(caller, endedCallerSleep, CALLER);
            default -> {
                int poller = load(POLLER);
                yield (poller & STATE) != ASLEEP || end(poller, endedPollerSleep, POLLER);
            }
        };
    }

    /**
     * Returns whether the other side waits for room in the ring that this side reads, and now has
     * it; true once per wait. Loads the wish before the room: the other side fills the ring and
     * then wishes, so room seen before the wish may be full already, and an answer to it would be
     * lost.
     */
    boolean takeSpaceWanted(BooleanSupplier room) {
        int wanted = (int) RingLayout.INTS.getAcquire(memory, states + SPACE);
        if (wanted == spaceAnswered || !room.getAsBoolean()) {
            return false;
        }
        spaceAnswered = wanted;
        return true;
    }

    /** Ends a sleep unless it has ended already. */
    private boolean end(int sleep, AtomicInteger ended, int word) {
        int last = ended.get();
        if (last == sleep || !ended.compareAndSet(last, sleep)) {
            return true;
        }
        RingLayout.INTS.setOpaque(memory, signals + word, numbers.addAndGet(2));
        return Futex.wake(memory.address() + signals + word, 1);
    }

    private int load(int word) {
        return (int) RingLayout.INTS.getOpaque(memory, states + word);
    }
}

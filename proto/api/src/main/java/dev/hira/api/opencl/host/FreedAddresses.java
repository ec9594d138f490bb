package dev.hira.api.opencl.host;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * The device addresses of memory objects that have ended. A device clears and gives back memory
 * after all commands that came before the end, and a new object at the same address waits for that.
 * If such a command waits for an event of the program, the new object would wait for the program.
 * So an address becomes free when each event of the program that had no status at the object's end
 * has one, or was released. Only the {@link #MOST} newest addresses wait: a program that keeps such
 * an event for ever neither fills memory nor runs out of addresses.
 */
public final class FreedAddresses {
    /** The most addresses that wait. */
    static final int MOST = 128;

    private final LongConsumer free;

    /** The program's events without a status, in the order of their creation. */
    @GuardedBy("this")
    private final Map<Long, Shut> shut = new LinkedHashMap<>();

    @GuardedBy("this")
    private final Deque<Freed> waiting = new ArrayDeque<>();

    /** The number of the newest event. */
    @GuardedBy("this")
    private long newest;

    /**
     * An event of the program without a status, and how often the program still has to release it.
     */
    private record Shut(long number, int references) {}

    /**
     * An address of an object that has ended.
     *
     * @param after the number of the newest event at that time
     */
    private record Freed(long address, long after) {}

    /**
     * Creates a set without addresses.
     *
     * @param free takes each address when it is free
     */
    public FreedAddresses(LongConsumer free) {
        this.free = free;
    }

    /** Notes a new event of the program, which has no status. */
    public synchronized void created(long event) {
        shut.put(event, new Shut(++newest, 1));
    }

    /** Adds 1 to the count of an event. */
    public synchronized void retained(long event) {
        if (shut.isEmpty()) {
            return;
        }
        var _ = shut.computeIfPresent(event, (_, it) -> new Shut(it.number, it.references + 1));
    }

    /** Takes 1 from the count of an event. */
    public synchronized void released(long event) {
        if (shut.isEmpty()) {
            return; // most programs have no such event, and release many others
        }
        var _ =
                shut.computeIfPresent(
                        event,
                        (_, it) ->
                                it.references == 1 ? null : new Shut(it.number, it.references - 1));
        freeAll();
    }

    /** Notes that an event of the program has a status. */
    public synchronized void set(long event) {
        shut.remove(event);
        freeAll();
    }

    /** Notes that the memory object at an address has ended. */
    public synchronized void ended(long address) {
        waiting.add(new Freed(address, newest));
        freeAll();
    }

    @GuardedBy("this")
    private void freeAll() {
        long oldest = shut.isEmpty() ? Long.MAX_VALUE : shut.values().iterator().next().number;
        while (!waiting.isEmpty() && (waiting.element().after < oldest || waiting.size() > MOST)) {
            free.accept(waiting.remove().address);
        }
    }
}

package dev.hira.api;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Checks memory that a program passes to a function. */
public final class ProgramMemory {
    private ProgramMemory() {}

    /**
     * Requires that the calling thread may access the memory.
     *
     * @param memory null: none
     * @throws IllegalStateException when the memory has been freed
     * @throws WrongThreadException when the memory belongs to another thread
     */
    public static void requireUsable(@Nullable MemorySegment memory, String function) {
        if (memory == null) {
            return;
        }
        if (!memory.scope().isAlive()) {
            throw new IllegalStateException(function + " was given memory that has been freed");
        }
        if (!memory.isAccessibleBy(Thread.currentThread())) {
            throw new WrongThreadException(
                    function + " was given memory of an arena that is confined to another thread");
        }
    }
}

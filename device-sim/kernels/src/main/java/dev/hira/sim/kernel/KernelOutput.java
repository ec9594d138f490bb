package dev.hira.sim.kernel;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The text that the kernels of a context print, until the program synchronizes with them. Its room
 * is limited; further text displaces the oldest, as in CUDA.
 */
public final class KernelOutput {
    /** The room that a call of printf takes besides its text. */
    private static final long CALL_BYTES = 16;

    private final LongSupplier room;
    private final Consumer<String> sink;

    @GuardedBy("this")
    private final ArrayDeque<String> calls = new ArrayDeque<>();

    @GuardedBy("this")
    private long used;

    private volatile boolean empty = true;

    /**
     * Creates an empty output.
     *
     * @param room the most bytes that it keeps
     * @param sink receives the text
     */
    public KernelOutput(LongSupplier room, Consumer<String> sink) {
        this.room = room;
        this.sink = sink;
    }

    /** Adds the text of one call. */
    public synchronized void add(String text) {
        calls.add(text);
        used += bytes(text);
        while (used > room.getAsLong() && !calls.isEmpty()) {
            used -= bytes(calls.remove());
        }
        empty = calls.isEmpty();
    }

    private static long bytes(String text) {
        return text.length() + CALL_BYTES;
    }

    /** The texts of the calls that have not been passed to the sink, in their order. */
    public synchronized List<String> pending() {
        return List.copyOf(calls);
    }

    /** Passes all text to the sink. */
    public void flush() {
        if (!empty) {
            String all = takeAll();
            if (!all.isEmpty()) {
                sink.accept(all);
            }
        }
    }

    private synchronized String takeAll() {
        String all = String.join("", calls);
        calls.clear();
        used = 0;
        empty = true;
        return all;
    }
}

package dev.hira.sim.kernel;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The text that the kernels of a context print, until the program synchronizes with them, or until
 * their launch ends. Its room is limited; further text displaces the oldest, as in CUDA.
 */
public final class KernelOutput {
    /** The room that a call of printf takes besides its text. */
    private static final long CALL_BYTES = 16;

    private final LongSupplier room;
    private final BooleanSupplier byLaunch;
    private final Consumer<String> sink;

    @GuardedBy("this")
    private final ArrayDeque<Text> calls = new ArrayDeque<>();

    @GuardedBy("this")
    private long used;

    private volatile boolean empty = true;

    /**
     * The text of one call of printf.
     *
     * @param grid the number of the grid that called it
     */
    public record Text(long grid, String text) {
        private long bytes() {
            return text.length() + CALL_BYTES;
        }
    }

    /**
     * Creates an empty output.
     *
     * @param room the most bytes that it keeps
     * @param byLaunch whether {@link #takeOf} takes the text of each launch at its end; otherwise
     *     {@link #flush} passes it to the sink
     * @param sink receives the text
     */
    public KernelOutput(LongSupplier room, BooleanSupplier byLaunch, Consumer<String> sink) {
        this.room = room;
        this.byLaunch = byLaunch;
        this.sink = sink;
    }

    /** Adds the text of one call. */
    public synchronized void add(Text text) {
        calls.add(text);
        used += text.bytes();
        while (used > room.getAsLong() && !calls.isEmpty()) {
            used -= calls.remove().bytes();
        }
        empty = calls.isEmpty();
    }

    /** The texts of the calls that have not been passed on, in their order. */
    public synchronized List<Text> pending() {
        return List.copyOf(calls);
    }

    /** Takes the text of a grid that has ended, if texts are taken by launch; otherwise nothing. */
    public String takeOf(long grid) {
        return empty || !byLaunch.getAsBoolean() ? "" : take(grid);
    }

    private synchronized String take(long grid) {
        StringBuilder all = new StringBuilder();
        for (Iterator<Text> each = calls.iterator(); each.hasNext(); ) {
            Text text = each.next();
            if (text.grid() == grid) {
                all.append(text.text());
                used -= text.bytes();
                each.remove();
            }
        }
        empty = calls.isEmpty();
        return all.toString();
    }

    /** Passes all text to the sink, unless texts are taken by launch. */
    public void flush() {
        if (!empty && !byLaunch.getAsBoolean()) {
            String all = takeAll();
            if (!all.isEmpty()) {
                sink.accept(all);
            }
        }
    }

    private synchronized String takeAll() {
        StringBuilder all = new StringBuilder();
        calls.forEach(text -> all.append(text.text()));
        calls.clear();
        used = 0;
        empty = true;
        return all.toString();
    }
}

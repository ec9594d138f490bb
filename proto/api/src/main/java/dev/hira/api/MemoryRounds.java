package dev.hira.api;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The pre-copy of a process's device memory: rounds that pass on what has changed while the process
 * works, and at last its whole state. All rounds and the state go to the same receiver, in their
 * order:
 *
 * <ol>
 *   <li>{@link #round} as often as it pays, while calls are made at the process; after each one,
 *       the {@linkplain StateReceiver#missed ranges that the receiver missed} go to {@link
 *       #missed};
 *   <li>the process {@linkplain #save comes to rest}, and so does the receiver;
 *   <li>once more, the ranges that the receiver missed go to {@link #missed};
 *   <li>{@link #save} passes on the rest.
 * </ol>
 *
 * <p>Between the steps, any call may be made at the process. Objects may be created and destroyed
 * here and at the receiver at different times; only at {@link #save} must both have the same.
 *
 * <p>The process's writes are tracked until the rounds are closed. After a failure the receiver is
 * useless, and the rounds can only be closed; the process itself is never impaired. Used by one
 * thread at a time.
 */
public interface MemoryRounds extends AutoCloseable {
    /**
     * Estimates the bytes that the next round would pass on. Before the first one, that is all
     * memory that is in use.
     */
    long pending();

    /**
     * Passes on the memory that has changed since the round before; the first time, all memory that
     * is not zero. Memory that changes meanwhile is passed on as it was at some moment, and again
     * by the next round. May take long.
     *
     * @return the bytes of memory that the sink took
     * @throws StateException when the sink refuses them
     */
    long round(StateSink sink);

    /** Has memory passed on once more, by the next round or {@link #save}. */
    void missed(List<MemoryRange> ranges);

    /**
     * Writes the state, as a save without rounds would, but only the memory that has changed since
     * the last round. The process must be at rest. May take long. Nothing but {@link #close} may
     * follow.
     *
     * @return the bytes of memory that the sink took
     * @throws StateException when the state cannot be saved, or the sink refuses it
     */
    long save(StateSink sink);

    /**
     * Writes the state while the receiver still finds out what it missed.
     *
     * @param missed returns the ranges that the receiver missed; asked once, before the end of the
     *     state, in place of the last call of {@link #missed(List)}
     * @return see {@link #save(StateSink)}
     * @throws StateException see {@link #save(StateSink)}
     */
    default long save(StateSink sink, Supplier<List<MemoryRange>> missed) {
        missed(missed.get());
        return save(sink);
    }

    /** Ends the tracking of writes. */
    @Override
    void close();

    /** Returns rounds that pass on nothing, for a driver that cannot copy ahead. */
    static MemoryRounds none(Consumer<StateSink> save) {
        return new MemoryRounds() {
            @Override
            public long pending() {
                return 0;
            }

            @Override
            public long round(StateSink sink) {
                return 0;
            }

            @Override
            public void missed(List<MemoryRange> ranges) {}

            @Override
            public long save(StateSink sink) {
                save.accept(sink);
                return 0;
            }

            @Override
            public void close() {}
        };
    }
}

package dev.hira.server.host;

import dev.hira.api.MemoryRounds;
import dev.hira.api.StateReceiver;
import dev.hira.api.StateSink;
import dev.hira.server.dispatch.HandleType;
import java.time.Duration;
import java.util.List;

/**
 * The part of a process's state that repeating the session's recorded calls does not recreate: the
 * content of device memory, and everything that the devices chose or did. It moves a session from
 * one process to another:
 *
 * <ol>
 *   <li>the old process {@linkplain #quiesce comes to rest};
 *   <li>its {@linkplain #placements placements} go to {@link #prepare} of the new one;
 *   <li>the recorded calls are made at the new one;
 *   <li>the old one {@linkplain #save saves} into the {@linkplain #restorer restorer} of the new
 *       one.
 * </ol>
 *
 * <p>Memory can {@linkplain #precopy go ahead} while the old process works.
 *
 * <p>A failure leaves the old process as it was; the new one is closed.
 */
public interface SessionState {
    /**
     * Waits until all submitted work has ended; no call may be made meanwhile. May take long.
     *
     * @return false: some work had not ended after the time limit
     */
    boolean quiesce(Duration limit) throws InterruptedException;

    /**
     * Returns what calls or submitted work wait for that cannot happen while no call is made, as a
     * clause; empty: nothing that is known.
     */
    default String waitsInVain() {
        return "";
    }

    /** The outcome of {@link #stop}. */
    enum Stop {
        /** Some work had not come to a stop within the limit; all work goes on. */
        TOO_LATE,
        /** All submitted work has ended. */
        ENDED,
        /** Work is left that stands still until {@link #goOn}; it travels with the state. */
        STANDS_STILL
    }

    /**
     * Makes submitted work stand still, so that it goes on in the new process; kernels stop between
     * blocks. Waits for work that cannot travel. May take long.
     */
    default Stop stop(Duration limit) throws InterruptedException {
        return quiesce(limit) ? Stop.ENDED : Stop.TOO_LATE;
    }

    /**
     * Makes submitted work stand still while calls are still made and add to it; kernels stop
     * between blocks. {@link #stop} or {@link #goOn} follows. May take long.
     *
     * @return what had not come to a stop within the limit, as a clause in the past perfect; empty:
     *     all work stands still and can travel
     */
    default String settle(Duration limit) throws InterruptedException {
        return "";
    }

    /**
     * Lets submitted work go on for only a part of the time until the calling thread is
     * interrupted, and then for all of it again. Work that writes memory more slowly can be copied.
     * Returns at once if the devices cannot do this.
     *
     * @param factor the work goes on for about 1/factor of the time; more than 1
     */
    default void slowDown(int factor) throws InterruptedException {}

    /**
     * Lets no further function of the program begin, and waits until the device has no function
     * under way. Calls and all other work go on; {@link #settle}, {@link #stop} or {@link #goOn}
     * follows. May take long.
     *
     * @return false: one had not returned within the limit
     */
    default boolean endFunctions(Duration limit) throws InterruptedException {
        return true;
    }

    /**
     * Lets work go on that stands still, for another attempt to {@link #stop} it. Functions that
     * wait since {@link #endFunctions} still wait.
     */
    default void workGoesOn() {
        goOn();
    }

    /**
     * Lets work go on that stands still: in the old process after {@link #stop}, in the new one
     * when the state is complete. Without effect otherwise.
     */
    default void goOn() {}

    /**
     * Returns the choices of the devices that the new process must repeat when the calls are
     * repeated, such as the addresses of variables and the numbers of objects: a few bytes for each
     * object. While the process works, choices for calls that are under way may be missing.
     *
     * @throws dev.hira.api.StateException when the process cannot be moved
     */
    byte[] placements();

    /**
     * Makes this process repeat the choices of another one. Must precede all calls.
     *
     * @throws dev.hira.api.StateException when they cannot be read
     */
    void prepare(byte[] placements);

    /**
     * Checks that this process, to which all recorded calls have been repeated while the old one
     * worked, has made the choices that the old one has at rest; makes it repeat those that it has
     * not made yet. Follows {@link #prepare} with earlier placements.
     *
     * @throws dev.hira.api.StateException when it has chosen otherwise
     */
    void agree(byte[] placements);

    /**
     * Returns the devices' choices for one object, for {@link #prepareObjects} of a process that
     * replaces this one after its death: a few bytes, none if devices choose nothing for it. The
     * process need not be at rest.
     */
    default byte[] choicesFor(long name) {
        return new byte[0];
    }

    /**
     * Makes devices choose by the order of the calls alone, so that a process that repeats the
     * calls makes the same choices. Must precede all calls.
     */
    default void chooseInOrder() {}

    /**
     * Whether devices choose something for objects of a type by the order in which they are
     * created. Their creation may take long, but must not wait for work or for other calls: the
     * later calls of all lanes wait for it.
     */
    default boolean createsInOrder(HandleType type) {
        return false;
    }

    /**
     * Makes this process repeat choices for single objects until {@link #endRepetition}. Must
     * precede all calls.
     *
     * @throws dev.hira.api.StateException when they cannot be read
     */
    default void prepareObjects(List<byte[]> choices) {}

    /**
     * Ends the repetition of choices without a state: the memory of this process stays as the
     * repeated calls have left it.
     */
    default void endRepetition() {}

    /**
     * Writes the state. The process must be at rest. May take long.
     *
     * @throws dev.hira.api.StateException when the state cannot be saved, or the sink refuses it
     */
    void save(StateSink sink);

    /**
     * Begins to pass on device memory while the process works, in rounds that precede the state.
     * The process's writes are tracked until the rounds are closed, which must be before the
     * process is. At most one pre-copy may be under way.
     *
     * @throws dev.hira.api.StateException when the process cannot be moved
     */
    default MemoryRounds precopy() {
        return MemoryRounds.none(this::save);
    }

    /**
     * Returns the receiver for the state of the process that this one replaces. {@link #prepare}
     * must precede it; the recorded calls need not, if the sender copies memory ahead.
     */
    StateReceiver restorer();
}

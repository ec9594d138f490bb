package dev.hira.sim.state;

import dev.hira.api.MemoryRounds;
import dev.hira.api.StateException;
import dev.hira.api.StateReceiver;
import dev.hira.api.StateSink;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.driver.object.Placements;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.SimEvent;
import dev.hira.sim.driver.object.SimModule;
import dev.hira.sim.driver.object.SimObject;
import dev.hira.sim.driver.object.SimStream;
import dev.hira.sim.engine.MarkOperation;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.memory.Range;
import dev.hira.sim.pages.PageTracker;
import dev.hira.sim.pages.ProvidedPages;
import dev.hira.sim.state.QueueSaver.Found;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Moves the state of a process that repeating its calls does not recreate.
 *
 * <ol>
 *   <li>The old process {@linkplain #quiesce comes to rest}; no call may be made at it any more.
 *   <li>Its {@linkplain #placements placements} go to {@link #prepare} of the new one.
 *   <li>The calls that created its live objects are made at the new one.
 *   <li>The old one {@linkplain #save saves} into the {@linkplain #restorer restorer} of the new
 *       one.
 * </ol>
 *
 * <p>The times of events and the clocks of contexts travel relative to the reading that the first
 * record carries, which the new process compares with its own clock when the record arrives. Times
 * between events before the move therefore stay exact. Times between an event before and one after
 * the move lack the time that this one record takes from one process to the other, and nothing
 * else: the record is written before all others, so waiting for them counts on both sides.
 *
 * <p>Not moved: the identity of the devices (UUID, PCI address, free memory), the global timer,
 * pinned host memory, and names that the process itself has chosen for a program that uses it
 * directly. Processes at devices that check kernels cannot be moved: the checks know too much about
 * the past of each byte.
 */
public final class StateTransfer {
    /** The least time for which work that cannot travel goes on before it is stopped again. */
    private static final long LEAST_RUN_NANOS = 2_000_000;

    private static final long MOST_RUN_NANOS = 50_000_000;

    /** How long work that is slowed down goes on at a time. */
    private static final long SLICE_NANOS = 2_000_000;

    /** The longest that work which is slowed down stands still at a time. */
    private static final long MOST_PAUSE_NANOS = 200_000_000;

    private final ProcessState process;
    private final Runnable recreated;

    /**
     * Creates the state of a process.
     *
     * @param recreated runs when the process's objects exist anew without the work that another
     *     process had done with them
     */
    public StateTransfer(ProcessState process, Runnable recreated) {
        this.process = process;
        this.recreated = recreated;
    }

    /**
     * Waits until all submitted work has ended, with callbacks and host functions. On the virtual
     * clock, the limit is virtual time.
     *
     * @return false: some work had not ended after the time limit
     */
    public boolean quiesce(Duration limit) throws InterruptedException {
        return process.work().awaitEnd(nanos(limit));
    }

    /**
     * Returns for which event of the program calls or submitted work wait, as a clause: it cannot
     * happen while no call is made. Empty: for none.
     */
    public String waitsInVain() {
        for (SimObject object : process.objects().values()) {
            if (object instanceof SimEvent event && event.byProgram()) {
                MarkOperation mark = event.mark();
                if (mark != null && mark.isAwaited()) {
                    return "commands wait for the event 0x%x, which the program has not set yet"
                            .formatted(event.name());
                }
            }
        }
        return "";
    }

    /**
     * Makes all submitted work stand still if another process can go on with it: running grids are
     * paused between blocks, and operations behind them stay in their streams. Work with which no
     * other process can go on, such as the release of memory that was freed, goes on in turns with
     * attempts to stop it. On the virtual clock waits for all work as {@link #quiesce} does.
     *
     * <p>A call that waits for work is to be made again in the other process.
     *
     * @return false: some block or other work had not ended after the time limit; all goes on
     */
    public boolean stop(Duration limit) throws InterruptedException {
        if (isModelled()) {
            return quiesce(limit);
        }
        long begun = process.nanos();
        Found found = standStill(nanos(limit));
        List<QueuedWork> queued = found.work();
        if (queued == null || !queued.isEmpty()) {
            return queued != null;
        }
        process.work().goOn();
        return process.work().awaitEnd(Math.max(0, nanos(limit) - (process.nanos() - begun)));
    }

    /**
     * Makes all submitted work stand still while calls are still made, as {@link #stop} does; those
     * calls add to the work. Without effect on the virtual clock.
     *
     * @return what had not come to a stop after the time limit, as a clause in the past perfect;
     *     all work goes on then. Empty: it stands still
     */
    public String settle(Duration limit) throws InterruptedException {
        return isModelled() ? "" : standStill(nanos(limit)).kept();
    }

    private Found standStill(long nanos) throws InterruptedException {
        long begun = process.nanos();
        while (true) {
            long since = process.nanos();
            long left = Math.max(0, nanos - (since - begun));
            Found found =
                    process.work().halt(left)
                            ? QueueSaver.save(process)
                            : new Found(null, process.work().kept());
            if (found.work() != null) {
                return found;
            }
            goOn(); // functions too: what cannot travel may be behind them
            if (process.nanos() - begun >= nanos) {
                return found;
            }
            TimeUnit.NANOSECONDS.sleep(
                    Math.clamp(4 * (process.nanos() - since), LEAST_RUN_NANOS, MOST_RUN_NANOS));
        }
    }

    /**
     * Makes submitted work stand still for most of the time, in turns, until the calling thread is
     * interrupted; then all work goes on. Calls are made meanwhile. Without effect on the virtual
     * clock.
     *
     * @param factor work goes on for about 1/factor of the time; blocks that take long make it more
     */
    public void slowDown(int factor) throws InterruptedException {
        if (isModelled()) {
            return;
        }
        try {
            while (true) {
                long since = process.nanos();
                TimeUnit.NANOSECONDS.sleep(SLICE_NANOS);
                if (process.work().halt(MOST_PAUSE_NANOS)) {
                    long ran = process.nanos() - since;
                    TimeUnit.NANOSECONDS.sleep(Math.min((factor - 1) * ran, MOST_PAUSE_NANOS));
                    process.work().goOn();
                }
            }
        } finally {
            process.work().goOn();
        }
    }

    private boolean isModelled() {
        return process.devices().stream().anyMatch(device -> device.engines().modelled());
    }

    /** Whether work is left that stands still. */
    public boolean standsStill() {
        return process.work().halted();
    }

    /**
     * Lets no further function of the program begin, and waits until the functions under way have
     * returned. All other work goes on. Without effect on the virtual clock.
     *
     * @return false: one had not returned after the time limit
     */
    public boolean endFunctions(Duration limit) throws InterruptedException {
        return isModelled() || process.work().endFunctions(nanos(limit));
    }

    /**
     * Lets work go on that stands still, except functions that wait since {@link #endFunctions}.
     */
    public void workGoesOn() {
        process.work().goOn();
    }

    /** Lets work and functions go on; without effect if they do. */
    public void goOn() {
        process.work().letFunctions();
        process.work().goOn();
    }

    ProcessState process() {
        return process;
    }

    /** Whether a call of a lane waits for work that has not ended. Any thread. */
    public boolean waits(long lane) {
        return process.lane(lane).waits();
    }

    private static long nanos(Duration limit) {
        Duration most = Duration.ofNanos(Long.MAX_VALUE);
        return limit.isNegative()
                ? 0
                : limit.compareTo(most) < 0 ? limit.toNanos() : Long.MAX_VALUE;
    }

    /**
     * Returns the choices that the new process must repeat. While the process works, those for
     * calls under way may be missing.
     *
     * @throws StateException when the process cannot be moved
     */
    public byte[] placements() {
        requireUnchecked(process);
        return RecordCodec.encode(new StateRecord.Choices(chosen()));
    }

    private Placements chosen() {
        Map<Long, Long> ids = new HashMap<>();
        Map<Long, Range> heaps = new HashMap<>();
        Map<Long, Placements.OfModule> modules = new HashMap<>();
        Map<Long, Long> next = new HashMap<>();
        for (SimObject object : process.objects().values()) {
            switch (object) {
                case SimContext context -> {
                    ids.put(context.name(), context.id());
                    KernelContext.@Nullable Extent heap = context.kernels().heap().range();
                    if (heap != null) {
                        heaps.put(context.name(), new Range(heap.address(), heap.bytes()));
                    }
                    if (context.memory().placesNext() != 0) {
                        next.put(context.name(), context.memory().placesNext());
                    }
                }
                case SimStream stream -> ids.put(stream.name(), stream.id());
                case SimModule module -> modules.put(module.name(), variables(module));
                default -> {}
            }
        }
        return new Placements(process.choices().lastId(), ids, heaps, modules, next);
    }

    /** Makes devices choose by the order of the calls alone. Must precede all calls. */
    public void chooseInOrder() {
        process.choices().chooseInOrder();
    }

    /**
     * Returns the choices for one object, for {@link #prepareObjects} of a process that replaces
     * this one after its death; empty when there are none. The process need not be at rest.
     */
    public byte[] choicesFor(long name) {
        Placements chosen =
                switch (process.objects().get(name)) {
                    case SimContext context -> Placements.ofId(context.name(), context.id());
                    case SimStream stream -> Placements.ofId(stream.name(), stream.id());
                    case SimModule module when !module.variables().isEmpty() ->
                            Placements.ofModule(module.name(), variables(module));
                    case null, default -> null;
                };
        return chosen == null ? new byte[0] : RecordCodec.encode(new StateRecord.Choices(chosen));
    }

    private static Placements.OfModule variables(SimModule module) {
        return new Placements.OfModule(
                module.context().name(),
                module.variables().stream()
                        .map(each -> new Range(each.start(), each.bytes()))
                        .toList());
    }

    private static void requireUnchecked(ProcessState process) {
        for (SimDevice device : process.devices()) {
            if (device.kernelSettings().checks().any()) {
                throw new StateException(
                        "device "
                                + process.ordinal(device)
                                + " checks kernels, and sessions cannot be moved from or to such"
                                + " devices; turn the checks off");
            }
        }
    }

    static void requireMovable(ProcessState process) {
        requireUnchecked(process);
        if (!process.work().ended() && !process.work().halted()) {
            throw new StateException(
                    "the process still has work at a device; let it end before the state is"
                            + " moved");
        }
    }

    /**
     * Makes this process repeat the choices of another one. Must precede all calls.
     *
     * @throws StateException when they cannot be read, or calls have been made
     */
    public void prepare(byte[] placements) {
        repeat(decode(placements));
    }

    /**
     * Makes this process repeat the choices of another one for single objects. Must precede all
     * calls; {@link #endRepetition} ends it.
     *
     * @throws StateException when they cannot be read, or calls have been made
     */
    public void prepareObjects(List<byte[]> choices) {
        repeat(Placements.merged(choices.stream().map(StateTransfer::decode).toList()));
    }

    private static Placements decode(byte[] placements) {
        if (RecordCodec.decode(placements) instanceof StateRecord.Choices(Placements chosen)) {
            return chosen;
        }
        throw new StateException("the placements are a record of another kind");
    }

    private void repeat(Placements chosen) {
        requireMovable(process);
        PlacementsCheck.require(chosen);
        if (!process.choices().repeat(chosen)) {
            throw new StateException(
                    "the process has objects already; it can take over only before its first call");
        }
    }

    /**
     * Checks that this process, to which the other one's calls were repeated while it worked, has
     * made the choices that the other one has at rest; it repeats those that are left.
     *
     * @throws StateException when it has chosen otherwise
     */
    public void agree(byte[] placements) {
        requireMovable(process);
        Placements later = decode(placements);
        PlacementsCheck.require(later);
        if (!process.choices().agree(chosen(), later)) {
            throw new StateException(
                    "the devices have chosen other numbers or addresses for the objects that were"
                            + " created while the session moved");
        }
    }

    /** Lets new objects get what is free from now on. A restored state does so by itself. */
    public void endRepetition() {
        process.choices().endRepetition();
        recreated.run();
    }

    /**
     * Writes the state; the process remains as it is.
     *
     * @throws StateException when the process cannot be moved, or the sink refuses the state
     */
    public void save(StateSink sink) {
        requireMovable(process);
        StateOutput out = new StateOutput(sink, new StateOutput.Totals(), false);
        try (MovedMemory memory = new MovedMemory(process, ProvidedPages.open())) {
            new StateSaver(process, out).save(memory, false, () -> false);
        }
    }

    /**
     * Begins to pass on memory while the process works.
     *
     * @throws StateException when the process cannot be moved
     */
    public MemoryRounds precopy() {
        try {
            return precopy(PageTracker.Kind.configured());
        } catch (IllegalArgumentException | IllegalStateException unavailable) {
            throw new StateException(
                    "writes cannot be tracked: " + unavailable.getMessage(), unavailable);
        }
    }

    MemoryRounds precopy(PageTracker.Kind tracking) {
        requireUnchecked(process);
        return new Precopy(process, tracking.open());
    }

    /** Returns the receiver for the state of the process that this one replaces. */
    public StateReceiver restorer() {
        return new StateRestorer(process);
    }
}

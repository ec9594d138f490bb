package dev.hira.sim.launch;

import dev.hira.sim.cores.Cores;
import dev.hira.sim.cores.Footprint;
import dev.hira.sim.cores.GridHelpers;
import dev.hira.sim.cores.HostResources;
import dev.hira.sim.cores.RunAllowance;
import dev.hira.sim.cores.Seat;
import dev.hira.sim.cores.SeatedRun;
import dev.hira.sim.cores.Watchdog;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.LaunchProgress;
import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.run.DeviceFault;
import dev.hira.sim.run.Grid;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A running grid. The thread that executes the launch, and its helpers, take one block after the
 * other, and hold a seat while they run it. Each block of a cooperative grid has a thread of its
 * own, since the blocks wait for each other; these threads share the seats by giving them up often.
 */
public final class GridRun implements SeatedRun {
    /**
     * Grids with at least this many threads get helpers at once; others after {@link
     * #HELPERS_AFTER_NANOS}.
     */
    private static final long HELPERS_AT_ONCE_THREADS = 4096;

    private static final long HELPERS_AFTER_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    /** The time that a block of a cooperative grid keeps its seat while others wait for one. */
    private static final long COOPERATIVE_QUANTUM_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    /** Interval between searches of a running kernel's memory for stray writes. */
    private static final long STRAY_SEARCH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final ThreadLocal<@Nullable Seat> SEAT = new ThreadLocal<>();

    private final Cores cores;
    private final Object party;
    private final LaunchShape shape;
    private final long begin;
    private final RunAllowance allowance;
    private final AtomicLong seatNanos;
    private long lastStraySearch;
    private final AtomicLong nextBlock;

    /** The first block that will not run because the run was paused; otherwise the block count. */
    private volatile long pausedAt;

    private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
    private volatile @Nullable Grid grid;
    private volatile @Nullable Stop stop;

    private final GridHelpers helpers = new GridHelpers();

    /** The reason why a run must end early. */
    private record Stop(FaultKind kind, String why) {}

    /**
     * A fault and its location.
     *
     * @param block number of the block in the grid
     * @param thread number of the thread in the block
     */
    record Failure(DeviceFault fault, long block, int thread) {}

    /**
     * Creates a run of a grid of this shape.
     *
     * @param party the context that takes turns with others
     * @param limitNanos present time limit of the run
     */
    public GridRun(Cores cores, Object party, LaunchShape shape, LongSupplier limitNanos) {
        this(cores, party, shape, limitNanos, LaunchProgress.NONE);
    }

    /**
     * Creates a run of the rest of a grid.
     *
     * @param limitNanos present time limit of all runs of the grid
     * @param done the part of the grid that earlier runs have done
     */
    public GridRun(
            Cores cores,
            Object party,
            LaunchShape shape,
            LongSupplier limitNanos,
            LaunchProgress done) {
        this.cores = cores;
        this.nextBlock = new AtomicLong(done.nextBlock());
        this.seatNanos = new AtomicLong(done.seatNanos());
        this.pausedAt = shape.blocks();
        this.begin = cores.now();
        this.lastStraySearch = begin;
        this.party = party;
        this.shape = shape;
        this.allowance =
                new RunAllowance(limitNanos, cores::processorNanos, begin, done.ranNanos());
    }

    /** Adds the time that a thread of the run has held a seat. */
    @Override
    public void addSeatTime(long nanos) {
        seatNanos.addAndGet(nanos);
    }

    /** Returns the time on the device: the run's seat time, divided by the number of seats. */
    long deviceNanos() {
        return seatNanos.get() / cores.count();
    }

    /** Returns the time on the device, that of the seats which are held now included. */
    long nanosSoFar() {
        return (seatNanos.get() + cores.sinceAccounted(this)) / cores.count();
    }

    /** Asks the run to end soon. */
    public void stop(FaultKind kind, String why) {
        if (stop == null) {
            stop = new Stop(kind, why);
        }
        demandAttention();
        cores.dismiss(this);
        HostResources.ofHost().wake();
    }

    /**
     * Asks the run to end when the blocks that have begun are done. Blocks are handed out in order,
     * so those left are the last ones. All blocks of a cooperative grid have begun.
     */
    void pause() {
        if (shape.cooperative()) {
            return;
        }
        long next = nextBlock.getAndSet(shape.blocks());
        if (next < shape.blocks()) {
            pausedAt = next;
            cores.dismiss(this);
            HostResources.ofHost().wake();
        }
    }

    /** Returns whether the run was paused before its last block. */
    boolean paused() {
        return pausedAt < shape.blocks();
    }

    /**
     * Returns the part of the grid that has been done, after {@link #execute}.
     *
     * @param number the number of the grid
     */
    LaunchProgress progress(long number) {
        return new LaunchProgress(pausedAt, number, seatNanos.get(), allowance.ranNanos());
    }

    /** Returns whether the run was asked to end. */
    @Override
    public boolean stopped() {
        return stop != null;
    }

    /** Returns whether threads that have not begun yet need not begin. */
    @Override
    public boolean over() {
        return stopped() || paused() || helpers.closed();
    }

    /** Prevents further helpers from beginning. */
    public void close() {
        helpers.close();
        cores.dismiss(this);
    }

    /** Makes the threads look at their orders at their next back edge or block. */
    @Override
    public void demandAttention() {
        Grid running = grid;
        if (running != null) {
            running.setAttention(true);
        }
    }

    /** Stops a run that takes too long; the watchdog calls it periodically. */
    @Override
    public void watch(long now) {
        if (stop != null) {
            demandAttention();
            return;
        }
        lookForStrays(now);
        String exceeded = allowance.accountAndCheck(now, cores.seated(this), cores.isHeld(party));
        if (exceeded != null) {
            stop(FaultKind.LAUNCH_TIMEOUT, exceeded);
        }
    }

    private void lookForStrays(long now) {
        Grid running = grid;
        if (running == null || now - lastStraySearch < STRAY_SEARCH_NANOS) {
            return;
        }
        lastStraySearch = now;
        long stray = running.memory().allocations().stray();
        if (stray != 0) {
            stop(
                    FaultKind.ILLEGAL_ADDRESS,
                    "It, or another kernel of its context, has written to the global address 0x"
                            + Long.toHexString(stray)
                            + ", where nothing is allocated.");
        }
    }

    /**
     * Runs all blocks and returns the first failure, or null.
     *
     * @param watchdog watches the run
     */
    @Nullable Failure execute(GridBlocks blocks, Footprint footprint, Watchdog watchdog) {
        grid = blocks.grid();
        blocks.grid().setAttention(shape.cooperative() || stop != null);
        try {
            watchdog.watch(this);
            HostResources.ofHost()
                    .with(party, footprint, () -> stopped() || paused(), () -> execute(blocks));
        } finally {
            watchdog.forget(this);
        }
        return failure.get();
    }

    /**
     * Runs the blocks. A cooperative grid waits for all helpers, since each has a block; other
     * grids do not wait for helpers that have not begun.
     */
    private void execute(GridBlocks blocks) {
        if (shape.cooperative()) {
            bringHelpers(blocks, shape.blocks() - 1);
            atSeat(() -> runBlocks(blocks, false));
            helpers.awaitAll();
        } else {
            atSeat(() -> runBlocks(blocks, true));
            close();
            helpers.awaitWorking();
        }
    }

    private void atSeat(Runnable work) {
        Seat seat = cores.sit(party, this);
        SEAT.set(seat);
        try {
            if (!paused()) { // a paused run may have left the queue without a seat
                work.run();
            }
        } finally {
            SEAT.remove();
            cores.leave(seat);
        }
    }

    private void help(GridBlocks blocks) {
        atSeat(() -> helpers.work(() -> runBlocks(blocks, false)));
    }

    private void runBlocks(GridBlocks blocks, boolean brings) {
        try {
            runAll(blocks, brings);
        } finally {
            Seat seat = SEAT.get();
            if (seat != null) {
                seat.account();
            }
        }
    }

    private void runAll(GridBlocks blocks, boolean brings) {
        boolean alone = brings && !blocks.inOrder();
        long block = nextBlock.getAndIncrement();
        if (block >= shape.blocks()) {
            return;
        }
        GridBlocks.BlockRunner runner = blocks.runner();
        while (block < shape.blocks() && failure.get() == null) {
            if (alone && wantsHelpers()) {
                alone = false;
                bringHelpers(blocks, Math.min(cores.count(), shape.blocks() - block) - 1);
            }
            run(runner, block);
            block = shape.cooperative() ? shape.blocks() : nextBlock.getAndIncrement();
        }
        runner.close();
    }

    private boolean wantsHelpers() {
        return shape.blocks() > 1
                && (shape.blocks() * shape.threadsPerBlock() >= HELPERS_AT_ONCE_THREADS
                        || cores.now() - begin >= HELPERS_AFTER_NANOS);
    }

    private void bringHelpers(GridBlocks blocks, long count) {
        try {
            for (long i = 0; i < count; i++) {
                helpers.bring(() -> help(blocks));
            }
        } catch (OutOfMemoryError noThread) {
            if (shape.cooperative()) {
                stop(
                        FaultKind.LAUNCH_OUT_OF_RESOURCES,
                        "The host has no threads left for the blocks of the grid.");
            }
        }
    }

    private void run(GridBlocks.BlockRunner runner, long block) {
        try {
            Grid running = grid;
            if (running != null && running.wantsAttention()) {
                attendBefore(running);
            }
            runner.run(block);
        } catch (DeviceFault fault) {
            fail(fault, block, runner);
        } catch (StackOverflowError deep) {
            fail(
                    DeviceFault.of(
                            FaultKind.HARDWARE_STACK_ERROR,
                            "The calls of the thread are nested too deeply."),
                    block,
                    runner);
        } catch (RuntimeException | Error broken) {
            DeviceFault fault =
                    DeviceFault.of(
                            FaultKind.LAUNCH_FAILED,
                            "The device could not run it, because " + broken + ".");
            fault.initCause(broken);
            fail(fault, block, runner);
        }
    }

    /** Attends before a block, whose threads stand at the beginning of the kernel. */
    private void attendBefore(Grid running) {
        try {
            attend();
        } catch (DeviceFault fault) {
            fault.locate(running.program().firstLine());
            throw fault;
        }
    }

    private void fail(DeviceFault fault, long block, GridBlocks.BlockRunner runner) {
        if (failure.compareAndSet(null, new Failure(fault, block, runner.thread()))) {
            stop(FaultKind.LAUNCH_FAILED, "Another block has failed.");
        }
    }

    /**
     * Carries out the orders to a running thread: ends it, or gives way to other threads.
     *
     * @throws DeviceFault when the run must end
     */
    void attend() {
        throwIfStopped();
        Seat seat = SEAT.get();
        if (seat != null && due(seat)) {
            cores.giveWay(seat);
            throwIfStopped();
        }
        Grid running = grid;
        if (running != null && !shape.cooperative()) {
            running.setAttention(false);
            running.setAttention(stop != null || cores.expired(this));
        }
    }

    private boolean due(Seat seat) {
        return seat.expired()
                || (shape.cooperative()
                        && cores.contended()
                        && seat.nanos() >= COOPERATIVE_QUANTUM_NANOS);
    }

    private void throwIfStopped() {
        Stop wanted = stop;
        if (wanted != null) {
            throw DeviceFault.of(wanted.kind, wanted.why);
        }
    }
}

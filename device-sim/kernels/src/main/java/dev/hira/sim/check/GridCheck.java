package dev.hira.sim.check;

import dev.hira.base.CountText;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Space;
import dev.hira.sim.kernel.Checks;
import dev.hira.sim.kernel.KernelContext.Extent;
import dev.hira.sim.kernel.KernelLedger;
import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.run.AccessEvent;
import dev.hira.sim.run.AccessObserver;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.DeviceFault;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Checks a launch. A forbidden access ends the launch; a mistake without consequences on this
 * device is reported after the launch.
 */
public final class GridCheck {
    /** The divisor of host memory that a launch may use to check device memory. */
    private static final int PART_OF_HOST = 4;

    private final Program program;
    private final LaunchShape shape;
    private final Surroundings surroundings;
    private final KernelLedger ledger;
    private final long since;
    private final Findings findings;
    private final Moments moments;
    private final GlobalCells cells;

    /**
     * Prepares the check of a launch.
     *
     * @param since the moment of its creation
     */
    public GridCheck(
            Program program,
            LaunchShape shape,
            Surroundings surroundings,
            KernelLedger ledger,
            long since) {
        this.program = program;
        this.shape = shape;
        this.surroundings = surroundings;
        this.ledger = ledger;
        this.since = since;
        this.findings = new Findings(program.kernel().name());
        this.moments = new Moments(shape);
        this.cells =
                new GlobalCells(
                        moments,
                        Runtime.getRuntime().maxMemory() / PART_OF_HOST,
                        shape.cooperative());
    }

    /** Returns the observer of a block. */
    public AccessObserver witness(BlockState block) {
        return new BlockCheck(this, block);
    }

    /** Reports the findings to the user. */
    public void report() {
        if (cells.exhausted()) {
            findings.add(
                    "exhausted",
                    () ->
                            "  (this launch accesses more device memory than can be watched for"
                                    + " races; give the host more memory to have all watched)");
        }
        if (findings.count() > 0) {
            ledger.report(findings.text(), findings.count());
        }
    }

    Checks checks() {
        return ledger.checks();
    }

    KernelLedger ledger() {
        return ledger;
    }

    Moments moments() {
        return moments;
    }

    GlobalCells cells() {
        return cells;
    }

    /** Returns the number of a block in the grid. */
    long number(BlockState block) {
        return ((long) block.ctaZ * shape.gridY() + block.ctaY) * shape.gridX() + block.ctaX;
    }

    /**
     * Returns the allocation that holds an access.
     *
     * @throws DeviceFault when there is none
     */
    KernelLedger.Holder holder(long address, int bytes) {
        KernelLedger.Holder holder = ledger.holder(address, bytes, since);
        if (holder == null) {
            throw DeviceFault.unallocated(address, bytes, history(address));
        }
        return holder;
    }

    private @Nullable String history(long address) {
        Extent freed = ledger.freed(address);
        if (freed != null) {
            return "it is "
                    + CountText.of(address - freed.address(), "byte")
                    + " into an allocation of "
                    + CountText.of(freed.bytes(), "byte")
                    + " at 0x"
                    + Long.toHexString(freed.address())
                    + ", which was freed before";
        }
        return ledger.inEmptyHeap(address)
                ? "it is in the heap that kernels allocate from, where nothing is allocated now"
                : null;
    }

    /** Records that a thread reads bytes that nothing has written. */
    void unwritten(BlockState block, int thread, AccessEvent touch, Space space, long place) {
        findings.add(
                List.of("unwritten", touch.at()),
                () ->
                        "  nothing has written the "
                                + bytes(touch, space, place)
                                + ", "
                                + where(space, place)
                                + ", which\n    "
                                + describe(number(block), thread)
                                + " "
                                + touch.kind().verb()
                                + " "
                                + line(touch.at()));
    }

    /** Records that two threads race. */
    void race(
            BlockState block,
            int thread,
            AccessEvent touch,
            Space space,
            long place,
            Cells.Earlier other) {
        findings.add(
                List.of("race", touch.at(), other.at(), other.wrote()),
                () ->
                        "  two threads race for "
                                + bytes(touch, space, place)
                                + ", "
                                + where(space, place)
                                + (other.inStep()
                                        ? "; nothing but the step of their warp orders\n    "
                                        : "; nothing orders\n    ")
                                + describe(other.block(), other.thread())
                                + ", which "
                                + (other.wrote() ? "writes " : "reads ")
                                + line(other.at())
                                + "\n    and "
                                + describe(number(block), thread)
                                + ", which "
                                + touch.kind().verb()
                                + " "
                                + line(touch.at()));
    }

    /** Records that two threads of a warp wait at different sites of an aligned barrier. */
    void diverged(BlockState block, int thread, Exit.Stop first, int other, Exit.Stop second) {
        if (!isAligned(first) && !isAligned(second)) {
            return;
        }
        findings.add(
                List.of("diverged", first.at(), second.at()),
                () ->
                        "  a warp is divided at a barrier, which all its threads must reach together;"
                                + "\n    "
                                + describe(number(block), thread)
                                + " waits "
                                + line(first.at())
                                + "\n    and "
                                + describe(number(block), other)
                                + " waits "
                                + line(second.at()));
    }

    private static boolean isAligned(Exit.Stop stop) {
        return stop.meeting() instanceof Meeting.Barrier barrier && barrier.aligned();
    }

    private static String bytes(AccessEvent touch, Space space, long place) {
        return CountText.of(touch.access().bytes(), "byte")
                + " at the "
                + space.name().toLowerCase(Locale.ROOT)
                + " address 0x"
                + Long.toHexString(place);
    }

    private String where(Space space, long place) {
        return switch (space) {
            case SHARED -> surroundings.ofShared(place);
            case LOCAL -> "on the thread's stack";
            default -> surroundings.ofGlobal(place, ledger, since);
        };
    }

    private String describe(long block, int thread) {
        return "thread " + shape.thread(thread) + " of block " + shape.block(block);
    }

    private String line(int at) {
        return program.source().place(program.line(at));
    }
}

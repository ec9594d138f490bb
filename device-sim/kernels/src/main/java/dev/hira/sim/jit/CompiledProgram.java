package dev.hira.sim.jit;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.emit.MeetingEmitter;
import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.jit.runtime.PieceCode;
import dev.hira.sim.jit.runtime.Workspace;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.run.BlockScheduler;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.CallStack;
import dev.hira.sim.run.DeviceFault;
import dev.hira.sim.run.ThreadEngine;
import java.util.List;

/**
 * A program compiled to JVM code. It can run any number of grids at the same time, of any contexts:
 * it takes all memory from the block that it runs.
 */
public final class CompiledProgram implements ThreadEngine {
    /** The most cuts that a warp passes before other warps have their turn. */
    private static final int ROUNDS = 64;

    private final PieceCode code;
    private final KernelPlan plan;
    private final long frameBytes;
    private final List<Exit.Stop> stops;

    /** By site, whether threads record only their site when they stop there. */
    private final boolean[] noted;

    /** Creates the program from its plan and the code of its pieces. */
    public CompiledProgram(PieceCode code, KernelPlan plan) {
        this.code = code;
        this.plan = plan;
        this.frameBytes = plan.kernel().frameBytes();
        this.stops = List.copyOf(plan.program().stops());
        this.noted = new boolean[stops.size()];
        for (Exit.Stop stop : stops) {
            noted[stop.site()] = MeetingEmitter.isNoted(stop.meeting());
        }
    }

    /** Returns the code that runs the pieces. */
    public PieceCode code() {
        return code;
    }

    /** Returns the plan: the pieces and the registers that their threads save. */
    public KernelPlan plan() {
        return plan;
    }

    @Override
    public List<Exit.Stop> stops(Program program) {
        return stops;
    }

    @Override
    public int line(Program program, int site) {
        return program.line(plan.pieces().get(site + 1).entry().at());
    }

    @Override
    public void run(BlockState block, int from, int to) {
        Workspace work = workspace(block);
        int thread = from;
        while (thread < to) {
            int end = thread + 1;
            if (block.phase[thread] == BlockState.READY) {
                int site = block.site[thread];
                while (end < to
                        && block.phase[end] == BlockState.READY
                        && block.site[end] == site) {
                    end++;
                }
                run(site, work, thread, end);
                markWaiting(block, thread, end);
            }
            thread = end;
        }
    }

    @Override
    public int runAll(BlockState block, int site) {
        return run(block, site, 0, block.threads, Integer.MAX_VALUE);
    }

    @Override
    public int runTogether(BlockState block, int site, int from, int to) {
        return run(block, site, from, to, ROUNDS);
    }

    @Override
    public void recordStops(BlockState block, int from, int to) {
        markWaiting(block, from, to);
    }

    /**
     * Runs threads that are at one site, through at most {@code rounds} cuts while they stay
     * together.
     */
    private int run(BlockState block, int site, int from, int to, int rounds) {
        Workspace work = workspace(block);
        int here = onlySite(run(site, work, from, to));
        for (int round = 1; here >= noted.length && round < rounds; round++) {
            BlockScheduler.attend(this, block, here);
            here = onlySite(run(here, work, from, to));
        }
        if (here == BlockState.ALL_ENDED || (here >= 0 && here < noted.length && noted[here])) {
            return here;
        }
        markWaiting(block, from, to);
        return BlockState.APART;
    }

    /**
     * Returns the site where all threads are, {@link BlockState#ALL_ENDED} or {@link
     * BlockState#APART}.
     */
    private static int onlySite(int places) {
        if (places == PieceCode.ENDED) {
            return BlockState.ALL_ENDED;
        }
        return places > 0 && Integer.bitCount(places) == 1
                ? Integer.numberOfTrailingZeros(places) - 1
                : BlockState.APART;
    }

    /** Marks as WAITING all threads whose only recorded state is their site. */
    private void markWaiting(BlockState block, int from, int to) {
        for (int thread = from; thread < to; thread++) {
            int site = block.site[thread];
            if (block.phase[thread] == BlockState.READY
                    && site >= 0
                    && site < noted.length
                    && noted[site]) {
                markWaiting(block, thread, stops.get(site).meeting());
            }
        }
    }

    private static void markWaiting(BlockState block, int thread, Meeting meeting) {
        if (meeting instanceof Meeting.Barrier barrier
                && barrier.number() instanceof Value.Constant(long number, _)) {
            block.second[thread] = (int) number;
            block.third[thread] = 0;
        } else {
            block.mask[thread] = -1;
        }
        block.phase[thread] = BlockState.WAITING;
    }

    private int run(int site, Workspace work, int from, int to) {
        try {
            return code.run(site, work, from, to);
        } catch (StackOverflowError deep) {
            throw DeviceFault.of(
                    FaultKind.HARDWARE_STACK_ERROR,
                    "Calls are nested too deeply for the stack of the host's thread.");
        }
    }

    private Workspace workspace(BlockState block) {
        if (block.scratch instanceof Workspace work && work.owner == this) {
            return work;
        }
        CallStack.enter(block.grid, 0, frameBytes);
        Workspace work = new Workspace(block, this, plan);
        block.scratch = work;
        return work;
    }
}

package dev.hira.sim.interpret;

import dev.hira.sim.code.Program;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.DeviceFault;
import dev.hira.sim.run.Grid;
import dev.hira.sim.run.ThreadEngine;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs the threads of a program one after the other. Each thread has a turn of a limited number of
 * segments and then lets the others run, so a thread that waits for another to write memory does
 * not wait forever. The turn also ends after a read of memory that other threads publish: a polling
 * thread does nothing else, and each poll takes modelled time.
 */
public final class Interpreter implements ThreadEngine {
    /** The most segments that a thread runs in a turn. */
    private static final int TURN = 256;

    private final Program program;
    private final List<RoutineCode> routines;
    private final int blocks;

    /** The operands and results of meetings, by the numbers of the stops. */
    private final Meetings[] meetings;

    private Interpreter(Program program, List<RoutineCode> routines, Meetings[] meetings) {
        this.program = program;
        this.routines = routines;
        this.meetings = meetings;
        this.blocks =
                program.routines().stream().mapToInt(routine -> routine.blocks().size()).sum();
    }

    /** Creates an interpreter of a program. */
    public static Interpreter of(Program program) {
        return of(program, false);
    }

    /**
     * Creates an interpreter that reports memory accesses to the {@link AccessObserver} of each
     * block.
     */
    public static Interpreter watched(Program program) {
        return of(program, true);
    }

    private static Interpreter of(Program program, boolean watched) {
        Meetings[] meetings = new Meetings[program.stops().size()];
        return new Interpreter(program, Decoder.decode(program, meetings, watched), meetings);
    }

    /** The state of a block between its turns. */
    private static final class Threads {
        final GuestThread[] all;
        final long[] executions;

        Threads(BlockState block, int blocks) {
            all = new GuestThread[block.threads];
            Arrays.setAll(all, index -> new GuestThread(block, index));
            executions = new long[blocks];
        }
    }

    @Override
    public void run(BlockState block, int from, int to) {
        Threads threads = threads(block);
        for (int index = from; index < to; index++) {
            if (block.phase[index] == BlockState.READY) {
                block.current = index;
                run(threads.all[index], threads.executions);
            }
        }
    }

    private Threads threads(BlockState block) {
        if (block.scratch instanceof Threads threads) {
            return threads;
        }
        Threads threads = new Threads(block, blocks);
        block.scratch = threads;
        return threads;
    }

    /**
     * Returns how often each basic block was executed by the blocks of the grid that used this
     * state; routines follow one another.
     */
    public long[] executions(BlockState block) {
        return threads(block).executions.clone();
    }

    private void run(GuestThread thread, long[] executions) {
        try {
            resume(thread);
            turn(thread, executions);
        } catch (DeviceFault fault) {
            fault.locate(program.line(thread.place()));
            throw fault;
        } catch (StackOverflowError impossible) {
            throw DeviceFault.of(FaultKind.LAUNCH_FAILED, "The device's own stack is too small.");
        }
    }

    private void resume(GuestThread thread) {
        BlockState block = thread.block;
        int site = block.site[thread.index];
        if (!thread.begun()) {
            thread.begin(routines.getFirst());
        } else if (thread.stopped()) {
            meetings[site].leave(thread, thread.slots());
        }
    }

    private static void turn(GuestThread thread, long[] executions) {
        @Nullable Segment segment = thread.next();
        Grid grid = thread.block.grid;
        int left = TURN;
        while (left > 0 && segment != null) {
            if (segment.number >= 0) {
                executions[segment.number]++;
            }
            left = segment.acquires() ? 0 : left - 1;
            segment = segment.run(thread);
        }
        if (segment != null) {
            thread.pause(segment);
            thread.failedAt(segment.place());
            if (grid.wantsAttention()) {
                grid.attend();
            }
        }
    }
}

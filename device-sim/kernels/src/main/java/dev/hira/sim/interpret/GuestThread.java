package dev.hira.sim.interpret;

import dev.hira.sim.code.Step;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.CallStack;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A thread of a block: its stack of calls and where it goes on. */
final class GuestThread {
    private static final long FRAME_ALIGNMENT = 16;

    final BlockState block;
    final int index;

    private @Nullable InterpreterFrame frame;
    private @Nullable Segment next;
    private boolean stopped;
    private int place;

    GuestThread(BlockState block, int index) {
        this.block = block;
        this.index = index;
    }

    /** Whether it is on its way: neither before its beginning nor behind its end. */
    boolean begun() {
        return frame != null;
    }

    /** Goes to the beginning of the kernel. */
    void begin(RoutineCode kernel) {
        long end = CallStack.enter(block.grid, 0, kernel.routine().frameBytes());
        fresh(0, end);
        long[] slots = kernel.slots(block, index, 0);
        frame = new InterpreterFrame(kernel, slots, 0, end, null, List.of(), null);
        next = kernel.entry();
    }

    /** Ends. */
    void end() {
        frame = null;
        next = null;
        block.end(index);
    }

    /** Whether it goes on after a meeting, whose result it takes. */
    boolean stopped() {
        return stopped;
    }

    /** Where it goes on. */
    Segment next() {
        stopped = false;
        if (next == null) {
            throw new IllegalStateException("The thread has ended.");
        }
        return next;
    }

    /** Says where it goes on later. */
    void pause(Segment segment) {
        next = segment;
    }

    /** Says where it goes on after a meeting. */
    void stop(Segment segment) {
        next = segment;
        stopped = true;
    }

    /** The running routine's slots. */
    long[] slots() {
        return frame().slots;
    }

    InterpreterFrame frame() {
        if (frame == null) {
            throw new IllegalStateException("The thread has ended.");
        }
        return frame;
    }

    /** Calls a routine; its arguments are put into the frame that this returns. */
    InterpreterFrame call(RoutineCode callee, List<Step.Result> results, Segment continuation) {
        InterpreterFrame caller = frame();
        long end = CallStack.enter(block.grid, caller.end, callee.routine().frameBytes());
        fresh(caller.end, end);
        long[] slots = callee.slots(block, index, caller.end);
        frame = new InterpreterFrame(callee, slots, caller.end, end, caller, results, continuation);
        return frame;
    }

    /** Goes back to the caller; null when there is none. */
    @Nullable InterpreterFrame leave() {
        frame = frame().caller;
        return frame;
    }

    /** Takes bytes of the stack until the running routine returns; their address. */
    long allocate(long bytes, long alignment) {
        InterpreterFrame running = frame();
        long start = roundUp(running.end, Math.max(FRAME_ALIGNMENT, alignment));
        if (alignment < 0 || bytes < 0 || bytes > Integer.MAX_VALUE) {
            CallStack.enter(block.grid, start, -1);
        }
        running.end = CallStack.enter(block.grid, start, roundUp(bytes, FRAME_ALIGNMENT));
        fresh(start, running.end);
        return start;
    }

    private void fresh(long start, long end) {
        if (block.witness != null) {
            block.witness.fresh(index, start, end);
        }
    }

    /** Frees what the running routine has taken since its stack ended there. */
    long restore(long end) {
        InterpreterFrame running = frame();
        long least = running.start + running.code.routine().frameBytes() + CallStack.CALL_BYTES;
        running.end = Math.clamp(end, least, Math.max(least, running.end));
        return 0;
    }

    private static long roundUp(long number, long unit) {
        return (number + unit - 1) & -unit;
    }

    /** Notes the place in the text of an instruction that has failed. */
    void failedAt(int failed) {
        place = failed;
    }

    /** The place of the instruction that has failed. */
    int place() {
        return place;
    }
}

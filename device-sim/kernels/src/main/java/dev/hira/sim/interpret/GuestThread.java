package dev.hira.sim.interpret;

import dev.hira.sim.code.Step;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.CallStack;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A thread of a block: its call stack and the segment at which it continues. */
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

    /** Whether the thread has begun and has not ended. */
    boolean begun() {
        return frame != null;
    }

    /** Moves to the beginning of the kernel. */
    void begin(RoutineCode kernel) {
        long end = CallStack.enter(block.grid, 0, kernel.routine().frameBytes());
        fresh(0, end);
        long[] slots = kernel.slots(block, index, 0);
        frame = new InterpreterFrame(kernel, slots, 0, end, null, List.of(), null);
        next = kernel.entry();
    }

    /** Ends the thread. */
    void end() {
        frame = null;
        next = null;
        block.end(index);
    }

    /** Whether the thread continues after a meeting and takes its result. */
    boolean stopped() {
        return stopped;
    }

    /** Returns the segment at which the thread continues. */
    Segment next() {
        stopped = false;
        if (next == null) {
            throw new IllegalStateException("The thread has ended.");
        }
        return next;
    }

    /** Sets the segment at which the thread continues later. */
    void pause(Segment segment) {
        next = segment;
    }

    /** Sets the segment at which the thread continues after a meeting. */
    void stop(Segment segment) {
        next = segment;
        stopped = true;
    }

    /** The slots of the running routine. */
    long[] slots() {
        return frame().slots;
    }

    InterpreterFrame frame() {
        if (frame == null) {
            throw new IllegalStateException("The thread has ended.");
        }
        return frame;
    }

    /** Calls a routine; the caller then stores the arguments in the returned frame. */
    InterpreterFrame call(RoutineCode callee, List<Step.Result> results, Segment continuation) {
        InterpreterFrame caller = frame();
        long end = CallStack.enter(block.grid, caller.end, callee.routine().frameBytes());
        fresh(caller.end, end);
        long[] slots = callee.slots(block, index, caller.end);
        frame = new InterpreterFrame(callee, slots, caller.end, end, caller, results, continuation);
        return frame;
    }

    /** Returns to the calling routine; returns null when there is none. */
    @Nullable InterpreterFrame leave() {
        frame = frame().caller;
        return frame;
    }

    /** Allocates stack bytes until the running routine returns; returns their address. */
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

    /**
     * Frees the bytes that the running routine has allocated since its stack ended at this address.
     */
    long restore(long end) {
        InterpreterFrame running = frame();
        long least = running.start + running.code.routine().frameBytes() + CallStack.CALL_BYTES;
        running.end = Math.clamp(end, least, Math.max(least, running.end));
        return 0;
    }

    private static long roundUp(long number, long unit) {
        return (number + unit - 1) & -unit;
    }

    /** Records the text offset of an instruction that has failed. */
    void failedAt(int failed) {
        place = failed;
    }

    /** The text offset of the instruction that has failed. */
    int place() {
        return place;
    }
}

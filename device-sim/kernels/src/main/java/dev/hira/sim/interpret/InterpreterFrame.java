package dev.hira.sim.interpret;

import dev.hira.sim.code.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An active call of a routine. */
final class InterpreterFrame {
    final RoutineCode code;
    final long[] slots;

    /** The start of its frame in local memory. */
    final long start;

    /** The start of the next frame. */
    long end;

    /** The frame of the caller; null for the kernel. */
    final @Nullable InterpreterFrame caller;

    /** The destinations of its results in the caller. */
    final List<Step.Result> results;

    /** The segment at which the caller continues; null for the kernel. */
    final @Nullable Segment continuation;

    InterpreterFrame(
            RoutineCode code,
            long[] slots,
            long start,
            long end,
            @Nullable InterpreterFrame caller,
            List<Step.Result> results,
            @Nullable Segment continuation) {
        this.code = code;
        this.slots = slots;
        this.start = start;
        this.end = end;
        this.caller = caller;
        this.results = results;
        this.continuation = continuation;
    }
}

package dev.hira.sim.interpret;

import dev.hira.sim.code.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A routine that a thread is in. */
final class InterpreterFrame {
    final RoutineCode code;
    final long[] slots;

    /** Where its frame lies in local memory. */
    final long start;

    /** Where the next one would lie. */
    long end;

    /** Who called it; null for the kernel. */
    final @Nullable InterpreterFrame caller;

    /** Where the caller takes its results. */
    final List<Step.Result> results;

    /** Where the caller goes on; null for the kernel. */
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

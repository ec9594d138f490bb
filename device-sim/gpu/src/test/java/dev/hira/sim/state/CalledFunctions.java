package dev.hira.sim.state;

import dev.hira.api.NumberedFunction;
import dev.hira.api.WorkListener;
import dev.hira.api.cuda.CUhostFn;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CUstreamCallback;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * The functions of a program, known by their numbers in each process that serves it: each notes
 * that this process has called it. The user data of a function names what it looks at.
 */
final class CalledFunctions implements WorkListener {
    /** Reads what a function looks at when it is called. */
    volatile LongUnaryOperator look = _ -> 0;

    private final List<String> calls = new ArrayList<>();

    /** A host function of a stream. */
    private record Host(CalledFunctions to, long number) implements CUhostFn, NumberedFunction {
        @Override
        public void call(long userData) {
            to.note(number, userData, "host function");
        }
    }

    /** A callback of a stream. */
    private record Callback(CalledFunctions to, long number)
            implements CUstreamCallback, NumberedFunction {
        @Override
        public void call(long stream, CUresult status, long userData) {
            to.note(number, userData, "callback of " + stream + " with " + status);
        }
    }

    @Override
    public <T> T function(Class<T> type, long number) {
        return type.cast(
                type == CUhostFn.class ? new Host(this, number) : new Callback(this, number));
    }

    /** Returns the calls so far: the number, the user data, and what was there. */
    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    private synchronized void note(long number, long userData, String what) {
        calls.add(userData + ": " + what + " " + number + " saw " + look.applyAsLong(userData));
    }
}

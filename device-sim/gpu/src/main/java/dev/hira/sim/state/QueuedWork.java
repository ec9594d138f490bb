package dev.hira.sim.state;

import dev.hira.sim.driver.copy.Extent;
import dev.hira.sim.kernel.LaunchProgress;
import dev.hira.sim.kernel.LaunchShape;
import java.lang.foreign.MemorySegment;

/**
 * A part of the work that was stopped before its end; {@link QueueCodec} describes the bytes.
 *
 * <p>The operations of a queue follow the queue, in order. Operations are numbered through all
 * queues, from 0 on.
 */
sealed interface QueuedWork {
    /** An operation of the queue that was announced last. */
    sealed interface Operation extends QueuedWork {}

    /**
     * A call with work that travels.
     *
     * @param device the device that does it, as the process counts
     * @param spent the device time that it has taken, without the operations that travel
     */
    record Call(long call, int device, long spent) implements QueuedWork {}

    /**
     * A queue with operations.
     *
     * @param name of the stream or of the one beside which it is, or the lane whose default stream
     *     it is; 0 for the legacy one; for one that ends, twice its priority, plus 1 if it is
     *     blocking
     */
    record Queue(long context, Stream stream, long name) implements QueuedWork {}

    /** A constant with the number that stands for it in a record. */
    interface Coded {
        int code();
    }

    /** The kinds of streams. */
    enum Stream implements Coded {
        LEGACY(0),
        NAMED(1),
        OF_LANE(2),
        /** Beside a named one, for one command. */
        BESIDE(3),
        /** Without a name: it ends with its operations. */
        ENDING(4);

        private final int code;

        Stream(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** Bytes that the next copy reads or the next result begins with, or some of them. */
    record Staged(MemorySegment content) implements QueuedWork {}

    /**
     * A launch.
     *
     * @param call 0: no call is told of its end
     */
    @SuppressWarnings("ArrayRecordComponent") // nothing compares or changes the bytes
    record Kernel(
            long call, long function, LaunchShape shape, LaunchProgress progress, byte[] parameters)
            implements Operation {}

    /** A copy. */
    record Copy(long call, Side from, Side to, Extent extent) implements Operation {}

    /**
     * A fill.
     *
     * @param bytes the size of the element
     */
    record Fill(long call, Side to, int pattern, int bytes, Extent extent) implements Operation {}

    /**
     * A point in the queue.
     *
     * @param event the event that was recorded there; 0: none, or it was recorded again
     */
    record Mark(long event) implements Operation {}

    /**
     * A wait for another operation.
     *
     * @param awaited its number
     */
    record Wait(long awaited) implements Operation {}

    /** A wait for an event that the program itself reaches. */
    record WaitForProgram(long event) implements Operation {}

    /** A wait for something that was terminated: everything behind it is skipped. */
    record Terminated() implements Operation {}

    /** The completion of a result; see {@link dev.hira.api.LateResult#describe}. */
    @SuppressWarnings("ArrayRecordComponent") // nothing compares or changes the bytes
    record Result(byte[] description) implements Operation {}

    /**
     * A call of a function of the program.
     *
     * @param number of the function in the program's process
     * @param object the name of the stream or event that the function is told, or 0
     * @param state for which the callback of an event waited
     * @param afterFault the state that the callback of an event is told after a failure
     */
    record Function(
            FunctionKind kind, long number, long object, int state, int afterFault, long userData)
            implements Operation {}

    /** The kinds of functions of the program. */
    enum FunctionKind implements Coded {
        ON_HOST(0),
        OF_STREAM(1),
        OF_QUEUE(2),
        OF_EVENT(3);

        private final int code;

        FunctionKind(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /**
     * One side of a copy.
     *
     * @param at the device address of the first byte; its offset in memory shared with the guest;
     *     or the number of the operation that completes the result
     * @param offset of the first byte in the result or the staged bytes
     */
    record Side(Place place, long at, long offset, long pitch, long slicePitch) {}

    /** The kinds of memory. */
    enum Place implements Coded {
        DEVICE(0),
        SHARED(1),
        STAGED(2),
        RESULT(3);

        private final int code;

        Place(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }
}

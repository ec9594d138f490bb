package dev.hira.sim.driver.object;

import dev.hira.api.LateResult;
import dev.hira.api.cuda.CUhostFn;
import dev.hira.api.cuda.CUstreamCallback;
import dev.hira.api.opencl.ClEventNotify;
import dev.hira.api.opencl.ClHostFunc;
import dev.hira.api.opencl.ClResult;
import dev.hira.sim.engine.HostOperation;
import dev.hira.sim.engine.WorkFault;
import org.jspecify.annotations.Nullable;

/** A function of the program that a channel calls when its work has got there. */
public sealed interface ProgramFunction extends HostOperation.HostFunction {
    /** The program's function, as it was given to the driver. */
    Object function();

    @Override
    default boolean isOfProgram() {
        return true;
    }

    /** Whether it is called even when the work before it has failed. */
    default boolean alsoAfterFailure() {
        return true;
    }

    /**
     * Returns the operation that calls it.
     *
     * @param result the result that the function completes, or null
     */
    default HostOperation operation(@Nullable LateResult result) {
        return new HostOperation(this, alsoAfterFailure(), result);
    }

    /** A host function of a stream. */
    record OnHost(CUhostFn function, long userData) implements ProgramFunction {
        @Override
        public boolean alsoAfterFailure() {
            return false;
        }

        @Override
        public void call(@Nullable WorkFault fault, boolean terminated) {
            function.call(userData);
        }
    }

    /** A callback of a stream. */
    record OfStream(CUstreamCallback function, long stream, long userData)
            implements ProgramFunction {
        @Override
        public void call(@Nullable WorkFault fault, boolean terminated) {
            function.call(stream, CudaFailures.code(fault), userData);
        }
    }

    /** A host function of OpenCL's queues. */
    record OfQueue(ClHostFunc function, long userData) implements ProgramFunction {
        @Override
        public boolean alsoAfterFailure() {
            return false;
        }

        @Override
        public void call(@Nullable WorkFault fault, boolean terminated) {
            function.call(userData);
        }
    }

    /**
     * A callback for the end of a command; its channel has waited for it.
     *
     * @param name the event's name, which the program may have released
     * @param event the event; null when the process has not got it any more
     * @param state the state for which the callback waited
     * @param afterFault the state to report when work of the context has failed
     */
    record OfEvent(
            ClEventNotify function,
            long name,
            @Nullable SimEvent event,
            int state,
            int afterFault,
            long userData)
            implements ProgramFunction {
        /** The state of a command that waited for something that was terminated. */
        public static final int TERMINATED =
                ClResult.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST.value();

        @Override
        public void call(@Nullable WorkFault fault, boolean terminated) {
            function.call(name, reported(fault != null, terminated), userData);
        }

        private int reported(boolean failed, boolean terminated) {
            if (terminated) {
                return event == null ? TERMINATED : event.terminationCode();
            }
            return failed ? afterFault : state;
        }
    }
}

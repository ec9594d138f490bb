package dev.hira.sim.engine;

import dev.hira.api.LateResult;
import org.jspecify.annotations.Nullable;

/** A function of the program that a channel calls on a thread of the host. */
public final class HostOperation extends ChannelOperation {
    private @Nullable HostFunction function;
    private final boolean alsoAfterFailure;
    private final @Nullable LateResult result;

    /**
     * Creates a call.
     *
     * @param alsoAfterFailure whether to call even when the context has failed
     */
    public HostOperation(HostFunction function, boolean alsoAfterFailure) {
        this(function, alsoAfterFailure, null);
    }

    /**
     * Creates a call.
     *
     * @param alsoAfterFailure whether to call even when the context has failed
     * @param result the result that the function completes, or null
     */
    public HostOperation(
            HostFunction function, boolean alsoAfterFailure, @Nullable LateResult result) {
        this.function = function;
        this.alsoAfterFailure = alsoAfterFailure;
        this.result = result;
    }

    /** Returns the completion of a result; a failure of the context drops the result. */
    public static HostOperation completing(LateResult result) {
        return new HostOperation((_, _) -> result.complete(), false, result);
    }

    /** The result that the call completes; null when it is the program's function. */
    public @Nullable LateResult result() {
        return result;
    }

    /** The function to call; null when it has been called. */
    public @Nullable HostFunction function() {
        return function;
    }

    /** Whether it can be kept from beginning, since the program alone knows what it does. */
    boolean canBeHeld() {
        HostFunction call = function;
        return result == null && call != null && call.isOfProgram();
    }

    boolean wanted(@Nullable WorkFault fault, boolean terminated) {
        return (fault == null && !terminated) || alsoAfterFailure || result != null;
    }

    /**
     * Calls the function, or drops its result when the work before was skipped.
     *
     * @param terminated whether the channel was terminated
     */
    void call(@Nullable WorkFault fault, boolean terminated) {
        HostFunction once = function;
        function = null;
        if (once == null) {
            return;
        }
        if (result != null && (fault != null || terminated) && !alsoAfterFailure) {
            result.drop();
        } else {
            once.call(fault, terminated);
        }
    }

    /** The function to call. */
    @FunctionalInterface
    public interface HostFunction {
        /**
         * Runs the program's code.
         *
         * @param fault the fault of the context, or null
         * @param terminated whether the work before was terminated
         */
        void call(@Nullable WorkFault fault, boolean terminated);

        /** Whether the program has queued it; otherwise the device needs it for its own work. */
        default boolean isOfProgram() {
            return false;
        }
    }
}

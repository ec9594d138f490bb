package dev.hira.sim.engine;

import org.jspecify.annotations.Nullable;

/** A function of the program that a channel calls on a thread of the host. */
public final class HostOperation extends ChannelOperation {
    private @Nullable HostFunction function;
    private final boolean alsoAfterFailure;

    /**
     * Creates a call.
     *
     * @param alsoAfterFailure whether to call even when the context has failed
     */
    public HostOperation(HostFunction function, boolean alsoAfterFailure) {
        this.function = function;
        this.alsoAfterFailure = alsoAfterFailure;
    }

    boolean wanted(@Nullable WorkFault fault) {
        return fault == null || alsoAfterFailure;
    }

    void call(@Nullable WorkFault fault) {
        HostFunction once = function;
        function = null;
        if (once != null) {
            once.call(fault);
        }
    }

    /** The function to call. */
    @FunctionalInterface
    public interface HostFunction {
        /**
         * Runs the program's code.
         *
         * @param fault the fault of the context, or null
         */
        void call(@Nullable WorkFault fault);
    }
}

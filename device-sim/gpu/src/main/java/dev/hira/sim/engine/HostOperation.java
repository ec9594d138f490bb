package dev.hira.sim.engine;

import org.jspecify.annotations.Nullable;

/** A function of the program that a channel calls, on a thread of the host's own. */
public final class HostOperation extends ChannelOperation {
    private @Nullable HostFunction function;
    private final boolean alsoAfterFailure;

    /**
     * A call.
     *
     * @param alsoAfterFailure whether it is made even when the context has failed
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

    /** What is called. */
    @FunctionalInterface
    public interface HostFunction {
        /**
         * Runs the program's code.
         *
         * @param fault what the context has failed with, or null
         */
        void call(@Nullable WorkFault fault);
    }
}

package dev.hira.sim.engine;

import dev.hira.api.WorkTrace;
import dev.hira.sim.work.CallWork;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A unit of a device that executes operations: kernels, copies or fills. */
abstract sealed class Engine permits CopyEngine, ComputeEngine, VirtualEngine {
    private final int index;

    Engine(int index) {
        this.index = index;
    }

    /** The engine's number in its device. */
    final int index() {
        return index;
    }

    /** Accepts a channel and its token; the head of the channel is an operation for this engine. */
    abstract void offer(Channel channel);

    /**
     * Executes an operation now, on the calling thread, outside any channel.
     *
     * @return false, without effect, when the engine is busy
     */
    abstract boolean tryExecute(ChannelGroup group, EngineOperation operation);

    /**
     * Executes ready operations of a group on the calling thread, until an operation is done or no
     * operation is left to help with. Returns at once when the engine is busy or has to serve
     * another context first.
     */
    abstract void help(ChannelGroup group, ChannelOperation until);

    /** Takes back all channels of a group that wait for the engine, with their tokens. */
    abstract List<Channel> withdraw(ChannelGroup group);

    /** Ends the engine's thread when it has no work. */
    abstract void stop();

    /**
     * Executes work that the calling thread did not submit. An access to memory that another
     * process has truncated makes the JVM raise an error late, at the thread's next call into the
     * JVM; this method makes one such call, so that the error fails the group that owns the memory
     * and not this thread. A thread that executes its own work checks its own memory.
     */
    static boolean executeForOthers(ChannelGroup group, EngineOperation operation) {
        try {
            boolean done = execute(group, operation);
            Thread.holdsLock(operation);
            return done;
        } catch (InternalError late) {
            fail(group, late);
            return true;
        }
    }

    /**
     * Executes the work and turns a failure into the group's fault.
     *
     * @return false when the work was skipped
     */
    static boolean execute(ChannelGroup group, EngineOperation operation) {
        if (group.skips()) {
            return false;
        }
        group.running().begins(operation);
        try {
            operation.execute();
        } catch (WorkFault fault) {
            group.fail(fault);
        } catch (RuntimeException | Error failure) {
            fail(group, failure);
        } finally {
            group.running().ends(operation);
        }
        return true;
    }

    /**
     * Records how long an operation took. A failure to do so fails the group, as one of the work
     * does: the engine and the channel go on.
     */
    static void account(ChannelGroup group, EngineOperation operation, long nanos) {
        try {
            operation.took(group, nanos);
        } catch (RuntimeException | Error failure) {
            fail(group, failure);
        }
    }

    /** Reports a part of a call's work that the engine has executed to the process's trace. */
    final void trace(Channel channel, EngineOperation operation, long begin, long end) {
        @Nullable WorkTrace trace = channel.group().trace();
        @Nullable CallWork work = operation.work();
        if (trace != null && work != null) {
            trace.executed(
                    work.call(),
                    work.device(),
                    index,
                    channel.number(),
                    operation.what(),
                    operation.bytes(),
                    begin,
                    end);
        }
    }

    private static void fail(ChannelGroup group, Throwable failure) {
        group.fail(
                new WorkFault(
                        WorkFaults.LAUNCH_FAILED,
                        "the device could not do its work, because " + failure));
    }
}

package dev.hira.sim.engine;

/** A unit of a device that does one thing at a time. */
abstract sealed class Engine permits RealEngine, ComputeEngine, VirtualEngine {
    private final int index;

    Engine(int index) {
        this.index = index;
    }

    /** Its number in its device. */
    final int index() {
        return index;
    }

    /** Enters a channel, with its token, whose head is an operation for this engine. */
    abstract void offer(Channel channel);

    /**
     * Executes an operation now, on the calling thread, outside of any channel.
     *
     * @return false, without effect, when the engine has something else to do
     */
    abstract boolean tryExecute(ChannelGroup group, EngineOperation operation);

    /**
     * Executes ready operations of a group on the calling thread, until an operation is done or
     * there is nothing more to help with. Returns at once when the engine is busy or has to serve
     * somebody else first.
     */
    abstract void help(ChannelGroup group, ChannelOperation until);

    /** Ends the engine's thread, when it has no work. */
    abstract void stop();

    /**
     * Does work that the calling thread did not ask for itself. An access to memory that another
     * process has cut off makes the JVM raise an error late, at the thread's next call into it; one
     * such call is made here, so that the error meets the group whose memory it is and not this
     * thread. Who executes his own work sees to his own memory.
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
     * Does the work, turning what goes wrong into the group's fault.
     *
     * @return false when it was skipped
     */
    static boolean execute(ChannelGroup group, EngineOperation operation) {
        if (group.skips()) {
            return false;
        }
        group.begins(operation);
        try {
            operation.execute();
        } catch (WorkFault fault) {
            group.fail(fault);
        } catch (RuntimeException | Error failure) {
            fail(group, failure);
        } finally {
            group.ends(operation);
        }
        return true;
    }

    private static void fail(ChannelGroup group, Throwable failure) {
        group.fail(
                new WorkFault(
                        WorkFaults.LAUNCH_FAILED,
                        "The device could not do its work, because " + failure + "."));
    }
}

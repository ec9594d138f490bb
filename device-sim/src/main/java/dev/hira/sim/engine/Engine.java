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
    abstract void help(ChannelGroup group, Operation until);

    /** Ends the engine's thread, when it has no work. */
    abstract void stop();

    /** Does the work, turning what goes wrong into the group's fault. */
    static void execute(ChannelGroup group, EngineOperation operation) {
        if (group.skips()) {
            return;
        }
        group.begins(operation);
        try {
            operation.execute();
        } catch (WorkFault fault) {
            group.fail(fault);
        } catch (RuntimeException | Error failure) {
            group.fail(
                    new WorkFault(
                            WorkFaults.LAUNCH_FAILED,
                            "The device could not do its work, because " + failure + "."));
        } finally {
            group.ends(operation);
        }
    }
}

package dev.hira.policy.sim;

import dev.hira.policy.JudgedCommand;

/** A command with costs in terms of {@link SimWorld#RESOURCES}. */
public final class SimCommand implements JudgedCommand {
    private static final int MOST_RESOURCES = 8;

    public long call;
    public boolean work;
    public boolean sync;
    public long workName;

    /** The number of the function; 0: that of the launch if the work has a name, or of the copy. */
    public int function;

    public final long[] consumed = new long[MOST_RESOURCES];
    public final long[] allocated = new long[MOST_RESOURCES];
    public final long[] held = new long[MOST_RESOURCES];
    public final long[] onDevice = new long[MOST_RESOURCES];

    @Override
    public int function() {
        return function != 0 ? function : workName == 0 ? 2 : 1;
    }

    @Override
    public String functionName() {
        return workName == 0 ? "copy" : "launch";
    }

    @Override
    public FunctionClass functionClass() {
        return FunctionClass.PLAIN;
    }

    @Override
    public long call() {
        return call;
    }

    @Override
    public boolean sync() {
        return sync;
    }

    @Override
    public long bytes() {
        return 100;
    }

    @Override
    public boolean work() {
        return work;
    }

    @Override
    public long workName() {
        return workName;
    }

    @Override
    public long consumes(int resource) {
        return consumed[resource];
    }

    @Override
    public long allocates(int resource) {
        return allocated[resource];
    }

    @Override
    public long heldByVm(int resource) {
        return held[resource];
    }

    @Override
    public long heldOnDevice(int resource) {
        return onDevice[resource];
    }
}

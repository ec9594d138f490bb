package dev.hira.policy.rules;

import dev.hira.policy.JudgedCommand;

/**
 * A fake command.
 *
 * @param functionName its function
 * @param takes the amount that it would hold of each continuous resource
 */
record FakeCommand(String functionName, long takes) implements JudgedCommand {
    @Override
    public int function() {
        return 1;
    }

    @Override
    public FunctionClass functionClass() {
        return FunctionClass.PLAIN;
    }

    @Override
    public long call() {
        return 1;
    }

    @Override
    public boolean sync() {
        return true;
    }

    @Override
    public long bytes() {
        return 100;
    }

    @Override
    public boolean work() {
        return false;
    }

    @Override
    public long workName() {
        return 0;
    }

    @Override
    public long consumes(int resource) {
        return 10L + resource;
    }

    @Override
    public long allocates(int resource) {
        return takes;
    }

    @Override
    public long heldByVm(int resource) {
        return 0;
    }

    @Override
    public long heldOnDevice(int resource) {
        return 0;
    }
}

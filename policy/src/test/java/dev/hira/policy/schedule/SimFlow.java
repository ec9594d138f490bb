package dev.hira.policy.schedule;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A simulated session: a closed loop of kernels, each sent after the one before. */
public final class SimFlow implements Flow {
    private final SimVm vm;
    private final LongSupplier lengths;
    String task = "";
    int rank;
    long think;
    boolean sync = true;

    /** Time from the beginning of a command's wait to its deadline. */
    long patience = Long.MAX_VALUE;

    /** Most commands to send. */
    long commands = Long.MAX_VALUE;

    long sent;
    public long done;
    public long used;
    public long longestWait;
    long finishedAt;
    boolean waits;
    boolean barred;
    boolean closed;
    int inFlight;
    long head;
    long waitingSince;
    private @Nullable Object note;

    public SimFlow(SimVm vm, LongSupplier lengths) {
        this.vm = vm;
        this.lengths = lengths;
    }

    SimFlow task(String value) {
        task = value;
        return this;
    }

    SimFlow rank(int value) {
        rank = value;
        return this;
    }

    /** Sets the time that the guest takes from the end of one kernel to the launch of the next. */
    public SimFlow think(long value) {
        think = value;
        return this;
    }

    /**
     * Makes the guest send without waiting for its kernels: the next command arrives when one was
     * granted.
     */
    public SimFlow eager() {
        sync = false;
        return this;
    }

    SimFlow patience(long value) {
        patience = value;
        return this;
    }

    public SimFlow commands(long value) {
        commands = value;
        return this;
    }

    long nextLength() {
        return lengths.getAsLong();
    }

    public SimVm vm() {
        return vm;
    }

    @Override
    public Tenant tenant() {
        return vm;
    }

    @Override
    public String task() {
        return task;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public long head() {
        return waits ? head : 0;
    }

    @Override
    public boolean mayGo() {
        return !barred;
    }

    @Override
    public long waitingSince() {
        return waitingSince;
    }

    @Override
    public long deadline() {
        return patience == Long.MAX_VALUE ? Long.MAX_VALUE : waitingSince + patience;
    }

    @Override
    public int inFlight() {
        return inFlight;
    }

    @Override
    public @Nullable Object note() {
        return note;
    }

    @Override
    public void note(@Nullable Object value) {
        note = value;
    }

    @Override
    public String toString() {
        return vm + "/" + task + "#" + System.identityHashCode(this);
    }
}

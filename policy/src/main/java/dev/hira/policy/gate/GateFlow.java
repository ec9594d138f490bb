package dev.hira.policy.gate;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Tenant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session at a {@link DeviceGate}. The gate's lock guards its fields, except volatile ones. */
public final class GateFlow implements Flow {
    final GateVm vm;
    final Runnable resume;
    private final String task;

    /** Longest device time that is granted at once; {@link Long#MAX_VALUE}: a whole kernel. */
    private final long slice;

    /** Whether the scheduler is to pick it: for a command, or for the next slice of a kernel. */
    boolean waiting;

    /** Whether the session has asked to send a command. */
    boolean asks;

    long head;
    long since;
    int inFlight;

    /** Number of its commands that count as being at the device. */
    int counted;

    /** Device time of its commands there that are not running. */
    long queued;

    boolean gone;

    /** Ticket of its kernel that waits for its next slice. */
    @Nullable Ticket lasting;

    /** Its tickets while the device holds its kernels, oldest first. */
    final List<Ticket> heldTickets = new ArrayList<>(0);

    /** Time at which the device was to hold its kernels. */
    long heldAt;

    /** Whether the device has confirmed the hold, or they were charged because it did not. */
    boolean isHoldTold;

    /** Whether the device is to hold the session's kernels. */
    private volatile boolean held;

    /** Device time of which the scheduler has not heard yet. */
    long owed;

    /** Device time that was charged for slices and that their kernels did not take. */
    private long prepaid;

    /** Ticket of the command that waited and may go now, until the session collects it. */
    @Nullable Ticket granted;

    /** Neighbours in the list of waiting flows. */
    @Nullable GateFlow before;

    @Nullable GateFlow after;

    private volatile int rank;
    private @Nullable Object note;

    GateFlow(GateVm vm, String task, long slice, Runnable resume) {
        this.vm = vm;
        this.task = task;
        this.slice = slice;
        this.resume = resume;
    }

    /** Whether the device can hold its kernels. */
    boolean canBeHeld() {
        return slice != Long.MAX_VALUE;
    }

    /** Returns the part of a command's device time that is granted at once. */
    long granted(long estimate) {
        return Math.min(estimate, slice);
    }

    /**
     * Whether the device must hold the session's kernels at present: run no part of them. Any
     * thread.
     */
    public boolean isHeld() {
        return held;
    }

    void held(boolean now) {
        held = now;
    }

    /** Sets the order of the flow among those of its VM: lower goes first. */
    public void rank(int newRank) {
        rank = newRank;
    }

    /** Whether the flow was waiting because of its VM's cap when the gate last looked. */
    public boolean isCapped() {
        return vm.isCapped;
    }

    /** Notes device time that was charged and not taken. */
    void prepays(long nanos) {
        prepaid += nanos;
    }

    /** Returns the part of an amount of device time that has not been charged in advance. */
    long due(long nanos) {
        long before = Math.min(nanos, prepaid);
        prepaid -= before;
        return nanos - before;
    }

    /** Returns the device time that was charged in advance, for another gate. */
    long takePrepaid() {
        long nanos = prepaid;
        prepaid = 0;
        return nanos;
    }

    @Nullable Ticket takeGranted() {
        Ticket ticket = granted;
        granted = null;
        return ticket;
    }

    @Override
    public Tenant tenant() {
        return vm.tenant();
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
        if (!waiting) {
            return 0;
        }
        return lasting == null ? granted(head) : slice;
    }

    @Override
    public boolean mayGo() {
        return waiting && (lasting == null ? vm.mayGo() : vm.mayGoOn());
    }

    /** Returns the time by which it has its place among the waiting flows. */
    long order() {
        return lasting == null ? since : lasting.asked;
    }

    @Override
    public long waitingSince() {
        return since;
    }

    @Override
    public long deadline() {
        return Long.MAX_VALUE;
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
    public void note(@Nullable Object newNote) {
        note = newNote;
    }
}

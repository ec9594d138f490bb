package dev.hira.policy.gate;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Tenant;
import org.jspecify.annotations.Nullable;

/** A session at a {@link DeviceGate}. The gate's lock guards its fields, except volatile ones. */
public final class GateFlow implements Flow {
    final GateVm vm;
    final Runnable resume;
    private final String task;
    boolean waiting;
    long head;
    long since;
    int inFlight;
    boolean gone;

    /** Device time of which the scheduler has not heard yet. */
    long owed;

    /** Ticket of the command that waited and may go now, until the session collects it. */
    @Nullable Ticket granted;

    /** Neighbours in the list of waiting flows. */
    @Nullable GateFlow before;

    @Nullable GateFlow after;

    private volatile int rank;
    private @Nullable Object note;

    GateFlow(GateVm vm, String task, Runnable resume) {
        this.vm = vm;
        this.task = task;
        this.resume = resume;
    }

    /** Sets the order of the flow among those of its VM: lower goes first. */
    public void rank(int newRank) {
        rank = newRank;
    }

    /** Whether the flow was waiting because of its VM's cap when the gate last looked. */
    public boolean isCapped() {
        return vm.isCapped;
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
        return waiting ? head : 0;
    }

    @Override
    public boolean mayGo() {
        return waiting && vm.mayGo();
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

package dev.hira.policy.gate;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Tenant;
import org.jspecify.annotations.Nullable;

/** A session at a {@link DeviceGate}, whose lock guards all of its fields. */
public final class GateFlow implements Flow {
    final GateVm vm;
    final Runnable resume;
    private final String task;
    boolean waiting;
    long head;
    long since;
    int inFlight;
    boolean gone;

    /** The command that waited may go, and its session has not come for it yet. */
    @Nullable Ticket granted;

    /** Its neighbours among those that wait. */
    @Nullable GateFlow before;

    @Nullable GateFlow after;

    private volatile int rank;
    private @Nullable Object note;

    GateFlow(GateVm vm, String task, Runnable resume) {
        this.vm = vm;
        this.task = task;
        this.resume = resume;
    }

    /** Puts the flow before or behind others of its VM. */
    public void rank(int newRank) {
        rank = newRank;
    }

    /** Whether what waits does so because of its VM's cap, as of when that was looked at. */
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

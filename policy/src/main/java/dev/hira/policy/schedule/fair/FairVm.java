package dev.hira.policy.schedule.fair;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A VM in a {@link FairScheduler}. */
final class FairVm extends FairNode {
    final FairGroup tasks = new FairGroup();
    final Reserve reserve = new Reserve();
    final Returns returns;
    private final Map<String, FairTask> named = new HashMap<>();
    private final List<FairFlow> heads = new ArrayList<>();

    /** Number of its sessions. */
    int members;

    /** Time since which it has no work. */
    long idleSince;

    /** Whether it is in the scheduler's grace queue. */
    boolean inGrace;

    /** Whether it is in {@link Reservations}. */
    boolean isReserved;

    /** Estimate of its latest command. */
    long lastEstimate;

    /** Number of its latest wait in the sequence of all waits. */
    long latestTurn;

    /** Whether its place in the order may have changed. */
    boolean isMisplaced;

    // The fields below are its place in an order.

    /** The order that contains it; null: none. */
    @Nullable VirtualOrder order;

    /** Its virtual time. */
    long key;

    /** Its virtual time after its next command. */
    long finish;

    long turn;

    long height;
    @Nullable FairVm lower;
    @Nullable FairVm higher;

    /** The VM in this subtree with the earliest {@link #finish}. */
    FairVm soonest = this;

    FairVm(FairGroup root, long patience) {
        super(root);
        this.returns = new Returns(patience);
    }

    FairTask join(String task) {
        members++;
        FairTask joined =
                task.isEmpty()
                        ? new FairTask(tasks)
                        : named.computeIfAbsent(task, _ -> new FairTask(tasks));
        joined.members++;
        return joined;
    }

    void leave(FairTask task) {
        members--;
        task.members--;
        if (task.members == 0) {
            named.values().remove(task);
        }
    }

    /** Adds a flow with a waiting command. */
    void waits(FairFlow flow) {
        heads.add(flow);
    }

    /** Removes a flow without a waiting command. */
    void waitsNoMore(FairFlow flow) {
        heads.remove(flow);
    }

    /** Returns the flow that goes next when the VM does; null when none may go. */
    @Nullable FairFlow next() {
        FairFlow first = null;
        for (int i = 0; i < heads.size(); i++) {
            FairFlow head = heads.get(i);
            if (head.flow.mayGo() && (first == null || head.precedes(first))) {
                first = head;
            }
        }
        return first;
    }

    /** Moves it to its place in an order; null removes it from all orders. */
    void goTo(@Nullable VirtualOrder next, long finishing) {
        if (order != null) {
            order.remove(this);
        }
        key = at();
        turn = latestTurn;
        finish = finishing;
        if (next != null) {
            next.add(this);
        }
    }
}

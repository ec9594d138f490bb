package dev.hira.policy.schedule.fair;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A VM as {@link FairScheduler} knows it. */
final class FairVm extends FairNode {
    final FairGroup tasks = new FairGroup();
    final Reserve reserve = new Reserve();
    final Returns returns;
    private final Map<String, FairTask> named = new HashMap<>();
    private final List<FairFlow> heads = new ArrayList<>();

    /** How many sessions it has. */
    int members;

    /** Since when it has nothing to do. */
    long idleSince;

    /** Whether it is among those that are looked at when their grace is over. */
    boolean inGrace;

    /** Whether it is among those whose reservations are looked at. */
    boolean isReserved;

    /** The estimate of its latest command. */
    long lastEstimate;

    /** Its number among all that ever began to wait. */
    long latestTurn;

    /** Whether its place may not be the right one any more. */
    boolean isMisplaced;

    // What follows is its place in an order.

    /** The order that it is in. */
    @Nullable VirtualOrder order;

    /** Its virtual time. */
    long key;

    /** Its virtual time when its next command is done. */
    long finish;

    long turn;

    long height;
    @Nullable FairVm lower;
    @Nullable FairVm higher;

    /** Whose command would be finished first among the VMs from here down. */
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

    /** A flow has a command that waits. */
    void waits(FairFlow flow) {
        heads.add(flow);
    }

    /** It has none any more. */
    void waitsNoMore(FairFlow flow) {
        heads.remove(flow);
    }

    /** The flow that goes next if the VM does; null when none may. */
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

    /** Goes to its place in an order, or out of all. */
    void goTo(@Nullable VirtualOrder next, long finishing) {
        VirtualOrder before = order;
        if (before == next && key == at() && finish == finishing && turn == latestTurn) {
            return;
        }
        if (before != null) {
            before.remove(this);
        }
        key = at();
        turn = latestTurn;
        finish = finishing;
        if (next != null) {
            next.add(this);
        }
    }
}

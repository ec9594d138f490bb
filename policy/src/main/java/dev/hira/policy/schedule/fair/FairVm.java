package dev.hira.policy.schedule.fair;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A VM as {@link FairScheduler} knows it. */
final class FairVm extends FairNode {
    final FairGroup tasks = new FairGroup();
    final Reserve reserve = new Reserve();
    final Returns returns;
    private final Map<String, FairTask> named = new HashMap<>();

    /** How many sessions it has. */
    int members;

    /** Since when it has nothing to do. */
    long idleSince;

    /** Whether it is among those that are looked at when their grace is over. */
    boolean inGrace;

    /** The estimate of its latest command. */
    long lastEstimate;

    /** Its virtual time when its next command is done, during one decision. */
    long finish;

    /** The flow that goes next if the VM does, during one decision. */
    @Nullable FairFlow candidate;

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
}

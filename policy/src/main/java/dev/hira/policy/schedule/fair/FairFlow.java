package dev.hira.policy.schedule.fair;

import dev.hira.policy.schedule.Flow;

/** A session as {@link FairScheduler} knows it. */
final class FairFlow extends FairNode {
    final Flow flow;
    final FairVm vm;
    final FairTask task;

    FairFlow(Flow flow, FairVm vm, FairTask task) {
        super(task.sessions);
        this.flow = flow;
        this.vm = vm;
        this.task = task;
    }

    /** Whether it goes before another one of its VM. */
    boolean precedes(FairFlow other) {
        if (flow.rank() != other.flow.rank()) {
            return flow.rank() < other.flow.rank();
        }
        return task == other.task ? at() - other.at() < 0 : task.at() - other.task.at() < 0;
    }

    /** Gets service, as do its task and VM. */
    void chargeAll(long nanos) {
        charge(nanos);
        task.charge(nanos);
        vm.charge(nanos);
    }

    /** So many more of its commands wait and are at the device; its task's and VM's too. */
    void count(int moreWaiting, int moreInFlight) {
        waiting += moreWaiting;
        task.waiting += moreWaiting;
        vm.waiting += moreWaiting;
        inFlight += moreInFlight;
        task.inFlight += moreInFlight;
        vm.inFlight += moreInFlight;
    }
}

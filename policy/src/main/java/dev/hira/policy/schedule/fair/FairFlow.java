package dev.hira.policy.schedule.fair;

import dev.hira.policy.schedule.Flow;

/** A session in a {@link FairScheduler}. */
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

    /** Whether it goes before another flow of its VM. */
    boolean precedes(FairFlow other) {
        if (flow.rank() != other.flow.rank()) {
            return flow.rank() < other.flow.rank();
        }
        return task == other.task ? at() - other.at() < 0 : task.at() - other.task.at() < 0;
    }

    /** Charges service to the flow, its task and its VM. */
    void chargeAll(long nanos) {
        charge(nanos);
        task.charge(nanos);
        vm.charge(nanos);
    }

    /**
     * Changes the numbers of waiting commands and of commands at the device, for the flow, its task
     * and its VM.
     */
    void count(int moreWaiting, int moreInFlight) {
        waiting += moreWaiting;
        task.waiting += moreWaiting;
        vm.waiting += moreWaiting;
        inFlight += moreInFlight;
        task.inFlight += moreInFlight;
        vm.inFlight += moreInFlight;
    }
}

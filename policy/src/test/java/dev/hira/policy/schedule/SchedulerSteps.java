package dev.hira.policy.schedule;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scheduler, called one step at a time by a gate that decides nothing itself. */
class SchedulerSteps {
    final Scheduler scheduler;
    private final List<SimFlow> waiting = new ArrayList<>();
    long now;

    SchedulerSteps(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    final SimFlow join(SimVm vm, String task) {
        SimFlow flow = new SimFlow(vm, () -> 0).task(task);
        scheduler.joined(flow, now);
        return flow;
    }

    final SimFlow join(String vm) {
        return join(new SimVm(vm), "");
    }

    final void send(SimFlow flow, long nanos) {
        flow.head = nanos;
        flow.waits = true;
        flow.waitingSince = now;
        waiting.add(flow);
        scheduler.waits(flow, now);
    }

    /** Returns the scheduler's choice among the waiting flows. */
    final @Nullable Flow pick() {
        return scheduler.pick(
                new Scheduler.Eligible() {
                    @Override
                    public int size() {
                        return waiting.size();
                    }

                    @Override
                    public Flow get(int index) {
                        return waiting.get(index);
                    }
                },
                now);
    }

    final void grant(SimFlow flow) {
        waiting.remove(flow);
        flow.waits = false;
        scheduler.granted(flow, flow.head, now);
    }

    /** Ends the work of a granted command now. */
    final void end(SimFlow flow, long nanos) {
        scheduler.done(flow, flow.head, nanos, now);
    }

    /** Grants a command of the flow and completes it after a while. */
    final void serve(SimFlow flow, long estimate, long nanos) {
        send(flow, estimate);
        grant(flow);
        now += nanos;
        end(flow, nanos);
    }

    /** Withdraws the flow's waiting command. */
    final void withdraw(SimFlow flow) {
        waiting.remove(flow);
        flow.waits = false;
        scheduler.withdrawn(flow, now);
    }
}

package dev.hira.policy.schedule;

import static dev.hira.policy.schedule.SimGate.MS;
import static org.assertj.core.api.Assertions.assertThat;

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

    /** Returns the scheduler's choice among the waiting flows that may go. */
    final @Nullable Flow pick() {
        List<SimFlow> eligible = waiting.stream().filter(SimFlow::mayGo).toList();
        return scheduler.pick(
                new Scheduler.Eligible() {
                    @Override
                    public int size() {
                        return eligible.size();
                    }

                    @Override
                    public Flow get(int index) {
                        return eligible.get(index);
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

    /** Makes each flow have a command that waits. */
    final void send(SimFlow... flows) {
        for (SimFlow flow : flows) {
            send(flow, MS);
        }
    }

    final long wakeAt() {
        return scheduler.wakeAt(now);
    }

    /** Grants the command of a flow that the scheduler must choose. */
    final void grantPicked(SimFlow flow) {
        assertThat(pick()).isSameAs(flow);
        grant(flow);
    }

    /**
     * Has the flow use its turn with a kernel that ends with it, and returns the length of the
     * turn. A command of the flow waits before and after.
     */
    final long turn(SimFlow flow) {
        return overusedTurn(flow, 0);
    }

    /** Like {@link #turn}, with a kernel that lasts longer than the turn. */
    final long overusedTurn(SimFlow flow, long overuse) {
        grantPicked(flow);
        send(flow);
        long length = wakeAt() - now;
        now += length + overuse;
        end(flow, length + overuse);
        return length;
    }
}

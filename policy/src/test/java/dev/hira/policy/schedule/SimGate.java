package dev.hira.policy.schedule;

import dev.hira.policy.schedule.catalog.Schedulers;
import dev.hira.policy.sim.SimClock;
import dev.hira.policy.sim.SimDevice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A gate without policies before a simulated device that runs one kernel at a time. It checks the
 * scheduler's contract on each call.
 */
public final class SimGate {
    /** All schedulers, with rules that implement a fair queue. */
    static final Schedulers ALL =
            Schedulers.standard(new HostCredits())
                    .with(
                            RuleScheduler.kind(
                                    SimRules.book(
                                            """
                                            counter spent
                                            consume device_time: spent = spent + amount / vm.share
                                            schedule: -spent
                                            """)));

    public static final long US = 1_000;
    public static final long MS = 1_000_000;
    public static final long S = 1_000_000_000;

    final SimClock clock = new SimClock();
    private final SimDevice device = new SimDevice(clock, 1);
    final List<SimFlow> flows = new ArrayList<>();
    private final List<SimFlow> waiting = new ArrayList<>();
    private final int perVm;
    private final int perDevice;
    private Scheduler scheduler;
    private int inFlight;
    private long wakes = Long.MAX_VALUE;

    SimGate(Scheduler scheduler, int perVm, int perDevice) {
        this.scheduler = scheduler;
        this.perVm = perVm;
        this.perDevice = perDevice;
    }

    /** Creates a gate with at most two commands of a VM and three in all at the device. */
    public SimGate(Scheduler scheduler) {
        this(scheduler, 2, 3);
    }

    public static SimGate with(String name, String... parameters) {
        return new SimGate(create(name, parameters));
    }

    static Scheduler create(String name, String... parameters) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            given.put(parameters[i], parameters[i + 1]);
        }
        return ALL.create(name, given);
    }

    /** Adds a session with kernels of equal length. */
    public SimFlow add(SimVm vm, long length) {
        return add(new SimFlow(vm, () -> length));
    }

    SimFlow add(SimFlow flow) {
        flows.add(flow);
        scheduler.joined(flow, now());
        clock.at(now(), () -> send(flow));
        return flow;
    }

    /** Ends the session as soon as its work at the device has ended. */
    void close(SimFlow flow) {
        flow.closed = true;
        withdraw(flow);
        leaveWhenQuiet(flow);
        pump();
    }

    /** Withdraws the session's waiting command and sends it again later. */
    void retract(SimFlow flow, long later) {
        if (flow.waits) {
            withdraw(flow);
            flow.sent--;
            clock.at(now() + later, () -> send(flow));
            pump();
        }
    }

    /** Switches to another scheduler while everything runs. */
    void switchTo(Scheduler other) {
        scheduler = other;
        flows.forEach(flow -> other.joined(flow, now()));
        flows.forEach(flow -> replay(flow, other));
        waiting.forEach(flow -> other.waits(flow, now()));
        wakes = Long.MAX_VALUE;
        pump();
    }

    private void replay(SimFlow flow, Scheduler other) {
        for (int i = 0; i < flow.inFlight; i++) {
            other.waits(flow, now());
            other.granted(flow, 0, now());
        }
    }

    /** Charges the session for use of the device without a grant. */
    public void charge(SimFlow flow, long nanos) {
        if (!flow.waits) {
            scheduler.waits(flow, now());
            scheduler.granted(flow, 0, now());
            scheduler.done(flow, 0, nanos, now());
            pump();
        }
    }

    public Scheduler scheduler() {
        return scheduler;
    }

    public void run(long nanos) {
        clock.runUntil(now() + nanos);
    }

    public long now() {
        return clock.nanoTime();
    }

    /** Returns the time for which the device was busy. */
    public long busy() {
        return device.busy();
    }

    private void send(SimFlow flow) {
        if (flow.closed || flow.waits || flow.sent >= flow.commands) {
            return;
        }
        flow.sent++;
        flow.head = flow.nextLength();
        flow.waitingSince = now();
        flow.waits = true;
        waiting.add(flow);
        scheduler.waits(flow, now());
        pump();
    }

    private void withdraw(SimFlow flow) {
        if (flow.waits) {
            flow.waits = false;
            waiting.remove(flow);
            scheduler.withdrawn(flow, now());
        }
    }

    private void pump() {
        while (inFlight < perDevice) {
            waiting.forEach(this::look);
            List<SimFlow> eligible = waiting.stream().filter(SimFlow::mayGo).toList();
            if (eligible.isEmpty()) {
                return;
            }
            Flow picked = scheduler.pick(new Choice(eligible), now());
            if (!Objects.equals(picked, scheduler.pick(new Choice(eligible), now()))) {
                throw new AssertionError(scheduler.name() + " says another thing when asked again");
            }
            if (picked == null) {
                sleep();
                return;
            }
            if (!eligible.contains(picked)) {
                throw new AssertionError(scheduler.name() + " picked " + picked + ", not eligible");
            }
            grant((SimFlow) picked);
        }
    }

    private void look(SimFlow flow) {
        boolean barred = flow.vm().inFlight >= perVm;
        if (barred != flow.barred) {
            flow.barred = barred;
            scheduler.mayChanged(flow.vm());
        }
    }

    private void sleep() {
        long at = scheduler.wakeAt(now());
        if (at <= now()) {
            throw new AssertionError(scheduler.name() + " wants to be woken in the past");
        }
        if (at == Long.MAX_VALUE && inFlight == 0) {
            throw new AssertionError(
                    scheduler.name() + " idles at " + now() + " with " + waiting + " waiting");
        }
        if (at != Long.MAX_VALUE && at != wakes) {
            wakes = at;
            clock.at(at, () -> wake(at));
        }
    }

    private void wake(long at) {
        if (wakes == at) {
            wakes = Long.MAX_VALUE;
        }
        pump();
    }

    private void grant(SimFlow flow) {
        long length = flow.head;
        flow.longestWait = Math.max(flow.longestWait, now() - flow.waitingSince);
        scheduler.granted(flow, length, now());
        waiting.remove(flow);
        flow.waits = false;
        flow.inFlight++;
        flow.vm().inFlight++;
        inFlight++;
        device.submit(flow.vm().name(), flow, length, () -> {}, () -> end(flow, length));
        if (!flow.sync) {
            clock.at(now() + flow.think, () -> send(flow));
        }
    }

    private void end(SimFlow flow, long length) {
        flow.inFlight--;
        flow.vm().inFlight--;
        inFlight--;
        flow.done++;
        flow.used += length;
        flow.vm().used += length;
        flow.finishedAt = now();
        scheduler.done(flow, length, length, now());
        if (flow.sync) {
            clock.at(now() + flow.think, () -> send(flow));
        }
        leaveWhenQuiet(flow);
        pump();
    }

    private void leaveWhenQuiet(SimFlow flow) {
        if (flow.closed && flow.inFlight == 0 && flows.remove(flow)) {
            scheduler.left(flow, now());
        }
    }

    private record Choice(List<SimFlow> flows) implements Scheduler.Eligible {
        @Override
        public int size() {
            return flows.size();
        }

        @Override
        public Flow get(int index) {
            return flows.get(index);
        }
    }
}

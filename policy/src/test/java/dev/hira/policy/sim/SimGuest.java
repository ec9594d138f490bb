package dev.hira.policy.sim;

import dev.hira.policy.Admission;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** A guest that sends kernels to a device by its behaviour, as fast as it may. */
public final class SimGuest {
    /** Time of a hop from one thread of the router to another. */
    private static final long HOP = 5_000;

    /** Number of commands that arrive together. */
    private static final int FRAME = 16;

    /** Time that a guest takes for a command. */
    private static final long COMMAND = 500;

    /**
     * A guest's behaviour.
     *
     * @param length draws the device time of the next kernel
     * @param code draws the identity of the next kernel; 0: a copy
     * @param depth most outstanding commands; 1: it waits for each
     * @param think pause before a command when it had to wait for a reply
     * @param streams number of streams among which the kernels are distributed in turn
     */
    public record Behaviour(
            LongSupplier length, LongSupplier code, int depth, long think, int streams) {
        public Behaviour(LongSupplier length, LongSupplier code, int depth, long think) {
            this(length, code, depth, think, 1);
        }

        /** Returns a behaviour of kernels of one length, as many as possible at a time. */
        public static Behaviour busy(long length) {
            return new Behaviour(() -> length, () -> 1, 1024, 0);
        }

        /** Returns a behaviour of kernels of one length, one after the other. */
        public static Behaviour sync(long length, long think) {
            return new Behaviour(() -> length, () -> 1, 1, think);
        }
    }

    public final String vm;
    public final List<Long> waits = new ArrayList<>();
    private final SimWorld world;
    private final Behaviour behaviour;
    private final String task;
    private SimDevice device;
    private SessionPolicy session;
    private final SimCommand command = new SimCommand();
    private long nextCall = 1;
    private long length;
    private long askedAt;
    private int outstanding;
    private boolean delayed;
    private boolean scheduled;
    private boolean ended;
    private boolean stopped;
    private int moves;
    private boolean held;
    private final Set<Long> running = new LinkedHashSet<>();
    private int turns;
    private long completed;
    private long done;
    private long unanswered;

    SimGuest(SimWorld world, String vm, String task, Behaviour behaviour) {
        this.world = world;
        this.vm = vm;
        this.behaviour = behaviour;
        this.task = task;
        this.device = world.device;
        this.session = open();
        next(0);
    }

    private SessionPolicy open() {
        String at = device.equals(world.device) ? SimWorld.DEVICE : SimWorld.OTHER_DEVICE;
        SessionPolicy opened =
                world.policy.open(
                        new SessionIdentity(
                                vm,
                                vm + "#" + world.guests.size(),
                                task,
                                List.of(at),
                                world.holds ? Set.of(at) : Set.of(),
                                SimWorld.RESOURCES,
                                SimWorld.ROLES),
                        () -> world.clock.in(HOP, this::resumed));
        for (long name = 1; name <= 64; name++) {
            opened.identified(name, 0, 1000 + name, "kernel" + name);
        }
        return opened;
    }

    /** Returns how often its kernels were held or let go. */
    public int turns() {
        return turns;
    }

    public long completed() {
        return completed;
    }

    /** Returns the device time of its commands that were answered. */
    public long done() {
        return done;
    }

    /** Returns the device time of its commands that have no answer yet. */
    public long unanswered() {
        return unanswered;
    }

    /** Sets the order of the session among those of its VM. */
    public void rank(int rank) {
        session.ranked(rank);
    }

    /** Ends the session; the server stops its work at the device. */
    public void end() {
        ended = true;
        session.close();
        world.clock.in(SimWorld.WAY, () -> device.stop(this));
    }

    /** Sends nothing new any longer. */
    public void stop() {
        stopped = true;
    }

    /** Moves the session, whose kernels go on at the other device. */
    public void move() {
        SimDevice target = device.equals(world.device) ? world.otherDevice : world.device;
        device.move(this, target);
        device = target;
        held = false;
        moves++;
        SessionPolicy former = session;
        session = open();
        session.takeOver(former);
        if (delayed) {
            judge();
        }
    }

    /** Withdraws the command that waits, and asks for it again later. */
    public void retract(long later) {
        if (delayed) {
            session.withdraw();
            world.clock.in(later, this::resumed);
        }
    }

    /** Whether it waits for nothing: neither for a permission nor for an answer. */
    public boolean isIdle() {
        return !delayed && outstanding == 0;
    }

    /** Whether the gate or the device holds its kernels. */
    public boolean isHeld() {
        return session.isHeld(0) || device.holds(this);
    }

    private void next(long after) {
        if (!scheduled && !delayed && !ended && !stopped && outstanding < behaviour.depth()) {
            scheduled = true;
            world.clock.in(after + COMMAND, this::issue);
        }
    }

    private void issue() {
        scheduled = false;
        if (stopped) {
            return;
        }
        length = behaviour.length().getAsLong();
        unanswered += length;
        command.call = nextCall++;
        command.work = true;
        command.workName = behaviour.code().getAsLong();
        command.consumed[0] = 1;
        command.consumed[1] = 1;
        askedAt = world.clock.nanoTime();
        judge();
    }

    private void resumed() {
        if (delayed && !ended) {
            judge();
        }
        if (!ended && session.isHeld(0) != held) {
            held = !held;
            turns++;
            boolean hold = held;
            ifNotMoved(() -> hold(hold));
        }
    }

    /** Holds the session's kernels at the device as servers do, or lets them go on. */
    private void hold(boolean hold) {
        device.hold(this, hold);
        if (hold) {
            List<Long> calls = List.copyOf(running);
            List<Long> spent = new ArrayList<>();
            calls.forEach(call -> spent.add((long) device.spent(stream(call))));
            ifNotMoved(() -> {
                for (int i = 0; i < calls.size(); i++) {
                    session.spent(calls.get(i), spent.get(i));
                }
                session.endReport();
            });
        }
    }

    /** Delivers a message between the router and the present server. */
    private void ifNotMoved(Runnable message) {
        int sent = moves;
        world.clock.in(
                SimWorld.WAY,
                () -> {
                    if (sent == moves) {
                        message.run();
                    }
                });
    }

    private void judge() {
        if (ended) {
            return;
        }
        delayed = session.judge(command) instanceof Admission.Delay;
        if (delayed || command.call % FRAME == 0 || outstanding + 1 >= behaviour.depth()) {
            session.endBatch();
        }
        if (!delayed) {
            outstanding++;
            send(command.call, length, askedAt);
            next(0);
        }
    }

    private void send(long call, long nanos, long asked) {
        world.clock.in(
                SimWorld.WAY,
                () ->
                        device.submit(
                                vm,
                                stream(call),
                                nanos + world.unreported,
                                () -> {
                                    waits.add(world.clock.nanoTime() - asked - SimWorld.WAY);
                                    running.add(call);
                                    beat(call);
                                },
                                () -> {
                                    running.remove(call);
                                    world.clock.in(SimWorld.WAY, () -> answered(call, nanos));
                                }));
    }

    private Object stream(long call) {
        return behaviour.streams() == 1 ? this : new SimStream(this, call % behaviour.streams());
    }

    /** Reports running work as servers do. */
    private void beat(long call) {
        world.clock.in(
                SimWorld.BEAT,
                () -> {
                    if (running.contains(call) && !ended) {
                        if (!held) {
                            session.running(call);
                            session.spent(call, (long) device.spent(stream(call)));
                            session.endReport();
                        }
                        beat(call);
                    }
                });
    }

    private void answered(long call, long nanos) {
        completed++;
        done += nanos;
        unanswered -= nanos;
        outstanding--;
        if (!ended) {
            session.completed(call, 0, nanos);
            next(behaviour.depth() == 1 ? behaviour.think() : 0);
        }
    }
}

package dev.hira.policy.sim;

import dev.hira.policy.Admission;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import java.util.ArrayList;
import java.util.List;
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
     */
    public record Behaviour(LongSupplier length, LongSupplier code, int depth, long think) {
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
    private final SessionPolicy session;
    private final SimCommand command = new SimCommand();
    private long nextCall = 1;
    private long length;
    private long askedAt;
    private int outstanding;
    private boolean delayed;
    private boolean scheduled;
    private boolean ended;
    private long completed;

    SimGuest(SimWorld world, String vm, String task, Behaviour behaviour) {
        this.world = world;
        this.vm = vm;
        this.behaviour = behaviour;
        String id = vm + "#" + world.guests.size();
        this.session =
                world.policy.open(
                        new SessionIdentity(
                                vm,
                                id,
                                task,
                                List.of(SimWorld.DEVICE),
                                SimWorld.RESOURCES,
                                SimWorld.ROLES),
                        () -> world.clock.in(HOP, this::resumed));
        for (long name = 1; name <= 64; name++) {
            session.identified(name, 0, 1000 + name, "kernel" + name);
        }
        next(0);
    }

    public long completed() {
        return completed;
    }

    /** Sets the order of the session among those of its VM. */
    public void rank(int rank) {
        session.ranked(rank);
    }

    /** Ends the session; the server stops its work at the device. */
    public void end() {
        ended = true;
        session.close();
        world.clock.in(SimWorld.WAY, () -> world.device.stop(this));
    }

    private void next(long after) {
        if (!scheduled && !delayed && !ended && outstanding < behaviour.depth()) {
            scheduled = true;
            world.clock.in(after + COMMAND, this::issue);
        }
    }

    private void issue() {
        scheduled = false;
        length = behaviour.length().getAsLong();
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
                        world.device.submit(
                                vm,
                                this,
                                nanos,
                                () -> {
                                    waits.add(world.clock.nanoTime() - asked - SimWorld.WAY);
                                    beat(call, world.clock.nanoTime() + nanos);
                                },
                                () -> world.clock.in(SimWorld.WAY, () -> answered(call, nanos))));
    }

    /** Reports running work as servers do. */
    private void beat(long call, long until) {
        if (world.clock.nanoTime() + SimWorld.BEAT < until && !ended) {
            world.clock.in(
                    SimWorld.BEAT,
                    () -> {
                        session.running(call);
                        beat(call, until);
                    });
        }
    }

    private void answered(long call, long nanos) {
        completed++;
        outstanding--;
        if (!ended) {
            session.completed(call, 0, nanos);
            next(behaviour.depth() == 1 ? behaviour.think() : 0);
        }
    }
}

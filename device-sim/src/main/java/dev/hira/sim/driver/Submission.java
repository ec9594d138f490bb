package dev.hira.sim.driver;

import dev.hira.api.Waiting;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelGroup;
import dev.hira.sim.engine.EngineOperation;
import dev.hira.sim.engine.Operation;
import dev.hira.sim.engine.WorkFault;
import dev.hira.sim.memory.Allocation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How work gets to the engines. Short work, and work that the caller waits for, is done on the
 * calling thread when nothing is in its way; else it is queued.
 */
final class Submission {
    /** Asynchronous work on at most so many bytes is worth no other thread. */
    static final long SHORT_BYTES = 64 << 10;

    /**
     * Work on more bytes keeps whoever does it for a millisecond, and may last so long that others
     * want to know that it is under way; so it is queued as a part of its call's work.
     */
    static final long LONG_BYTES = 4 << 20;

    /** A channel with so many operations under way is waited for before it gets more. */
    static final int MOST_PENDING = 1 << 16;

    private static final long MOST_WAIT_NANOS = 5_000_000_000L;

    /** How often a thread looks that waits for room. */
    private static final long LOOK_NANOS = 10_000_000;

    private Submission() {}

    /** Submits work without waiting for it. */
    static void start(
            LaneState lane,
            Channel channel,
            EngineOperation work,
            long bytes,
            List<Operation> after) {
        if (bytes > SHORT_BYTES || !tryHere(lane, channel, work, after)) {
            queueWork(lane, channel, work, after);
        }
    }

    /** Does work here if nothing is in its way. */
    static boolean tryHere(
            LaneState lane, Channel channel, EngineOperation work, List<Operation> after) {
        if (!after.isEmpty() || !channel.group().tryExecute(channel, work)) {
            return false;
        }
        lane.work().done(lane.process().ordinal(channel.group().engines()), work.deviceNanos());
        return true;
    }

    /** Queues work for an engine. */
    static void queueWork(
            LaneState lane, Channel channel, EngineOperation work, List<Operation> after) {
        requireRoom(channel);
        work.belongsTo(lane.work().queues(lane.process().ordinal(channel.group().engines())));
        channel.group().submit(channel, work, after);
    }

    /** Queues what takes no engine's time. */
    static void queue(Channel channel, Operation operation, List<Operation> after) {
        requireRoom(channel);
        channel.group().submit(channel, operation, after);
    }

    /**
     * Waits, when a channel has all that it can keep, until it has done half of it. The engines do
     * that alone: who only submits must not find itself executing a kernel.
     *
     * @throws dev.hira.api.WouldWaitException instead, on a thread that must not wait
     */
    static void requireRoom(Channel channel) {
        if (channel.pending() >= MOST_PENDING) {
            Waiting.require();
            makeRoom(channel);
        }
    }

    /**
     * Waits as long as the channel gets on. Not for ever without that: it may be waiting for a host
     * function which needs the very thread that waits here.
     */
    private static void makeRoom(Channel channel) {
        long finished = channel.finished();
        long since = System.nanoTime();
        while (channel.pending() > MOST_PENDING / 2) {
            channel.group().leaveAlone(channel, LOOK_NANOS);
            if (channel.finished() != finished) {
                finished = channel.finished();
                since = System.nanoTime();
            } else if (System.nanoTime() - since > MOST_WAIT_NANOS) {
                throw Failures.outOfMemory(
                        "The stream has more work before it than it can keep, and does not get on;"
                                + " synchronize with it first.");
            }
        }
    }

    /**
     * Submits work and waits for it.
     *
     * @throws dev.hira.api.WouldWaitException instead, on a thread that must not wait or take long
     */
    static void finish(
            LaneState lane,
            Channel channel,
            EngineOperation work,
            long bytes,
            List<Operation> after) {
        requireShort(bytes);
        ChannelGroup group = channel.group();
        if (bytes > LONG_BYTES || !tryHere(lane, channel, work, after)) {
            Waiting.require();
            queueWork(lane, channel, work, after);
            group.await(work);
        }
        requireSound(group);
    }

    /** Leaves work on many bytes to threads that may take long. */
    static void requireShort(long bytes) {
        if (bytes > LONG_BYTES) {
            Waiting.require();
        }
    }

    /** Waits for an operation of a group. */
    static void await(ChannelGroup group, Operation operation) {
        group.await(operation);
        requireSound(group);
    }

    /** Throws what the work of a group has failed with. */
    static void requireSound(ChannelGroup group) {
        @Nullable WorkFault fault = group.fault();
        if (fault != null) {
            throw Failures.of(fault);
        }
    }

    /** What must have happened before an allocation is used. */
    static List<Operation> before(Allocation<Operation> allocation) {
        List<Operation> earlier = allocation.successorOf();
        if (earlier.isEmpty()) {
            return earlier;
        }
        for (Operation operation : earlier) {
            if (!operation.done()) {
                return earlier;
            }
        }
        allocation.settled();
        return List.of();
    }

    /** What must have happened before two allocations are used. */
    static List<Operation> before(Allocation<Operation> one, Allocation<Operation> other) {
        List<Operation> first = before(one);
        List<Operation> second = before(other);
        if (second.isEmpty()) {
            return first;
        }
        List<Operation> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }
}

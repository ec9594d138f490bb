package dev.hira.sim.driver.object;

import dev.hira.api.BlockingBan;
import dev.hira.api.WorkTrace;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelGroup;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.engine.DeviceEngines;
import dev.hira.sim.engine.EngineOperation;
import dev.hira.sim.engine.WorkFault;
import dev.hira.sim.memory.Allocation;
import dev.hira.sim.work.LaneWork;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Submits work to the engines. The calling thread itself executes short work, and work of up to
 * {@link #LONG_BYTES} that it waits for, if nothing is ahead of it. All other work, kernels
 * included, is queued.
 */
public final class Submission {
    /** The most bytes of asynchronous work that the calling thread executes itself. */
    static final long SHORT_BYTES = 64 << 10;

    /**
     * The most bytes of synchronous work that the calling thread executes itself. More bytes occupy
     * a thread for about a millisecond or longer, and observers must learn that the work is under
     * way; so it is queued as a part of its call's work.
     */
    public static final long LONG_BYTES = 4 << 20;

    private static final long MOST_WAIT_NANOS = 5_000_000_000L;

    /** The interval at which a thread that waits for room looks again. */
    private static final long LOOK_NANOS = 10_000_000;

    private Submission() {}

    /** Submits work without waiting for it. */
    public static void start(
            LaneState lane,
            Channel channel,
            EngineOperation work,
            long bytes,
            List<ChannelOperation> after) {
        if (bytes > SHORT_BYTES || !tryHere(lane, channel, work, after)) {
            queueWork(lane, channel, work, after);
        }
    }

    /** Executes work on the calling thread if nothing is ahead of it. */
    public static boolean tryHere(
            LaneState lane, Channel channel, EngineOperation work, List<ChannelOperation> after) {
        @Nullable WorkTrace trace = channel.group().trace();
        DeviceEngines engines = channel.group().engines();
        long begin = trace == null ? 0 : engines.nanos();
        if (!after.isEmpty() || !channel.group().tryExecute(channel, work)) {
            return false;
        }
        int device = lane.process().ordinal(engines);
        lane.work().done(device, work.deviceNanos());
        if (trace != null && lane.work().call() != LaneWork.NO_CALL) {
            trace.executed(
                    lane.work().call(),
                    device,
                    engines.number(work),
                    channel.number(),
                    work.what(),
                    work.bytes(),
                    begin,
                    engines.nanos());
        }
        return true;
    }

    /** Queues work for an engine. */
    public static void queueWork(
            LaneState lane, Channel channel, EngineOperation work, List<ChannelOperation> after) {
        requireRoom(channel, 1 + after.size());
        work.belongsTo(lane.work().queues(lane.process().ordinal(channel.group().engines())));
        channel.group().submit(channel, work, after);
    }

    /** Queues an operation that takes no engine time. */
    public static void queue(
            Channel channel, ChannelOperation operation, List<ChannelOperation> after) {
        requireRoom(channel, 1 + after.size());
        channel.group().submit(channel, operation, after);
    }

    /** Waits, if a channel has no room for another operation, until it has. */
    public static void requireRoom(Channel channel) {
        requireRoom(channel, 1);
    }

    /**
     * Waits, if a channel has no room for so many operations, until it has. On the real clock, only
     * the engines execute them: a thread that only submits must not find itself executing a kernel.
     *
     * @throws dev.hira.api.WouldWaitException instead, on a thread that must not wait
     */
    public static void requireRoom(Channel channel, int operations) {
        if (!channel.group().makeRoom(channel, operations)) {
            requirePossible(channel, operations);
            if (channel.isStillFull()) {
                throw full(channel);
            }
            BlockingBan.require();
            awaitRoom(channel, operations);
        }
    }

    private static void requirePossible(Channel channel, int operations) {
        long most = channel.group().mostOperations();
        if (operations > most) {
            throw CudaFailures.outOfMemory(
                    "the command takes "
                            + operations
                            + " operations with its waits for others, and the process has room for "
                            + most
                            + " at most; let it wait for fewer events at once");
        }
    }

    /**
     * Reserves a channel beside another one. Waits for one when there are as many as there may be.
     *
     * @throws dev.hira.api.WouldWaitException instead, on a thread that must not wait
     */
    public static Channel reserveBeside(Channel main) {
        ChannelGroup group = main.group();
        @Nullable Channel channel = group.siblings().reserve(main);
        if (channel == null) {
            BlockingBan.require();
        }
        for (long waited = 0; channel == null && waited < MOST_WAIT_NANOS; waited += LOOK_NANOS) {
            group.leaveAlone(group.siblings().busy(main), LOOK_NANOS);
            channel = group.siblings().reserve(main);
        }
        if (channel == null) {
            throw CudaFailures.outOfMemory(
                    "the queue is full and makes no progress; let some of its commands end first");
        }
        return channel;
    }

    /**
     * Waits while the channel makes progress. Gives up without progress: the channel may be waiting
     * for a host function or an event that needs this very thread. Later commands then do not wait
     * again until the channel has made progress, so that the thread soon gets there.
     */
    private static void awaitRoom(Channel channel, int operations) {
        DeviceEngines engines = channel.group().engines();
        long finished = channel.finished();
        long since = engines.nanos();
        while (!channel.group().makeRoom(channel, operations)) {
            channel.group().leaveAlone(channel, LOOK_NANOS);
            if (channel.finished() != finished || channel.group().standstill().asked()) {
                finished = channel.finished();
                since = engines.nanos();
            } else if (engines.nanos() - since > MOST_WAIT_NANOS) {
                channel.staysFull();
                throw full(channel);
            }
        }
    }

    private static CudaException full(Channel channel) {
        return CudaFailures.outOfMemory(
                "the stream is full and makes no progress: it has "
                        + channel.pending()
                        + " pending operations, and the process has room for "
                        + channel.room()
                        + " there; synchronize with it first");
    }

    /**
     * Submits work and waits for it.
     *
     * @throws dev.hira.api.WouldWaitException instead, on a thread that must not wait or take long
     */
    public static void finish(
            LaneState lane,
            Channel channel,
            EngineOperation work,
            long bytes,
            List<ChannelOperation> after) {
        requireShort(bytes);
        ChannelGroup group = channel.group();
        if (bytes <= LONG_BYTES && tryHere(lane, channel, work, after)) {
            group.endWait();
        } else {
            BlockingBan.require();
            queueWork(lane, channel, work, after);
            lane.await(group, work);
        }
        requireSound(group);
    }

    /** Refuses work on many bytes on a thread that must not take long. */
    public static void requireShort(long bytes) {
        if (bytes > LONG_BYTES) {
            BlockingBan.require();
        }
    }

    /** Waits for an operation of a group. */
    public static void await(LaneState lane, ChannelGroup group, ChannelOperation operation) {
        lane.await(group, operation);
        requireSound(group);
    }

    /** Throws the fault of a group's work, if any. */
    public static void requireSound(ChannelGroup group) {
        @Nullable WorkFault fault = group.fault();
        if (fault != null) {
            throw CudaFailures.of(fault);
        }
    }

    /** Returns the operations that must end before an allocation is used. */
    public static List<ChannelOperation> before(Allocation<ChannelOperation> allocation) {
        List<ChannelOperation> earlier = allocation.successorOf();
        if (earlier.isEmpty()) {
            return earlier;
        }
        for (ChannelOperation operation : earlier) {
            if (!operation.done()) {
                return earlier;
            }
        }
        allocation.forgetPredecessors();
        return List.of();
    }

    /** Returns the operations that must end before two allocations are used. */
    public static List<ChannelOperation> before(
            Allocation<ChannelOperation> one, Allocation<ChannelOperation> other) {
        List<ChannelOperation> first = before(one);
        List<ChannelOperation> second = before(other);
        if (second.isEmpty()) {
            return first;
        }
        List<ChannelOperation> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }
}

package dev.hira.sim.opencl;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClResult;
import dev.hira.sim.driver.object.SimEvent;
import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.engine.MarkOperation;
import dev.hira.sim.opencl.device.OpenClLane;
import dev.hira.sim.opencl.object.ClContext;
import dev.hira.sim.opencl.object.ClEvent;
import dev.hira.sim.opencl.object.ClQueue;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A command that is being enqueued.
 *
 * @param waits the events that it waits for
 * @param event the event that stands for it, or null
 * @param continues whether it is a part of the command that the thread enqueued last
 */
record Command(
        OpenClLane lane,
        ClQueue queue,
        ClCommandType type,
        List<ClEvent> waits,
        @Nullable ClEvent event,
        boolean continues) {
    /** The operations of a command besides those that wait for others. */
    private static final int OWN_OPERATIONS = 8;

    /** Reads what all commands have in common. */
    static Command of(
            OpenClLane lane,
            long queue,
            ClCommandType type,
            long[] waitList,
            long event,
            boolean continues) {
        ClQueue in = lane.queue(queue);
        List<ClEvent> waits = waitList(lane, waitList, in.context());
        for (ClEvent each : waits) {
            if (!each.taken()) {
                throw OpenClFailures.of(
                        ClResult.CL_INVALID_EVENT_WAIT_LIST,
                        "the event "
                                + OpenClFailures.hex(each.name())
                                + " stands for no command yet");
            }
        }
        @Nullable ClEvent own = event == 0 ? null : free(lane.event(event), in, continues);
        return new Command(lane, in, type, waits, own, continues);
    }

    private static ClEvent free(ClEvent event, ClQueue queue, boolean continues) {
        if ((event.taken() && !continues) || !queue.equals(event.queue())) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_EVENT,
                    "the event "
                            + OpenClFailures.hex(event.name())
                            + (event.taken()
                                    ? " stands for another command already"
                                    : " was created for another queue"));
        }
        return event;
    }

    /**
     * Returns the type that an event has when it stands for a command, which may serve a map, an
     * image or shared virtual memory.
     */
    private static ClCommandType typeOf(ClEvent event, ClCommandType command) {
        return switch (event.type()) {
            case CL_COMMAND_MAP_BUFFER,
                    CL_COMMAND_MAP_IMAGE,
                    CL_COMMAND_UNMAP_MEM_OBJECT,
                    CL_COMMAND_READ_IMAGE,
                    CL_COMMAND_WRITE_IMAGE,
                    CL_COMMAND_FILL_IMAGE,
                    CL_COMMAND_COPY_IMAGE,
                    CL_COMMAND_COPY_IMAGE_TO_BUFFER,
                    CL_COMMAND_COPY_BUFFER_TO_IMAGE,
                    CL_COMMAND_SVM_FREE,
                    CL_COMMAND_SVM_MEMCPY,
                    CL_COMMAND_SVM_MEMFILL,
                    CL_COMMAND_SVM_MAP,
                    CL_COMMAND_SVM_UNMAP,
                    CL_COMMAND_SVM_MIGRATE_MEM ->
                    event.type();
            default -> command;
        };
    }

    /**
     * Returns the events of a list.
     *
     * @param context the context that they must belong to; null: the same one
     */
    static List<ClEvent> waitList(OpenClLane lane, long[] names, @Nullable ClContext context) {
        List<ClEvent> events = new ArrayList<>(names.length);
        for (long name : names) {
            ClEvent event =
                    lane.objects()
                            .get(
                                    ClEvent.class,
                                    name,
                                    context == null
                                            ? ClResult.CL_INVALID_EVENT
                                            : ClResult.CL_INVALID_EVENT_WAIT_LIST);
            ClContext wanted =
                    context == null && !events.isEmpty() ? events.getFirst().context() : context;
            if (wanted != null && !event.context().equals(wanted)) {
                throw OpenClFailures.of(
                        ClResult.CL_INVALID_CONTEXT,
                        "the event "
                                + OpenClFailures.hex(name)
                                + " is of another context than the others");
            }
            events.add(event);
        }
        return events;
    }

    /** Refuses an object of another context. */
    void requireContext(ClContext context) {
        if (!context.equals(queue.context())) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_CONTEXT,
                    "the queue and the object belong to different contexts");
        }
    }

    /** Whether a command could begin at once. */
    boolean ready() {
        return (queue.outOfOrder() ? queue.channel().idle() : queue.idle())
                && waits.stream()
                        .allMatch(each -> {
                            MarkOperation mark = each.end().mark();
                            return mark != null && mark.done();
                        });
    }

    /**
     * Enqueues the command: behind all others or, in a queue without order, behind the last
     * barrier.
     *
     * @param work submits the command to the stream with the name of the queue
     * @return the channel that has the command
     */
    Channel enqueue(Consumer<CudaDriver> work) {
        Channel main = queue.channel();
        if (continues) {
            return enqueueIn(lane.lastChannel(queue), List.of(), work);
        }
        return queue.outOfOrder()
                ? enqueueBeside(List.of(main.last()), work)
                : enqueueIn(main, List.of(), work);
    }

    /**
     * Makes room for the command in a queue with an order.
     *
     * @throws dev.hira.api.WouldWaitException instead, on a thread that must not wait
     */
    void requireRoom() {
        if (!queue.outOfOrder()) {
            lane.on(
                    queue.context(),
                    _ ->
                            Submission.requireRoom(
                                    queue.channel(), 2 * waits.size() + OWN_OPERATIONS));
        }
    }

    /** Enqueues a command that waits for all before it, unless it names those that it waits for. */
    void enqueueMarker() {
        if (queue.outOfOrder() && waits.isEmpty()) {
            enqueueBeside(queue.last(), _ -> {});
        } else {
            enqueue(_ -> {});
        }
    }

    /** The same; all later commands wait for it. */
    void enqueueBarrier() {
        enqueueIn(queue.channel(), waits.isEmpty() ? queue.last() : List.of(), _ -> {});
    }

    private Channel enqueueBeside(List<ChannelOperation> after, Consumer<CudaDriver> work) {
        Channel channel =
                lane.from(queue.context(), _ -> Submission.reserveBeside(queue.channel()));
        try {
            return enqueueIn(channel, after, work);
        } finally {
            channel.group().siblings().unreserve(channel);
        }
    }

    private Channel enqueueIn(
            Channel channel, List<ChannelOperation> after, Consumer<CudaDriver> work) {
        lane.on(
                queue.context(),
                cuda -> {
                    queue.context().device().requireUsable();
                    Submission.requireRoom(
                            channel, 2 * (after.size() + waits.size()) + OWN_OPERATIONS);
                    after.forEach(each -> channel.group().submitWait(channel, each));
                    waits.forEach(each -> await(channel, each));
                    if (event != null) {
                        await(channel, event); // for the parts before this one
                    }
                    begin(channel);
                    lane.state().detour(queue.name(), channel, () -> work.accept(cuda));
                    end(channel);
                });
        lane.enqueued(queue, channel, event);
        return channel;
    }

    /** Waits for the command, which its channel has last. */
    void await(Channel channel) {
        lane.on(
                queue.context(),
                _ -> Submission.await(lane.state(), channel.group(), channel.last()));
        if (channel.terminated()) {
            throw OpenClFailures.of(
                    ClResult.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
                    "the command was terminated, because something that it had to wait for was");
        }
    }

    private static void await(Channel channel, ClEvent awaited) {
        @Nullable MarkOperation mark = awaited.end().mark();
        if (mark != null) {
            channel.group().submitWait(channel, mark);
        }
    }

    private void begin(Channel channel) {
        if (event == null || event.taken()) {
            return;
        }
        event.takes(typeOf(event, type));
        @Nullable SimEvent submission = event.submission();
        if (submission != null) {
            submission.record(MarkOperation.reached(lane.process().nanos()));
        }
        mark(channel, event.begin());
    }

    private void end(Channel channel) {
        if (event != null) {
            mark(channel, event.end());
        }
    }

    /** Has a simulated event take the present end of a channel. */
    static void mark(Channel channel, @Nullable SimEvent event) {
        if (event != null) {
            MarkOperation mark = new MarkOperation();
            Submission.queue(channel, mark, List.of());
            event.record(mark);
        }
    }
}

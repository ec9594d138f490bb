package dev.hira.sim.opencl;

import dev.hira.api.BlockingBan;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClEventInfo;
import dev.hira.api.opencl.ClEventNotify;
import dev.hira.api.opencl.ClExecutionStatus;
import dev.hira.api.opencl.ClProfilingInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClException;
import dev.hira.sim.driver.object.ProgramFunction;
import dev.hira.sim.driver.object.SimEvent;
import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelGroup;
import dev.hira.sim.engine.MarkOperation;
import dev.hira.sim.opencl.device.InfoValue;
import dev.hira.sim.opencl.object.ClEvent;
import dev.hira.sim.opencl.object.ClQueue;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Events. */
interface ClEventCalls extends OpenClCalls {
    /** The state of a command that failed with the work of its context. */
    int FAILED = ClResult.CL_OUT_OF_RESOURCES.value();

    @Override
    default void clCreateEventHIRAAs(long event, long command_queue, ClCommandType command_type) {
        ClQueue queue = lane().queue(command_queue);
        enter(new ClEvent(event, queue, command_type));
    }

    /** Enters an event with its times; nothing is left when a name is taken. */
    private void enter(ClEvent event) {
        lane().objects().enter(event);
        try {
            lane().on(event.context(), _ -> event.times().forEach(lane().process()::enter));
        } catch (OpenClException taken) {
            lane().objects().release(event);
            throw taken;
        }
    }

    @Override
    default void clCreateUserEventAs(long event, long context) {
        enter(new ClEvent(event, lane().context(context)));
        lane().objects().freed().created(event);
    }

    @Override
    default void clSetUserEventStatus(long event, int execution_status) {
        ClEvent it = lane().event(event);
        if (it.queue() != null) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_EVENT,
                    "the event "
                            + OpenClFailures.hex(event)
                            + " stands for a command, which completes it");
        }
        if (execution_status > ClExecutionStatus.CL_COMPLETE.value()) {
            throw OpenClFailures.invalidValue(
                    "the state of an event of the program is CL_COMPLETE or negative, not "
                            + execution_status);
        }
        if (!it.reach(execution_status)) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_OPERATION,
                    "the event " + OpenClFailures.hex(event) + " has a state already");
        }
        lane().objects().freed().set(event);
    }

    @Override
    default void clWaitForEvents(long[] event_list) {
        if (event_list.length == 0) {
            throw OpenClFailures.invalidValue("there is no event to wait for");
        }
        List<ClEvent> events = Command.waitList(lane(), event_list, null);
        boolean failed = false;
        for (ClEvent event : events) {
            @Nullable MarkOperation mark = event.end().mark();
            if (mark == null) {
                throw OpenClFailures.of(
                        ClResult.CL_INVALID_EVENT,
                        "the event "
                                + OpenClFailures.hex(event.name())
                                + " stands for no command yet");
            }
            ChannelGroup group = event.context().device().channels();
            if (!mark.done()) {
                BlockingBan.require();
            }
            lane().state().await(group, mark);
            failed |= event.status(FAILED) < 0;
        }
        if (failed) {
            throw OpenClFailures.of(
                    ClResult.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
                    "a command that was waited for has failed: "
                            + Objects.requireNonNullElse(
                                    events.getFirst().context().device().channels().fault(),
                                    "something that it had to wait for was terminated"));
        }
    }

    @Override
    default ClResult clQueryEventsHIRA(long[] event_list) {
        for (long name : event_list) {
            @Nullable MarkOperation mark = lane().event(name).end().mark();
            if (mark == null || !mark.done()) {
                return ClResult.CL_NOT_READY_HIRA;
            }
        }
        return ClResult.CL_SUCCESS;
    }

    @Override
    default void clRetainEvent(long event) {
        lane().objects().retain(lane().event(event));
        lane().objects().freed().retained(event);
    }

    @Override
    default void clReleaseEvent(long event) {
        lane().objects().release(lane().event(event));
        lane().objects().freed().released(event);
    }

    @Override
    default long clGetEventInfo(
            long event,
            ClEventInfo param_name,
            long param_value_size,
            @Nullable MemorySegment param_value) {
        ClEvent it = lane().event(event);
        InfoValue value =
                switch (param_name) {
                    case CL_EVENT_COMMAND_QUEUE ->
                            InfoValue.ofLong(it.queue() == null ? 0 : it.queue().name());
                    case CL_EVENT_COMMAND_TYPE -> InfoValue.ofInt(it.type().value());
                    case CL_EVENT_REFERENCE_COUNT -> InfoValue.ofInt(lane().objects().count(it));
                    case CL_EVENT_COMMAND_EXECUTION_STATUS -> InfoValue.ofInt(it.status(FAILED));
                    case CL_EVENT_CONTEXT -> InfoValue.ofLong(it.context().name());
                    case CL_EVENT_INFO_NONE ->
                            throw OpenClFailures.invalidValue("0 is no property of an event");
                };
        return value.give(param_value_size, param_value);
    }

    @Override
    default long clGetEventProfilingInfo(
            long event,
            ClProfilingInfo param_name,
            long param_value_size,
            @Nullable MemorySegment param_value) {
        ClEvent it = lane().event(event);
        if (it.begin() == null || it.status(FAILED) != ClExecutionStatus.CL_COMPLETE.value()) {
            throw OpenClFailures.of(
                    ClResult.CL_PROFILING_INFO_NOT_AVAILABLE,
                    it.begin() == null
                            ? "the queue of the event does not profile"
                            : "the command has not ended, or has failed");
        }
        @Nullable SimEvent time =
                switch (param_name) {
                    case CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT ->
                            it.submission();
                    case CL_PROFILING_COMMAND_START -> it.begin();
                    case CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE -> it.end();
                    case CL_PROFILING_INFO_NONE ->
                            throw OpenClFailures.invalidValue("0 is no time of a command");
                };
        MarkOperation mark = Objects.requireNonNull(Objects.requireNonNull(time).mark());
        return InfoValue.ofLong(mark.nanos()).give(param_value_size, param_value);
    }

    @Override
    default void clSetEventCallback(
            long event, int command_exec_callback_type, ClEventNotify pfn_notify, long user_data) {
        ClEvent it = lane().event(event);
        if (command_exec_callback_type < ClExecutionStatus.CL_COMPLETE.value()
                || command_exec_callback_type > ClExecutionStatus.CL_SUBMITTED.value()) {
            throw OpenClFailures.invalidValue(
                    "a callback waits for CL_SUBMITTED, CL_RUNNING or CL_COMPLETE, not for "
                            + command_exec_callback_type);
        }
        @Nullable MarkOperation mark = it.end().mark();
        if (mark == null) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_EVENT, "the event stands for no command yet");
        }
        ChannelGroup group = it.context().device().channels();
        @Nullable Channel channel = group.openHolding(Callbacks.BYTES, false, 0);
        if (channel == null) {
            throw Callbacks.refused(lane());
        }
        group.submitWait(channel, mark);
        boolean complete = it.status(FAILED) == ClExecutionStatus.CL_COMPLETE.value();
        ProgramFunction call =
                new ProgramFunction.OfEvent(
                        pfn_notify,
                        event,
                        it.end(),
                        command_exec_callback_type,
                        complete ? command_exec_callback_type : FAILED,
                        user_data);
        Submission.queue(channel, call.operation(null), List.of());
        group.close(channel);
    }
}

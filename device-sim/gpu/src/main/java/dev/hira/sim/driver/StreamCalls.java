package dev.hira.sim.driver;

import dev.hira.api.LateResult;
import dev.hira.api.cuda.CUevent_wait_flags;
import dev.hira.api.cuda.CUhostFn;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CUstreamCallback;
import dev.hira.api.cuda.CUstream_flags;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.LaneState;
import dev.hira.sim.driver.object.ProgramFunction;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.SimEvent;
import dev.hira.sim.driver.object.SimStream;
import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelGroup;
import dev.hira.sim.engine.MarkOperation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Streams. */
interface StreamCalls extends DriverCalls {
    /** The highest priority in CUDA's order; the lowest is 0. */
    int HIGHEST_PRIORITY = -5;

    @Override
    default void cuStreamCreateAs(long phStream, int Flags) {
        cuStreamCreateWithPriorityAs(phStream, Flags, 0);
    }

    @Override
    default void cuStreamCreateWithPriorityAs(long phStream, int flags, int priority) {
        SimContext context = lane().context();
        CudaFailures.requireFlags(
                flags, CUstream_flags.CU_STREAM_NON_BLOCKING.value(), "cuStreamCreate");
        int level = Math.clamp(priority, HIGHEST_PRIORITY, 0);
        boolean blocking = (flags & CUstream_flags.CU_STREAM_NON_BLOCKING.value()) == 0;
        Channel channel = context.channels().open(blocking, -level);
        long id = lane().process().choices().idOf(phStream);
        channel.numbered(id);
        try {
            lane().process().enter(new SimStream(phStream, context, channel, flags, level, id));
        } catch (RuntimeException nameInUse) {
            context.channels().close(channel);
            throw nameInUse;
        }
    }

    @Override
    default int cuStreamGetPriority(long hStream) {
        lane().channel(hStream);
        return LaneState.isDefault(hStream) ? 0 : lane().stream(hStream).priority();
    }

    @Override
    default int cuStreamGetFlags(long hStream) {
        lane().channel(hStream);
        return LaneState.isDefault(hStream) ? 0 : lane().stream(hStream).flags();
    }

    @Override
    default long cuStreamGetId(long hStream) {
        lane().channel(hStream);
        return LaneState.isDefault(hStream) ? hStream : lane().stream(hStream).id();
    }

    @Override
    default long cuStreamGetCtx(long hStream) {
        return streamContext(hStream).name();
    }

    @Override
    default int cuStreamGetDevice(long hStream) {
        return lane().process().ordinal(streamContext(hStream).device());
    }

    private SimContext streamContext(long stream) {
        lane().channel(stream);
        return LaneState.isDefault(stream) ? lane().context() : lane().stream(stream).context();
    }

    @Override
    default void cuStreamWaitEvent(long hStream, long hEvent, int Flags) {
        Channel channel = lane().channel(hStream);
        SimEvent event = lane().event(hEvent);
        CudaFailures.requireFlags(
                Flags, CUevent_wait_flags.CU_EVENT_WAIT_EXTERNAL.value(), "cuStreamWaitEvent");
        @Nullable MarkOperation mark = event.mark();
        if (mark != null) {
            Submission.requireRoom(channel, 2);
            channel.group().submitWait(channel, mark);
        }
    }

    @Override
    default void cuStreamAddCallback(
            long hStream, CUstreamCallback callback, long userData, int flags) {
        Channel channel = lane().channel(hStream);
        if (flags != 0) {
            throw CudaFailures.invalidValue(
                    "the flags of cuStreamAddCallback must be 0, not " + flags);
        }
        ProgramFunction call = new ProgramFunction.OfStream(callback, hStream, userData);
        Submission.queue(channel, call.operation(null), List.of());
    }

    @Override
    default void cuLaunchHostFunc(long hStream, CUhostFn fn, long userData) {
        Channel channel = lane().channel(hStream);
        @Nullable LateResult result = lane().work().takeResult();
        ProgramFunction call = new ProgramFunction.OnHost(fn, userData);
        Submission.queue(channel, call.operation(result), List.of());
    }

    @Override
    default CUresult cuStreamQuery(long hStream) {
        Channel channel = lane().channel(hStream);
        return channel.group().quiet(channel)
                ? CUresult.CUDA_SUCCESS
                : CUresult.CUDA_ERROR_NOT_READY;
    }

    @Override
    default void cuStreamSynchronize(long hStream) {
        Channel channel = lane().channel(hStream);
        ChannelGroup group = channel.group();
        if (channel == group.legacy()) {
            group.lastBlocking().forEach(last -> lane().await(group, last));
        } else {
            lane().await(group, channel.last());
        }
        Submission.requireSound(group);
    }

    @Override
    default void cuStreamDestroy(long hStream) {
        LaneState lane = lane();
        if (LaneState.isDefault(hStream)) {
            throw CudaFailures.invalidHandle("a default stream cannot be destroyed");
        }
        SimStream stream = lane.stream(hStream);
        if (lane.process().objects().remove(hStream) != null) {
            stream.context().channels().close(stream.channel());
        }
    }
}

package dev.hira.sim.driver;

import dev.hira.api.cuda.CUevent_flags;
import dev.hira.api.cuda.CUevent_record_flags;
import dev.hira.api.cuda.CUresult;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.SimEvent;
import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.MarkOperation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Events. */
interface EventCalls extends DriverCalls {
    /** Converts nanoseconds to milliseconds. */
    double NANOS_PER_MILLISECOND = 1_000_000;

    @Override
    default void cuEventCreateAs(long phEvent, int Flags) {
        SimContext context = lane().context();
        int known =
                CUevent_flags.CU_EVENT_BLOCKING_SYNC.value()
                        | CUevent_flags.CU_EVENT_DISABLE_TIMING.value();
        if ((Flags & CUevent_flags.CU_EVENT_INTERPROCESS.value()) != 0) {
            throw CudaFailures.notSupported("simulated devices share no events between processes");
        }
        CudaFailures.requireFlags(Flags, known, "cuEventCreate");
        boolean timed = (Flags & CUevent_flags.CU_EVENT_DISABLE_TIMING.value()) == 0;
        lane().process().enter(new SimEvent(phEvent, context, timed));
    }

    @Override
    default void cuEventRecord(long hEvent, long hStream) {
        record(hEvent, hStream, 0);
    }

    @Override
    default void cuEventRecordWithFlags(long hEvent, long hStream, int flags) {
        record(hEvent, hStream, flags);
    }

    private void record(long hEvent, long hStream, int flags) {
        SimEvent event = lane().event(hEvent);
        Channel channel = lane().channel(hStream);
        CudaFailures.requireFlags(
                flags,
                CUevent_record_flags.CU_EVENT_RECORD_EXTERNAL.value(),
                "cuEventRecordWithFlags");
        if (channel.group() != event.context().channels()) {
            throw CudaFailures.invalidHandle(
                    "the event "
                            + CudaFailures.hex(hEvent)
                            + " and the stream "
                            + CudaFailures.hex(hStream)
                            + " belong to different contexts");
        }
        MarkOperation mark = new MarkOperation();
        Submission.queue(channel, mark, List.of());
        event.record(mark);
    }

    private SimEvent soundEvent(long name) {
        SimEvent event = lane().event(name);
        event.context().requireUsable();
        return event;
    }

    @Override
    default CUresult cuEventQuery(long hEvent) {
        @Nullable MarkOperation mark = soundEvent(hEvent).mark();
        return mark == null || mark.done() ? CUresult.CUDA_SUCCESS : CUresult.CUDA_ERROR_NOT_READY;
    }

    @Override
    default void cuEventSynchronize(long hEvent) {
        SimEvent event = soundEvent(hEvent);
        @Nullable MarkOperation mark = event.mark();
        if (mark != null) {
            Submission.await(lane(), event.context().channels(), mark);
        }
    }

    @Override
    default void cuEventDestroy(long hEvent) {
        lane().event(hEvent);
        lane().process().objects().remove(hEvent);
    }

    @Override
    default float cuEventElapsedTime(long hStart, long hEnd) {
        long start = nanos(hStart);
        long end = nanos(hEnd);
        return (float) ((end - start) / NANOS_PER_MILLISECOND);
    }

    private long nanos(long name) {
        SimEvent event = soundEvent(name);
        @Nullable MarkOperation mark = event.mark();
        if (mark == null || !event.timed()) {
            throw CudaFailures.invalidHandle(
                    "the event "
                            + CudaFailures.hex(name)
                            + (event.timed() ? " was never recorded" : " has no timing"));
        }
        if (!mark.done()) {
            throw CudaFailures.of(
                    CUresult.CUDA_ERROR_NOT_READY,
                    "the stream has not reached the event " + CudaFailures.hex(name) + " yet");
        }
        return mark.nanos();
    }
}

package dev.hira.sim.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.LateResult;
import dev.hira.api.WorkListener;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClEventInfo;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.SimProcess;
import dev.hira.sim.profile.ProfileText;
import dev.hira.sim.work.LaneWork;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What events leave behind, and what becomes of results that wait for them. */
final class EventLifeTest {
    private static final long[] NONE = {};
    private static final long LANE = 1;

    private final SimHost host = SimHost.of(SimConfig.of(ProfileText.parse("profile=small")));
    private SimProcess process;
    private OpenClDriver cl;
    private long context;
    private long queue;

    @BeforeEach
    void open() {
        process = host.open();
        cl = process.openClLane(LANE);
        long device = cl.clGetDeviceIDs(cl.clGetPlatformIDs()[0], 4)[0];
        context = cl.clCreateContext(NONE, new long[] {device});
        queue = cl.clCreateCommandQueue(context, device, 2);
    }

    @AfterEach
    void close() {
        process.close();
        host.close();
    }

    /** A result that notes what becomes of it. */
    private record Result(MemorySegment memory, BlockingQueue<String> ends) implements LateResult {
        @Override
        public void complete() {
            ends.add("complete");
        }

        @Override
        public void drop() {
            ends.add("dropped");
        }

        @Override
        public byte[] describe() {
            return new byte[0];
        }
    }

    private int status(long event) {
        MemorySegment value = MemorySegment.ofArray(new byte[4]);
        cl.clGetEventInfo(event, ClEventInfo.CL_EVENT_COMMAND_EXECUTION_STATUS, 4, value);
        return value.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
    }

    @Test
    void shouldEndTheCommandsOfEventsWhoseDeviceHasDied() {
        long lost = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_WRITE_BUFFER);
        long own = cl.clCreateUserEvent(context);
        process.state().endRepetition();
        cl.clWaitForEvents(new long[] {lost});
        assertThat(status(lost)).isZero();
        assertThat(status(own)).isPositive();
        long later = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_MARKER);
        cl.clEnqueueMarkerWithWaitList(queue, new long[] {lost}, later);
        cl.clWaitForEvents(new long[] {later});
        assertThat(status(later)).isZero();
    }

    @Test
    void shouldLeaveAnEventAloneWhoseNameIsGivenAgain() {
        long event = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_MARKER);
        long mine = cl.clCreateUserEvent(context);
        int objects = process.objectCount();
        assertThatThrownBy(
                        () -> cl.clCreateEventHIRAAs(event, queue, ClCommandType.CL_COMMAND_MARKER))
                .isInstanceOf(OpenClException.class);
        assertThatThrownBy(() -> cl.clCreateUserEventAs(mine, context))
                .isInstanceOf(OpenClException.class);
        assertThatThrownBy(() -> cl.clCreateUserEventAs(event, context))
                .isInstanceOf(OpenClException.class);
        assertThat(process.objectCount()).isEqualTo(objects);
        cl.clReleaseEvent(event);
        cl.clReleaseEvent(mine);
        assertThat(process.objectCount()).isEqualTo(objects - 4);
    }

    @Test
    void shouldLeaveNothingOfAnEventWhoseTimesHaveANameThatIsInUse() {
        int objects = process.objectCount();
        assertThatThrownBy(() -> cl.clCreateUserEventAs(queue, context))
                .isInstanceOf(OpenClException.class);
        assertThatThrownBy(
                        () -> cl.clCreateEventHIRAAs(queue, queue, ClCommandType.CL_COMMAND_MARKER))
                .isInstanceOf(OpenClException.class);
        assertThat(process.objectCount()).isEqualTo(objects);
        cl.clFinish(queue);
    }

    private BlockingQueue<String> endsOfALateRead(int state) {
        long mine = cl.clCreateUserEvent(context);
        long buffer = cl.clCreateBuffer(context, 1, 64, null);
        BlockingQueue<String> ends = new LinkedBlockingQueue<>();
        Result result = new Result(MemorySegment.ofArray(new byte[64]), ends);
        LaneWork work = process.work(LANE);
        work.begin(WorkListener.NONE, 7);
        work.completes(result);
        cl.clReadBufferLateHIRA(queue, buffer, 0, 64, result.memory(), new long[] {mine}, 0, false);
        cl.clEnqueueHostFuncHIRA(queue, _ -> result.complete(), 0);
        work.end();
        assertThat(ends).isEmpty();
        cl.clSetUserEventStatus(mine, state);
        return ends;
    }

    @Test
    void shouldCompleteAResultWhoseReadHasRun() throws Exception {
        assertThat(endsOfALateRead(0).poll(120, TimeUnit.SECONDS)).isEqualTo("complete");
    }

    @Test
    void shouldDropAResultWhoseReadWasTerminated() throws Exception {
        BlockingQueue<String> ends = endsOfALateRead(-5);
        assertThat(ends.poll(120, TimeUnit.SECONDS)).isEqualTo("dropped");
        assertThat(ends).isEmpty();
    }
}

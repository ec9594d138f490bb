package dev.hira.sim.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClProfilingInfo;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.clock.SimClock;
import dev.hira.sim.profile.ProfileText;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order of commands in queues, by their times on the virtual clock. */
final class QueueOrderTest {
    private static final long[] NONE = {};
    private static final int MIB = 1 << 20;
    private static final long OUT_OF_ORDER_WITH_TIMES = 3;
    private static final long IN_ORDER_WITH_TIMES = 2;

    /** The time that a write or a read of {@link #MIB} takes: 4000 bytes a microsecond. */
    private static final long COPY = 10_000 + Math.ceilDiv(MIB * 1000L, 4000);

    private SimHost host;
    private OpenClDriver cl;
    private long context;
    private long device;
    private long one;
    private long other;

    @BeforeEach
    void open() {
        var profile =
                ProfileText.parse(
                        "profile=small,pinned=8000,pageable=4000,copy-setup=10000,copy-engines=2");
        host = SimHost.of(SimConfig.of(profile).withClock(SimClock.virtual()));
        cl = host.open().openCl();
        device = cl.clGetDeviceIDs(cl.clGetPlatformIDs()[0], 4)[0];
        context = cl.clCreateContext(NONE, new long[] {device});
        one = cl.clCreateBuffer(context, 1, MIB, null);
        other = cl.clCreateBuffer(context, 1, MIB, null);
    }

    @AfterEach
    void close() {
        cl.close();
        host.close();
    }

    private static MemorySegment bytes() {
        return MemorySegment.ofArray(new byte[MIB]);
    }

    private long event(long queue) {
        return cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_MARKER);
    }

    private long time(long event, ClProfilingInfo which) {
        long[] nanos = new long[1];
        cl.clGetEventProfilingInfo(event, which, 8, MemorySegment.ofArray(nanos));
        return nanos[0];
    }

    private long begin(long event) {
        return time(event, ClProfilingInfo.CL_PROFILING_COMMAND_START);
    }

    private long end(long event) {
        return time(event, ClProfilingInfo.CL_PROFILING_COMMAND_END);
    }

    /** Enqueues a write to one buffer and a read of the other; returns their events. */
    private long[] writeAndRead(long queue, boolean readWaits) {
        long written = event(queue);
        long read = event(queue);
        cl.clEnqueueWriteBuffer(queue, one, false, 0, MIB, bytes(), NONE, written);
        long[] waits = readWaits ? new long[] {written} : NONE;
        cl.clEnqueueReadBuffer(queue, other, false, 0, MIB, bytes(), waits, read);
        cl.clFinish(queue);
        return new long[] {written, read};
    }

    @Test
    void shouldRunIndependentCommandsAtTheSameTimeInAQueueWithoutOrder() {
        long[] both =
                writeAndRead(
                        cl.clCreateCommandQueue(context, device, OUT_OF_ORDER_WITH_TIMES), false);
        assertThat(begin(both[0])).isEqualTo(begin(both[1]));
        assertThat(end(both[0]) - begin(both[0])).isEqualTo(COPY);
        assertThat(end(both[1]) - begin(both[1])).isEqualTo(COPY);
    }

    @Test
    void shouldKeepTheOrderOfWaitLists() {
        long[] both =
                writeAndRead(
                        cl.clCreateCommandQueue(context, device, OUT_OF_ORDER_WITH_TIMES), true);
        assertThat(begin(both[1])).isEqualTo(end(both[0]));
        assertThat(end(both[1]) - begin(both[0])).isEqualTo(2 * COPY);
    }

    @Test
    void shouldKeepTheOrderOfAQueueWithOrder() {
        long[] both =
                writeAndRead(cl.clCreateCommandQueue(context, device, IN_ORDER_WITH_TIMES), false);
        assertThat(begin(both[1])).isEqualTo(end(both[0]));
    }

    @Test
    void shouldHoldLaterCommandsBackByABarrierAndNotByAMarker() {
        long queue = cl.clCreateCommandQueue(context, device, OUT_OF_ORDER_WITH_TIMES);
        long written = event(queue);
        long marked = event(queue);
        long read = event(queue);
        long barred = event(queue);
        long again = event(queue);
        cl.clEnqueueWriteBuffer(queue, one, false, 0, MIB, bytes(), NONE, written);
        cl.clEnqueueMarkerWithWaitList(queue, NONE, marked);
        cl.clEnqueueReadBuffer(queue, other, false, 0, MIB, bytes(), NONE, read);
        cl.clEnqueueBarrierWithWaitList(queue, NONE, barred);
        cl.clEnqueueReadBuffer(queue, one, false, 0, MIB, bytes(), NONE, again);
        cl.clFinish(queue);
        assertThat(end(marked)).isEqualTo(end(written));
        assertThat(begin(read)).isEqualTo(begin(written));
        assertThat(end(barred)).isEqualTo(end(read));
        assertThat(begin(again)).isEqualTo(end(barred));
    }

    @Test
    void shouldWaitForRoomInAQueueWithoutOrder() {
        long queue = cl.clCreateCommandQueue(context, device, OUT_OF_ORDER_WITH_TIMES);
        MemorySegment zero = MemorySegment.ofArray(new byte[1]);
        for (int i = 0; i < 3000; i++) {
            cl.clEnqueueFillBuffer(queue, one, zero, 0, MIB, NONE, 0);
        }
        cl.clFinish(queue);
        long blocked = cl.clCreateUserEvent(context);
        for (int i = 0; i < 1024; i++) {
            cl.clEnqueueFillBuffer(queue, one, zero, 0, 1, new long[] {blocked}, 0);
        }
        cl.clSetUserEventStatus(blocked, 0);
        cl.clEnqueueFillBuffer(queue, one, zero, 0, 1, NONE, 0);
        cl.clFinish(queue);
    }
}

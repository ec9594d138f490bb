package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClEventInfo;
import dev.hira.api.opencl.ClProfilingInfo;
import dev.hira.api.opencl.ClResult;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Copies, fills, and events. */
final class OpenClCommandsConformanceTest extends OpenClConformance {
    @Test
    void shouldWriteCopyFillAndRead() {
        int count = 30_000;
        long bytes = 4L * count;
        long one = buffer(bytes);
        long other = buffer(bytes);
        cl.clEnqueueWriteBuffer(
                queue, one, false, 0, bytes, MemorySegment.ofArray(upTo(count)), NONE, 0);
        cl.clEnqueueCopyBuffer(queue, one, other, 400, 0, 400, NONE, 0);
        MemorySegment pattern = MemorySegment.ofArray(new int[] {7, 8});
        cl.clEnqueueFillBuffer(queue, other, pattern, 400, 800, NONE, 0);
        int[] back = new int[count];
        cl.clEnqueueReadBuffer(queue, one, false, 0, bytes, MemorySegment.ofArray(back), NONE, 0);
        cl.clFinish(queue);
        assertThat(back).isEqualTo(upTo(count));
        int[] copied = readInts(other, 104);
        assertThat(copied).startsWith(100, 101).endsWith(7, 8, 7, 8);
    }

    @Test
    void shouldFillWithPatternsOfEverySize() {
        long buffer = buffer(1 << 20);
        for (int size = 1; size <= 128; size *= 2) {
            byte[] pattern = new byte[size];
            for (int i = 0; i < size; i++) {
                pattern[i] = (byte) (i + size);
            }
            cl.clEnqueueFillBuffer(
                    queue, buffer, MemorySegment.ofArray(pattern), size, (1 << 20) - size, NONE, 0);
            byte[] back = new byte[size];
            cl.clEnqueueReadBuffer(
                    queue,
                    buffer,
                    true,
                    (1 << 20) - size,
                    size,
                    MemorySegment.ofArray(back),
                    NONE,
                    0);
            assertThat(back).as("a pattern of %d bytes", size).isEqualTo(pattern);
        }
        MemorySegment three = MemorySegment.ofArray(new byte[3]);
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () -> cl.clEnqueueFillBuffer(queue, buffer, three, 0, 3, NONE, 0));
    }

    @Test
    void shouldTellTheStateAndTheTimesOfCommands() {
        long buffer = buffer(1 << 20);
        long event = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_FILL_BUFFER);
        assertThat(status(event)).isEqualTo(3);
        MemorySegment zero = MemorySegment.ofArray(new byte[1]);
        cl.clEnqueueFillBuffer(queue, buffer, zero, 0, 1 << 20, NONE, event);
        cl.clWaitForEvents(new long[] {event});
        assertThat(status(event)).isZero();
        assertThat(
                        small((size, value) ->
                                cl.clGetEventInfo(
                                        event, ClEventInfo.CL_EVENT_COMMAND_TYPE, size, value)))
                .isEqualTo(ClCommandType.CL_COMMAND_FILL_BUFFER.value());
        long submitted = time(event, ClProfilingInfo.CL_PROFILING_COMMAND_SUBMIT);
        long begun = time(event, ClProfilingInfo.CL_PROFILING_COMMAND_START);
        long ended = time(event, ClProfilingInfo.CL_PROFILING_COMMAND_END);
        assertThat(submitted).isLessThanOrEqualTo(begun);
        assertThat(begun).isLessThan(ended);
        long silent = cl.clCreateCommandQueue(context, device, 0);
        long untimed = cl.clCreateEventHIRA(silent, ClCommandType.CL_COMMAND_MARKER);
        cl.clEnqueueMarkerWithWaitList(silent, NONE, untimed);
        cl.clWaitForEvents(new long[] {untimed});
        shouldFail(
                ClResult.CL_PROFILING_INFO_NOT_AVAILABLE,
                () -> time(untimed, ClProfilingInfo.CL_PROFILING_COMMAND_END));
    }

    private int status(long event) {
        return small((size, value) ->
                cl.clGetEventInfo(
                        event, ClEventInfo.CL_EVENT_COMMAND_EXECUTION_STATUS, size, value));
    }

    private long time(long event, ClProfilingInfo info) {
        return number((size, value) -> cl.clGetEventProfilingInfo(event, info, size, value));
    }

    @Test
    void shouldWaitForCommandsOfAnotherQueue() {
        long other = cl.clCreateCommandQueue(context, device, 0);
        long buffer = buffer(1 << 20);
        for (int i = 1; i <= 3; i++) {
            long filled = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_FILL_BUFFER);
            MemorySegment pattern = MemorySegment.ofArray(new byte[] {(byte) i});
            cl.clEnqueueFillBuffer(queue, buffer, pattern, 0, 1 << 20, NONE, filled);
            byte[] last = new byte[1];
            long read = cl.clCreateEventHIRA(other, ClCommandType.CL_COMMAND_READ_BUFFER);
            cl.clEnqueueReadBuffer(
                    other,
                    buffer,
                    false,
                    (1 << 20) - 1,
                    1,
                    MemorySegment.ofArray(last),
                    new long[] {filled},
                    read);
            cl.clWaitForEvents(new long[] {read});
            assertThat(last[0]).isEqualTo((byte) i);
            cl.clReleaseEvent(filled);
            cl.clReleaseEvent(read);
        }
    }

    @Test
    void shouldCallBackWhenACommandHasEnded() throws InterruptedException {
        long event = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_MARKER);
        cl.clEnqueueMarkerWithWaitList(queue, NONE, event);
        CountDownLatch called = new CountDownLatch(1);
        AtomicLong data = new AtomicLong();
        cl.clSetEventCallback(
                event,
                0,
                (_, status, userData) -> {
                    data.set(status == 0 ? userData : -1);
                    called.countDown();
                },
                0xCAFE);
        cl.clFinish(queue);
        assertThat(called.await(120, TimeUnit.SECONDS)).isTrue();
        assertThat(data).hasValue(0xCAFE);
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () -> cl.clSetEventCallback(event, 9, (_, _, _) -> {}, 0));
    }

    @Test
    void shouldRefuseCommandsThatAreNotPossible() {
        long buffer = buffer(1024);
        long readOnly = cl.clCreateBuffer(context, 1 << 8, 64, null);
        long writeOnly = cl.clCreateBuffer(context, 1 << 7, 64, null);
        MemorySegment bytes = MemorySegment.ofArray(new byte[64]);
        long[] noEvent = {12345};
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () -> cl.clEnqueueReadBuffer(queue, buffer, true, 1000, 64, bytes, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () -> cl.clEnqueueWriteBuffer(queue, buffer, true, -1, 64, bytes, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_OPERATION,
                () -> cl.clEnqueueWriteBuffer(queue, readOnly, true, 0, 64, bytes, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_OPERATION,
                () -> cl.clEnqueueReadBuffer(queue, writeOnly, true, 0, 64, bytes, NONE, 0));
        shouldFail(
                ClResult.CL_MEM_COPY_OVERLAP,
                () -> cl.clEnqueueCopyBuffer(queue, buffer, buffer, 0, 32, 64, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_EVENT_WAIT_LIST,
                () -> cl.clEnqueueMarkerWithWaitList(queue, noEvent, 0));
        shouldFail(
                ClResult.CL_INVALID_EVENT, () -> cl.clEnqueueBarrierWithWaitList(queue, NONE, 5));
        shouldFail(ClResult.CL_INVALID_EVENT, () -> cl.clWaitForEvents(noEvent));
        shouldFail(ClResult.CL_INVALID_VALUE, () -> cl.clWaitForEvents(NONE));
        shouldFail(
                ClResult.CL_INVALID_COMMAND_QUEUE,
                () -> cl.clEnqueueReadBuffer(context, buffer, true, 0, 64, bytes, NONE, 0));
        long foreign = cl.clCreateContext(NONE, new long[] {device});
        long elsewhere = cl.clCreateBuffer(foreign, 1, 64, null);
        shouldFail(
                ClResult.CL_INVALID_CONTEXT,
                () -> cl.clEnqueueReadBuffer(queue, elsewhere, true, 0, 64, bytes, NONE, 0));
    }
}

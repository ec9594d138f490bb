package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.CheckedOpenClDriver;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClEventInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.guest.opencl.OpenClGuest;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Events of the program, queues without order, and functions that are called at ends. */
final class OpenClEventsConformanceTest extends OpenClConformance {
    private static final int BYTES = 100_000;
    private static final int TERMINATED =
            ClResult.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST.value();

    private long event(long ofQueue) {
        return cl.clCreateEventHIRA(ofQueue, ClCommandType.CL_COMMAND_FILL_BUFFER);
    }

    private void fill(long inQueue, long buffer, int value, long[] waits, long event) {
        MemorySegment pattern = MemorySegment.ofArray(new byte[] {(byte) value});
        cl.clEnqueueFillBuffer(inQueue, buffer, pattern, 0, BYTES, waits, event);
    }

    private byte last(long inQueue, long buffer) {
        byte[] last = new byte[1];
        cl.clEnqueueReadBuffer(
                inQueue, buffer, true, BYTES - 1, 1, MemorySegment.ofArray(last), NONE, 0);
        return last[0];
    }

    private int status(long event) {
        return small((size, value) ->
                cl.clGetEventInfo(
                        event, ClEventInfo.CL_EVENT_COMMAND_EXECUTION_STATUS, size, value));
    }

    @Test
    void shouldRunCommandsWhenTheProgramCompletesTheirEvent() {
        long buffer = buffer(BYTES);
        fill(queue, buffer, 1, NONE, 0);
        cl.clFinish(queue);
        long mine = cl.clCreateUserEvent(context);
        assertThat(status(mine)).isEqualTo(2);
        assertThat(
                        small((size, value) ->
                                cl.clGetEventInfo(
                                        mine, ClEventInfo.CL_EVENT_COMMAND_TYPE, size, value)))
                .isEqualTo(ClCommandType.CL_COMMAND_USER.value());
        assertThat(
                        number((size, value) ->
                                cl.clGetEventInfo(
                                        mine, ClEventInfo.CL_EVENT_COMMAND_QUEUE, size, value)))
                .isZero();
        long filled = event(queue);
        fill(queue, buffer, 2, new long[] {mine}, filled);
        long other = cl.clCreateCommandQueue(context, device, 0);
        assertThat(last(other, buffer)).isEqualTo((byte) 1);
        assertThat(status(filled)).isPositive();
        shouldFail(ClResult.CL_INVALID_VALUE, () -> cl.clSetUserEventStatus(mine, 1));
        shouldFail(ClResult.CL_INVALID_EVENT, () -> cl.clSetUserEventStatus(filled, 0));
        shouldFail(ClResult.CL_INVALID_EVENT, () -> cl.clSetUserEventStatus(context, 0));
        shouldFail(ClResult.CL_INVALID_CONTEXT, () -> cl.clCreateUserEvent(queue));
        cl.clSetUserEventStatus(mine, 0);
        cl.clWaitForEvents(new long[] {mine, filled});
        assertThat(status(mine)).isZero();
        assertThat(last(other, buffer)).isEqualTo((byte) 2);
        shouldFail(ClResult.CL_INVALID_OPERATION, () -> cl.clSetUserEventStatus(mine, -1));
        cl.clReleaseEvent(mine);
        shouldFail(ClResult.CL_INVALID_EVENT, () -> cl.clSetUserEventStatus(mine, 0));
    }

    @Test
    void shouldTerminateCommandsThatWaitForAFailedEventOfTheProgram() throws Exception {
        long buffer = buffer(BYTES);
        fill(queue, buffer, 1, NONE, 0);
        cl.clFinish(queue);
        long mine = cl.clCreateUserEvent(context);
        long filled = event(queue);
        long later = event(queue);
        fill(queue, buffer, 2, new long[] {mine}, filled);
        fill(queue, buffer, 3, NONE, later);
        BlockingQueue<Integer> called = new LinkedBlockingQueue<>();
        cl.clSetUserEventStatus(mine, -77);
        shouldFail(
                ClResult.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
                () -> cl.clWaitForEvents(new long[] {filled}));
        cl.clFinish(queue);
        assertThat(status(mine)).isEqualTo(-77);
        assertThat(status(filled)).isEqualTo(TERMINATED);
        assertThat(status(later)).isEqualTo(TERMINATED);
        shouldFail(
                ClResult.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, () -> last(queue, buffer));
        long other = cl.clCreateCommandQueue(context, device, 0);
        assertThat(last(other, buffer)).isEqualTo((byte) 1);
        cl.clSetEventCallback(filled, 0, (_, status, _) -> called.add(status), 0);
        cl.clFinish(other);
        assertThat(called.poll(120, TimeUnit.SECONDS)).isEqualTo(TERMINATED);
    }

    @Test
    void shouldEndReadsThatWereTerminatedWithAnError() {
        long buffer = buffer(BYTES);
        byte[] first = new byte[BYTES];
        byte[] second = new byte[BYTES];
        long mine = cl.clCreateUserEvent(context);
        long read = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_READ_BUFFER);
        long[] waits = {mine};
        cl.clEnqueueReadBuffer(
                queue, buffer, false, 0, BYTES, MemorySegment.ofArray(first), waits, read);
        cl.clEnqueueReadBuffer(
                queue, buffer, false, 0, BYTES, MemorySegment.ofArray(second), NONE, 0);
        cl.clSetUserEventStatus(mine, -5);
        shouldFail(
                ClResult.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
                () -> cl.clWaitForEvents(new long[] {read}));
        assertThat(status(read)).isEqualTo(TERMINATED);
        cl.clFinish(queue);
        assertThat(first).containsOnly(0);
        if (cl instanceof CheckedOpenClDriver checked
                && checked.driver() instanceof OpenClGuest guest) {
            assertThat(guest.stats().failures()).as("reads that were given up").isEqualTo(2);
            assertThat(guest.stats().lateOutputs()).isZero();
        }
    }

    @Test
    void shouldRefuseAnEventThatStandsForACommandAlready() {
        long buffer = buffer(BYTES);
        long filled = event(queue);
        fill(queue, buffer, 1, NONE, filled);
        shouldFail(ClResult.CL_INVALID_EVENT, () -> fill(queue, buffer, 2, NONE, filled));
        MemorySegment bytes = MemorySegment.ofArray(new byte[BYTES]);
        long written = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_WRITE_BUFFER);
        Runnable write =
                () -> cl.clEnqueueWriteBuffer(queue, buffer, false, 0, BYTES, bytes, NONE, written);
        write.run();
        shouldFail(ClResult.CL_INVALID_EVENT, write);
        long read = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_READ_BUFFER);
        Runnable reading =
                () -> cl.clEnqueueReadBuffer(queue, buffer, true, 0, BYTES, bytes, NONE, read);
        reading.run();
        shouldFail(ClResult.CL_INVALID_EVENT, reading);
    }

    @Test
    void shouldStandForAllPartsOfALargeCommandInAQueueWithoutOrder() {
        int bytes = 24 << 20;
        long loose = cl.clCreateCommandQueue(context, device, 1);
        long buffer = buffer(bytes);
        byte[] content = new byte[bytes];
        new Random(11).nextBytes(content);
        long mine = cl.clCreateUserEvent(context);
        long written = cl.clCreateEventHIRA(loose, ClCommandType.CL_COMMAND_WRITE_BUFFER);
        cl.clEnqueueWriteBuffer(
                loose,
                buffer,
                false,
                0,
                bytes,
                MemorySegment.ofArray(content),
                new long[] {mine},
                written);
        assertThat(status(written)).isPositive();
        cl.clSetUserEventStatus(mine, 0);
        byte[] back = new byte[bytes];
        cl.clEnqueueReadBuffer(
                loose,
                buffer,
                true,
                0,
                bytes,
                MemorySegment.ofArray(back),
                new long[] {written},
                0);
        assertThat(Arrays.mismatch(back, content)).isEqualTo(-1);
    }

    @Test
    void shouldRunIndependentCommandsOfAQueueWithoutOrder() {
        long loose = cl.clCreateCommandQueue(context, device, 1);
        long one = buffer(BYTES);
        long two = buffer(BYTES);
        fill(queue, one, 1, NONE, 0);
        cl.clFinish(queue);
        long mine = cl.clCreateUserEvent(context);
        long blocked = event(loose);
        long free = event(loose);
        fill(loose, one, 2, new long[] {mine}, blocked);
        fill(loose, two, 3, NONE, free);
        cl.clWaitForEvents(new long[] {free});
        assertThat(last(loose, two)).isEqualTo((byte) 3);
        assertThat(last(loose, one)).isEqualTo((byte) 1);
        assertThat(status(blocked)).isPositive();
        long marked = event(loose);
        long barred = event(loose);
        long after = event(loose);
        cl.clEnqueueMarkerWithWaitList(loose, NONE, marked);
        cl.clEnqueueBarrierWithWaitList(loose, NONE, barred);
        fill(loose, two, 4, NONE, after);
        assertThat(status(marked)).isPositive();
        assertThat(status(after)).isPositive();
        assertThat(last(queue, two)).isEqualTo((byte) 3);
        cl.clSetUserEventStatus(mine, 0);
        cl.clFinish(loose);
        assertThat(status(marked)).isZero();
        assertThat(status(after)).isZero();
        assertThat(last(loose, one)).isEqualTo((byte) 2);
        assertThat(last(loose, two)).isEqualTo((byte) 4);
        long failing = cl.clCreateUserEvent(context);
        long terminated = event(loose);
        fill(loose, one, 5, new long[] {failing}, terminated);
        cl.clSetUserEventStatus(failing, -1);
        cl.clFinish(loose);
        assertThat(status(terminated)).isEqualTo(TERMINATED);
        assertThat(last(loose, one)).isEqualTo((byte) 2);
    }

    @Test
    void shouldUseNewMemoryWhileWorkBehindAnEventOfTheProgramMayUseMemoryThatHasEnded() {
        long other = cl.clCreateCommandQueue(context, device, 0);
        long first = cl.clCreateUserEvent(context);
        long second = cl.clCreateUserEvent(context);
        cl.clRetainEvent(second);
        long ended = buffer(BYTES);
        fill(queue, ended, 1, new long[] {first}, 0);
        cl.clSetEventCallback(second, 0, (_, _, _) -> {}, 0);
        cl.clReleaseMemObject(ended);
        for (int i = 0; i < 3; i++) {
            long fresh = buffer(BYTES);
            assertThat(last(other, fresh)).isZero();
            fill(other, fresh, 2 + i, NONE, 0);
            assertThat(last(other, fresh)).isEqualTo((byte) (2 + i));
            cl.clReleaseMemObject(fresh);
        }
        cl.clSetUserEventStatus(first, 0);
        cl.clReleaseEvent(second);
        long fresh = buffer(BYTES);
        assertThat(last(other, fresh)).isZero();
        cl.clSetUserEventStatus(second, 0);
        cl.clFinish(queue);
    }

    @Test
    void shouldCallBackWhenObjectsHaveEnded() throws Exception {
        BlockingQueue<Long> called = new LinkedBlockingQueue<>();
        long foreign = cl.clCreateContext(NONE, new long[] {device});
        long buffer = cl.clCreateBuffer(foreign, 1, 64, null);
        shouldFail(
                ClResult.CL_INVALID_MEM_OBJECT,
                () ->
                        cl.clSetMemObjectDestructorCallback(
                                foreign, (_, data) -> called.add(data), 0));
        shouldFail(
                ClResult.CL_INVALID_CONTEXT,
                () -> cl.clSetContextDestructorCallback(buffer, (_, data) -> called.add(data), 0));
        cl.clSetContextDestructorCallback(foreign, (_, data) -> called.add(data), 9);
        cl.clSetMemObjectDestructorCallback(buffer, (_, data) -> called.add(data), 7);
        cl.clSetMemObjectDestructorCallback(buffer, (_, data) -> called.add(data), 8);
        cl.clRetainMemObject(buffer);
        cl.clReleaseContext(foreign);
        cl.clReleaseMemObject(buffer);
        cl.clFinish(queue);
        assertThat(called).isEmpty();
        cl.clReleaseMemObject(buffer);
        cl.clFinish(queue);
        assertThat(called.poll(120, TimeUnit.SECONDS)).isEqualTo(8);
        assertThat(called.poll(120, TimeUnit.SECONDS)).isEqualTo(7);
        assertThat(called.poll(120, TimeUnit.SECONDS)).isEqualTo(9);
    }
}

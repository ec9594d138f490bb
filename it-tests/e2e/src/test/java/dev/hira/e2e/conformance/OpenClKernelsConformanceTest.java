package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClEventInfo;
import dev.hira.api.opencl.ClKernelInfo;
import dev.hira.api.opencl.ClKernelWorkGroupInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Kernels, their arguments, and their ranges. */
final class OpenClKernelsConformanceTest extends OpenClConformance {
    private void run(long kernel, ClSizes global, ClSizes local) {
        cl.clEnqueueNDRangeKernel(queue, kernel, 1, null, global, local, NONE, 0);
    }

    private long scale(float[] numbers, float factor, float bias) {
        MemorySegment content = MemorySegment.ofArray(numbers);
        long data = cl.clCreateBuffer(context, 1 | 32, content.byteSize(), content);
        long kernel = kernel("scale");
        setMem(kernel, 0, data);
        setInt(kernel, 1, numbers.length);
        setFloat(kernel, 2, factor);
        setFloat(kernel, 3, bias);
        run(kernel, sizes((numbers.length + 63L) / 64 * 64), null);
        return data;
    }

    @Test
    void shouldRunAKernelWithNumbersAndBuffers() {
        float[] numbers = new float[1000];
        for (int i = 0; i < 1000; i++) {
            numbers[i] = i;
        }
        long data = scale(numbers, 2, 1);
        float[] back = new float[1000];
        cl.clEnqueueReadBuffer(queue, data, true, 0, 4000, MemorySegment.ofArray(back), NONE, 0);
        for (int i = 0; i < 1000; i++) {
            assertThat(back[i]).isEqualTo(2f * i + 1);
        }
    }

    @Test
    void shouldGiveGroupsLocalMemory() {
        long in = buffer(upTo(640));
        long out = buffer(40);
        long kernel = kernel("sums");
        setMem(kernel, 0, in);
        cl.clSetKernelArg(kernel, 1, 256, null);
        cl.clSetKernelArg(kernel, 2, 256, null);
        setMem(kernel, 3, out);
        run(kernel, sizes(640), null);
        int[] sums = readInts(out, 10);
        for (int group = 0; group < 10; group++) {
            assertThat(sums[group]).isEqualTo(64 * 64 * group + 63 * 32);
        }
        assertThat(
                        number((size, value) ->
                                cl.clGetKernelWorkGroupInfo(
                                        kernel,
                                        device,
                                        ClKernelWorkGroupInfo.CL_KERNEL_LOCAL_MEM_SIZE,
                                        size,
                                        value)))
                .isEqualTo(512);
        shouldFail(ClResult.CL_INVALID_WORK_GROUP_SIZE, () -> run(kernel, sizes(640), sizes(32)));
        cl.clSetKernelArg(kernel, 1, 1 << 20, null);
        shouldFail(ClResult.CL_OUT_OF_RESOURCES, () -> run(kernel, sizes(640), null));
    }

    @Test
    void shouldTellWorkItemsTheirNumbersInUnevenRangesWithOffsets() {
        int width = 37;
        int height = 11;
        long out = buffer(32L * width * height);
        long kernel = kernel("where");
        setMem(kernel, 0, out);
        cl.clEnqueueNDRangeKernel(
                queue,
                kernel,
                2,
                new ClSizes(100, 1000, 0),
                new ClSizes(width, height, 1),
                new ClSizes(8, 4, 1),
                NONE,
                0);
        int[] all = readInts(out, 8 * width * height);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int at = 8 * (y * width + x);
                int[] found = Arrays.copyOfRange(all, at, at + 8);
                int sizeX = x / 8 == width / 8 ? width % 8 : 8;
                int sizeY = y / 4 == height / 4 ? height % 4 : 4;
                assertThat(found)
                        .containsExactly(100 + x, 1000 + y, x / 8, y / 4, sizeX, sizeY, 5, 2);
            }
        }
    }

    @Test
    void shouldChooseGroupsForAnyRange() {
        for (int items : new int[] {1, 17, 256, 997, 1024}) {
            long out = buffer(32L * items);
            long kernel = kernel("where");
            setMem(kernel, 0, out);
            run(kernel, sizes(items), null);
            int[] all = readInts(out, 8 * items);
            for (int i = 0; i < items; i++) {
                assertThat(all[8 * i]).as("item %d of %d", i, items).isEqualTo(i);
            }
            cl.clReleaseKernel(kernel);
            cl.clReleaseMemObject(out);
        }
    }

    @Test
    void shouldGiveTheMemoryOfAReleasedArgumentToTheNextBuffer() {
        long kernel = kernel("where");
        for (int round = 0; round < 4; round++) {
            long out = buffer(32L * 64);
            setMem(kernel, 0, out);
            run(kernel, sizes(64), null);
            cl.clFinish(queue);
            cl.clReleaseMemObject(out);
            cl.clFinish(queue);
            long next = buffer(upTo(512));
            cl.clFinish(queue);
            assertThat(readInts(next, 512)).containsExactly(upTo(512));
            cl.clReleaseMemObject(next);
        }
        long last = buffer(32L * 64);
        setMem(kernel, 0, last);
        run(kernel, sizes(64), null);
        assertThat(readInts(last, 8)).startsWith(0, 0, 0, 0);
    }

    @Test
    void shouldSucceedWithoutWorkItems() {
        long kernel = kernel("where");
        setMem(kernel, 0, buffer(64));
        run(kernel, sizes(0), null);
        cl.clFinish(queue);
    }

    @Test
    void shouldRefuseArgumentsAndRangesThatAreNotPossible() {
        long kernel = kernel("scale");
        MemorySegment eight = MemorySegment.ofArray(new long[1]);
        assertThat(
                        small((size, value) ->
                                cl.clGetKernelInfo(
                                        kernel, ClKernelInfo.CL_KERNEL_NUM_ARGS, size, value)))
                .isEqualTo(4);
        shouldFail(ClResult.CL_INVALID_KERNEL_ARGS, () -> run(kernel, sizes(64), null));
        shouldFail(ClResult.CL_INVALID_ARG_INDEX, () -> setInt(kernel, 4, 1));
        shouldFail(ClResult.CL_INVALID_ARG_SIZE, () -> cl.clSetKernelArg(kernel, 1, 8, eight));
        shouldFail(ClResult.CL_INVALID_MEM_OBJECT, () -> setMem(kernel, 0, 0xBAD));
        long sums = kernel("sums");
        shouldFail(ClResult.CL_INVALID_ARG_VALUE, () -> cl.clSetKernelArg(sums, 1, 8, eight));
        shouldFail(ClResult.CL_INVALID_ARG_SIZE, () -> cl.clSetKernelArg(sums, 1, 0, null));
        setMem(kernel, 0, buffer(4096));
        setInt(kernel, 1, 1000);
        setFloat(kernel, 2, 1);
        setFloat(kernel, 3, 1);
        shouldFail(
                ClResult.CL_INVALID_WORK_DIMENSION,
                () -> cl.clEnqueueNDRangeKernel(queue, kernel, 4, null, sizes(64), null, NONE, 0));
        shouldFail(ClResult.CL_INVALID_WORK_ITEM_SIZE, () -> run(kernel, sizes(4096), sizes(4096)));
        shouldFail(ClResult.CL_INVALID_WORK_GROUP_SIZE, () -> run(kernel, sizes(64), sizes(0)));
        shouldFail(ClResult.CL_INVALID_WORK_GROUP_SIZE, () -> run(kernel, sizes(65), sizes(32)));
        shouldFail(
                ClResult.CL_INVALID_WORK_GROUP_SIZE,
                () ->
                        cl.clEnqueueNDRangeKernel(
                                queue,
                                kernel,
                                2,
                                null,
                                new ClSizes(64, 64, 1),
                                new ClSizes(64, 64, 1),
                                NONE,
                                0));
        shouldFail(
                ClResult.CL_INVALID_GLOBAL_OFFSET,
                () ->
                        cl.clEnqueueNDRangeKernel(
                                queue, kernel, 1, sizes(1), sizes(64), null, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_KERNEL,
                () -> cl.clEnqueueNDRangeKernel(queue, queue, 1, null, sizes(64), null, NONE, 0));
    }

    @Test
    void shouldFailTheContextOfAKernelThatWritesWhereNothingIs() {
        long kernel = kernel("stray");
        long event = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_NDRANGE_KERNEL);
        cl.clEnqueueNDRangeKernel(queue, kernel, 1, null, sizes(1), null, NONE, event);
        shouldFail(
                ClResult.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
                () -> cl.clWaitForEvents(new long[] {event}));
        assertThat(
                        small((size, value) ->
                                cl.clGetEventInfo(
                                        event,
                                        ClEventInfo.CL_EVENT_COMMAND_EXECUTION_STATUS,
                                        size,
                                        value)))
                .isNegative();
        shouldFail(ClResult.CL_OUT_OF_RESOURCES, () -> cl.clFinish(queue));
        long fresh = cl.clCreateContext(NONE, new long[] {device});
        long working = cl.clCreateCommandQueue(fresh, device, 0);
        cl.clFinish(working);
    }
}

package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.ClBufferCreateType;
import dev.hira.api.opencl.ClCommandQueueInfo;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClContextInfo;
import dev.hira.api.opencl.ClDeviceInfo;
import dev.hira.api.opencl.ClEventInfo;
import dev.hira.api.opencl.ClKernelInfo;
import dev.hira.api.opencl.ClMemInfo;
import dev.hira.api.opencl.ClPlatformInfo;
import dev.hira.api.opencl.ClProgramInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClConstants;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Platforms, devices, and the lives of objects. */
final class OpenClObjectsConformanceTest extends OpenClConformance {
    @Test
    void shouldDescribePlatformsAndDevices() {
        long[] platforms = cl.clGetPlatformIDs();
        assertThat(platforms).hasSize(2);
        for (long platform : platforms) {
            assertThat(
                            text((size, value) ->
                                    cl.clGetPlatformInfo(
                                            platform,
                                            ClPlatformInfo.CL_PLATFORM_VERSION,
                                            size,
                                            value)))
                    .startsWith("OpenCL 3.0 ");
            long[] devices = cl.clGetDeviceIDs(platform, 0xFFFF_FFFFL);
            assertThat(devices).hasSize(1);
            assertThat(cl.clGetDeviceIDs(platform, -1))
                    .describedAs("all types as languages without unsigned numbers pass them")
                    .isEqualTo(devices)
                    .isEqualTo(cl.clGetDeviceIDs(platform, OpenClConstants.CL_DEVICE_TYPE_ALL));
            assertThat(
                            number((size, value) ->
                                    cl.clGetDeviceInfo(
                                            devices[0],
                                            ClDeviceInfo.CL_DEVICE_PLATFORM,
                                            size,
                                            value)))
                    .isEqualTo(platform);
        }
        assertThat(
                        text((size, value) ->
                                cl.clGetDeviceInfo(
                                        device, ClDeviceInfo.CL_DEVICE_NAME, size, value)))
                .isNotBlank();
        shouldFail(ClResult.CL_INVALID_PLATFORM, () -> cl.clGetDeviceIDs(77, 4));
        shouldFail(ClResult.CL_INVALID_DEVICE_TYPE, () -> cl.clGetDeviceIDs(platforms[0], 1 << 9));
        shouldFail(ClResult.CL_DEVICE_NOT_FOUND, () -> cl.clGetDeviceIDs(platforms[0], 2));
        shouldFail(ClResult.CL_INVALID_DEVICE, () -> cl.clRetainDevice(5));
        shouldFail(ClResult.CL_INVALID_VALUE, () -> cl.clCreateSubDevices(device, NONE));
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () ->
                        cl.clGetDeviceInfo(
                                device,
                                ClDeviceInfo.CL_DEVICE_NAME,
                                1,
                                MemorySegment.ofArray(new byte[1])));
    }

    @Test
    void shouldAnswerForEveryPropertyOfADevice() {
        for (ClDeviceInfo info : ClDeviceInfo.values()) {
            if (info != ClDeviceInfo.CL_DEVICE_INFO_NONE) {
                assertThat(cl.clGetDeviceInfo(device, info, 0, null))
                        .as(info.name())
                        .isNotNegative();
            }
        }
    }

    @Test
    void shouldKeepObjectsWhileOthersUseThem() {
        long mem = buffer(upTo(16));
        long kernel = kernel("scale");
        cl.clReleaseContext(context);
        shouldFail(ClResult.CL_INVALID_CONTEXT, () -> cl.clRetainContext(context));
        assertThat(
                        number((size, value) ->
                                cl.clGetMemObjectInfo(mem, ClMemInfo.CL_MEM_CONTEXT, size, value)))
                .isEqualTo(context);
        assertThat(readInts(mem, 16)).isEqualTo(upTo(16));
        cl.clReleaseMemObject(mem);
        shouldFail(ClResult.CL_INVALID_MEM_OBJECT, () -> cl.clReleaseMemObject(mem));
        cl.clReleaseKernel(kernel);
        cl.clReleaseCommandQueue(queue);
        shouldFail(ClResult.CL_INVALID_COMMAND_QUEUE, () -> cl.clFinish(queue));
    }

    @Test
    void shouldCountEveryKindOfObject() {
        long mem = buffer(64);
        long kernel = kernel("scale");
        long event = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_MARKER);
        cl.clRetainContext(context);
        cl.clRetainCommandQueue(queue);
        cl.clRetainMemObject(mem);
        cl.clRetainKernel(kernel);
        cl.clRetainEvent(event);
        assertCounts(mem, kernel, event, 2);
        cl.clReleaseContext(context);
        cl.clReleaseCommandQueue(queue);
        cl.clReleaseMemObject(mem);
        cl.clReleaseKernel(kernel);
        cl.clReleaseEvent(event);
        assertCounts(mem, kernel, event, 1);
        cl.clReleaseEvent(event);
        shouldFail(ClResult.CL_INVALID_EVENT, () -> cl.clRetainEvent(event));
        cl.clReleaseKernel(kernel);
        shouldFail(ClResult.CL_INVALID_KERNEL, () -> cl.clReleaseKernel(kernel));
    }

    private void assertCounts(long mem, long kernel, long event, int count) {
        assertThat(
                        small((size, value) ->
                                cl.clGetContextInfo(
                                        context,
                                        ClContextInfo.CL_CONTEXT_REFERENCE_COUNT,
                                        size,
                                        value)))
                .isEqualTo(count);
        assertThat(
                        small((size, value) ->
                                cl.clGetCommandQueueInfo(
                                        queue,
                                        ClCommandQueueInfo.CL_QUEUE_REFERENCE_COUNT,
                                        size,
                                        value)))
                .isEqualTo(count);
        assertThat(
                        small((size, value) ->
                                cl.clGetMemObjectInfo(
                                        mem, ClMemInfo.CL_MEM_REFERENCE_COUNT, size, value)))
                .isEqualTo(count);
        assertThat(
                        small((size, value) ->
                                cl.clGetKernelInfo(
                                        kernel,
                                        ClKernelInfo.CL_KERNEL_REFERENCE_COUNT,
                                        size,
                                        value)))
                .isEqualTo(count);
        assertThat(
                        small((size, value) ->
                                cl.clGetEventInfo(
                                        event, ClEventInfo.CL_EVENT_REFERENCE_COUNT, size, value)))
                .isEqualTo(count);
    }

    @Test
    void shouldRefuseContextsAndQueuesThatAreNotPossible() {
        long other = cl.clGetDeviceIDs(cl.clGetPlatformIDs()[1], 4)[0];
        long[] devices = {device};
        shouldFail(ClResult.CL_INVALID_VALUE, () -> cl.clCreateContext(NONE, NONE));
        shouldFail(ClResult.CL_INVALID_DEVICE, () -> cl.clCreateContext(NONE, new long[] {3}));
        shouldFail(
                ClResult.CL_INVALID_DEVICE,
                () -> cl.clCreateContext(NONE, new long[] {device, other}));
        shouldFail(
                ClResult.CL_INVALID_PROPERTY,
                () -> cl.clCreateContext(new long[] {0x1234, 1, 0}, devices));
        shouldFail(
                ClResult.CL_INVALID_PROPERTY,
                () -> cl.clCreateContext(new long[] {0x1084, 1}, devices));
        shouldFail(
                ClResult.CL_INVALID_PLATFORM,
                () -> cl.clCreateContext(new long[] {0x1084, 1, 0}, devices));
        shouldFail(ClResult.CL_INVALID_DEVICE_TYPE, () -> cl.clCreateContextFromType(NONE, 0));
        shouldFail(ClResult.CL_DEVICE_NOT_FOUND, () -> cl.clCreateContextFromType(NONE, 2));
        shouldFail(ClResult.CL_INVALID_CONTEXT, () -> cl.clCreateCommandQueue(7, device, 0));
        shouldFail(ClResult.CL_INVALID_DEVICE, () -> cl.clCreateCommandQueue(context, other, 0));
        shouldFail(ClResult.CL_INVALID_VALUE, () -> cl.clCreateCommandQueue(context, device, 64));
        shouldFail(
                ClResult.CL_INVALID_QUEUE_PROPERTIES,
                () -> cl.clCreateCommandQueue(context, device, 4));
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () ->
                        cl.clCreateCommandQueueWithProperties(
                                context, device, new long[] {0x7777, 0, 0}));
    }

    private long ofDevice(ClDeviceInfo info) {
        return number((size, value) -> cl.clGetDeviceInfo(device, info, size, value));
    }

    @Test
    void shouldTakeBuffersUpToAQuarterOfTheMemory() {
        long memory = ofDevice(ClDeviceInfo.CL_DEVICE_GLOBAL_MEM_SIZE);
        long most = ofDevice(ClDeviceInfo.CL_DEVICE_MAX_MEM_ALLOC_SIZE);
        assertThat(most).isEqualTo(memory / 4);
        cl.clReleaseMemObject(cl.clCreateBuffer(context, 1, most, null));
        shouldFail(
                ClResult.CL_INVALID_BUFFER_SIZE,
                () -> cl.clCreateBuffer(context, 1, most + 1, null));
    }

    @Test
    void shouldRefuseBuffersThatAreNotPossible() {
        MemorySegment bytes = MemorySegment.ofArray(new byte[16]);
        shouldFail(ClResult.CL_INVALID_BUFFER_SIZE, () -> cl.clCreateBuffer(context, 1, 0, null));
        shouldFail(
                ClResult.CL_INVALID_BUFFER_SIZE,
                () -> cl.clCreateBuffer(context, 1, 1L << 50, null));
        shouldFail(ClResult.CL_INVALID_VALUE, () -> cl.clCreateBuffer(context, 3, 16, null));
        shouldFail(ClResult.CL_INVALID_VALUE, () -> cl.clCreateBuffer(context, 1 << 20, 16, null));
        shouldFail(ClResult.CL_INVALID_HOST_PTR, () -> cl.clCreateBuffer(context, 1, 16, bytes));
        shouldFail(ClResult.CL_INVALID_HOST_PTR, () -> cl.clCreateBuffer(context, 32, 16, null));
        shouldFail(ClResult.CL_INVALID_CONTEXT, () -> cl.clCreateBuffer(9, 1, 16, null));
        shouldFail(
                ClResult.CL_INVALID_PROPERTY,
                () -> cl.clCreateBufferWithProperties(context, new long[] {5, 5, 0}, 1, 16, null));
    }

    @Test
    void shouldHaveRegionsOfBuffers() {
        long whole = buffer(upTo(1024));
        long region = region(whole, 0, 512, 1024);
        assertThat(readInts(region, 4)).containsExactly(128, 129, 130, 131);
        assertThat(
                        number((size, value) ->
                                cl.clGetMemObjectInfo(
                                        region, ClMemInfo.CL_MEM_OFFSET, size, value)))
                .isEqualTo(512);
        shouldFail(ClResult.CL_INVALID_VALUE, () -> region(whole, 0, 4096, 16));
        shouldFail(ClResult.CL_INVALID_BUFFER_SIZE, () -> region(whole, 0, 512, 0));
        shouldFail(ClResult.CL_MISALIGNED_SUB_BUFFER_OFFSET, () -> region(whole, 0, 4, 16));
        shouldFail(ClResult.CL_INVALID_MEM_OBJECT, () -> region(region, 0, 0, 16));
        cl.clReleaseMemObject(whole);
        shouldFail(ClResult.CL_INVALID_MEM_OBJECT, () -> readInts(whole, 1));
        assertThat(readInts(region, 1)).containsExactly(128);
        cl.clReleaseMemObject(region);
        assertThat(readInts(buffer(upTo(1024)), 2)).containsExactly(0, 1);
    }

    private long region(long whole, long flags, long origin, long size) {
        return cl.clCreateSubBuffer(
                whole, flags, ClBufferCreateType.CL_BUFFER_CREATE_TYPE_REGION, origin, size);
    }

    @Test
    void shouldBuildProgramsFromPtx() {
        byte[] text = ptx();
        long program = program(text);
        shouldFail(
                ClResult.CL_INVALID_PROGRAM_EXECUTABLE, () -> cl.clCreateKernel(program, "scale"));
        cl.clBuildProgram(program, NONE, "");
        assertThat(
                        text((size, value) ->
                                cl.clGetProgramInfo(
                                        program,
                                        ClProgramInfo.CL_PROGRAM_KERNEL_NAMES,
                                        size,
                                        value)))
                .contains("scale", "where", "sums");
        byte[] binary = new byte[text.length];
        assertThat(
                        cl.clGetProgramInfo(
                                program,
                                ClProgramInfo.CL_PROGRAM_BINARIES,
                                binary.length,
                                MemorySegment.ofArray(binary)))
                .isEqualTo(text.length);
        assertThat(binary).isEqualTo(text);
        shouldFail(ClResult.CL_INVALID_KERNEL_NAME, () -> cl.clCreateKernel(program, "nothing"));
        shouldFail(ClResult.CL_INVALID_PROGRAM, () -> cl.clCreateKernel(3, "scale"));
        shouldFail(ClResult.CL_INVALID_BINARY, () -> program(new byte[] {1, 2, 3}));
        shouldFail(
                ClResult.CL_INVALID_OPERATION,
                () -> cl.clCreateProgramWithIL(context, MemorySegment.ofArray(new byte[4])));
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () -> cl.clCreateProgramWithBuiltInKernels(context, new long[] {device}, "x"));
        cl.clCreateKernel(program, "scale");
        shouldFail(ClResult.CL_INVALID_OPERATION, () -> cl.clBuildProgram(program, NONE, ""));
    }
}

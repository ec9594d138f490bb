package dev.hira.e2e.conformance;

import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClKernelSubGroupInfo;
import dev.hira.api.opencl.ClResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Features that simulated devices lack are answered as OpenCL 3.0 demands. */
final class OpenClAbsentConformanceTest extends OpenClConformance {
    private void shouldBeAbsent(Runnable... calls) {
        for (Runnable each : calls) {
            shouldFail(ClResult.CL_INVALID_OPERATION, each);
        }
    }

    @Test
    void shouldHaveNoPipes() {
        long buffer = buffer(64);
        shouldBeAbsent(() -> cl.clCreatePipe(context, 1, 4, 4, NONE));
        shouldFail(ClResult.CL_INVALID_MEM_OBJECT, () -> cl.clGetPipeInfo(buffer, 0x1120));
    }

    @Test
    void shouldHaveNoOtherOptionalFeatures() {
        long kernel = kernel("scale");
        long program = cl.clCreateProgramWithSource(context, List.of("kernel void k() {}"));
        shouldBeAbsent(
                () -> cl.clSetDefaultDeviceCommandQueue(context, device, queue),
                () ->
                        cl.clGetKernelSubGroupInfo(
                                kernel, device, ClKernelSubGroupInfo.CL_KERNEL_MAX_NUM_SUB_GROUPS),
                () -> cl.clSetProgramSpecializationConstant(program, 0, 4),
                () -> cl.clSetProgramReleaseCallback(program, 0),
                () -> cl.clGetDeviceAndHostTimer(device),
                () -> cl.clGetHostTimer(device),
                () -> cl.clEnqueueNativeKernel(queue, NONE, 0));
        shouldFail(ClResult.CL_INVALID_DEVICE, () -> cl.clGetHostTimer(3));
        shouldFail(
                ClResult.CL_INVALID_DEVICE,
                () ->
                        cl.clGetKernelSubGroupInfo(
                                kernel, 3, ClKernelSubGroupInfo.CL_KERNEL_MAX_NUM_SUB_GROUPS));
        shouldFail(
                ClResult.CL_INVALID_PROGRAM,
                () -> cl.clSetProgramSpecializationConstant(kernel, 0, 4));
    }

    @Test
    void shouldHaveTheOldMarkersAndBarriers() {
        long marked = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_MARKER);
        cl.clEnqueueMarker(queue, marked);
        cl.clEnqueueBarrier(queue);
        cl.clEnqueueWaitForEvents(queue, new long[] {marked});
        cl.clFinish(queue);
        shouldFail(ClResult.CL_INVALID_VALUE, () -> cl.clEnqueueWaitForEvents(queue, NONE));
        shouldFail(
                ClResult.CL_INVALID_EVENT_WAIT_LIST,
                () -> cl.clEnqueueWaitForEvents(queue, new long[] {7}));
    }
}

package dev.hira.e2e.conformance;

import static dev.hira.e2e.conformance.OpenClScene.BYTES;
import static dev.hira.e2e.conformance.OpenClScene.NONE;
import static dev.hira.e2e.conformance.OpenClScene.RGBA;
import static dev.hira.e2e.conformance.OpenClScene.SOURCE;
import static dev.hira.e2e.conformance.OpenClScene.UNORM_INT8;
import static dev.hira.e2e.conformance.OpenClScene.bytes;

import dev.hira.api.opencl.ClArea;
import dev.hira.api.opencl.ClBufferCreateType;
import dev.hira.api.opencl.ClCommandQueueInfo;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClContextInfo;
import dev.hira.api.opencl.ClContextNotify;
import dev.hira.api.opencl.ClDeviceInfo;
import dev.hira.api.opencl.ClEventInfo;
import dev.hira.api.opencl.ClEventNotify;
import dev.hira.api.opencl.ClHostFunc;
import dev.hira.api.opencl.ClImageFormat;
import dev.hira.api.opencl.ClImageInfo;
import dev.hira.api.opencl.ClKernelArgInfo;
import dev.hira.api.opencl.ClKernelExecInfo;
import dev.hira.api.opencl.ClKernelInfo;
import dev.hira.api.opencl.ClKernelSubGroupInfo;
import dev.hira.api.opencl.ClKernelWorkGroupInfo;
import dev.hira.api.opencl.ClMemInfo;
import dev.hira.api.opencl.ClMemObjectNotify;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClPlatformInfo;
import dev.hira.api.opencl.ClProfilingInfo;
import dev.hira.api.opencl.ClProgramBuildInfo;
import dev.hira.api.opencl.ClProgramInfo;
import dev.hira.api.opencl.ClSamplerInfo;
import dev.hira.api.opencl.ClSizes;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** A call of each function of OpenCL that its objects and its other arguments allow. */
final class OpenClValidCalls {
    private static final ClSizes ORIGIN = new ClSizes(0, 0, 0);
    private static final ClSizes ONE = new ClSizes(1, 1, 1);
    private static final ClSizes BLOCK = new ClSizes(4, 4, 1);
    private static final ClArea AREA = new ClArea(0, 16, 4, 0, 0);
    private static final ClImageFormat FORMAT = new ClImageFormat(RGBA, UNORM_INT8);

    private final OpenClScene on;

    OpenClValidCalls(OpenClScene scene) {
        this.on = scene;
    }

    /** Returns a call of a function; what it changes is an object of its own. */
    OpenClCall of(String function) {
        return OpenClCall.of(function, arguments(function));
    }

    private Object[] arguments(String function) {
        return function.startsWith("clEnqueue") || function.endsWith("AreaHIRA")
                ? command(function)
                : function.contains("Info") && !function.startsWith("clGetPipe")
                        ? query(function)
                        : other(function);
    }

    private static Object[] args(Object... arguments) {
        return arguments;
    }

    private static Object[] query(long of, Object property) {
        return args(of, property, 64, bytes(64));
    }

    private Object[] query(String function) {
        return switch (function) {
            case "clGetPlatformInfo" -> query(on.platform, ClPlatformInfo.CL_PLATFORM_VENDOR);
            case "clGetDeviceInfo" -> query(on.device, ClDeviceInfo.CL_DEVICE_TYPE);
            case "clGetContextInfo" -> query(on.context, ClContextInfo.CL_CONTEXT_NUM_DEVICES);
            case "clGetCommandQueueInfo" -> query(on.queue, ClCommandQueueInfo.CL_QUEUE_CONTEXT);
            case "clGetMemObjectInfo" -> query(on.buffer, ClMemInfo.CL_MEM_SIZE);
            case "clGetImageInfo" -> query(on.image, ClImageInfo.CL_IMAGE_WIDTH);
            case "clGetSamplerInfo" -> query(on.sampler, ClSamplerInfo.CL_SAMPLER_CONTEXT);
            case "clGetProgramInfo" -> query(on.program, ClProgramInfo.CL_PROGRAM_CONTEXT);
            case "clGetKernelInfo" -> query(on.kernel, ClKernelInfo.CL_KERNEL_NUM_ARGS);
            case "clGetEventInfo" -> query(on.markedEvent(), ClEventInfo.CL_EVENT_CONTEXT);
            case "clGetEventProfilingInfo" ->
                    query(on.markedEvent(), ClProfilingInfo.CL_PROFILING_COMMAND_END);
            case "clGetKernelArgInfo" ->
                    args(on.kernel, 0, ClKernelArgInfo.CL_KERNEL_ARG_NAME, 64, bytes(64));
            case "clGetProgramBuildInfo" ->
                    args(
                            on.program,
                            on.device,
                            ClProgramBuildInfo.CL_PROGRAM_BUILD_STATUS,
                            64,
                            bytes(64));
            case "clGetKernelWorkGroupInfo" ->
                    args(
                            on.kernel,
                            on.device,
                            ClKernelWorkGroupInfo.CL_KERNEL_WORK_GROUP_SIZE,
                            64,
                            bytes(64));
            case "clGetKernelSubGroupInfo" ->
                    args(on.kernel, on.device, ClKernelSubGroupInfo.CL_KERNEL_MAX_NUM_SUB_GROUPS);
            case "clSetKernelExecInfo" ->
                    args(
                            on.kernel,
                            ClKernelExecInfo.CL_KERNEL_EXEC_INFO_SVM_PTRS,
                            MemorySegment.ofArray(new long[] {on.sharedAddress()}));
            default -> throw new AssertionError("no valid call of " + function);
        };
    }

    private Object[] other(String function) {
        long[] devices = {on.device};
        return switch (function) {
            case "clGetPlatformIDs" -> args();
            case "clGetDeviceIDs" -> args(on.platform, 4);
            case "clUnloadPlatformCompiler" -> args(on.platform);
            case "clCreateSubDevices" -> args(on.device, new long[] {0x1086, 1, 0});
            case "clRetainDevice", "clReleaseDevice", "clGetDeviceAndHostTimer", "clGetHostTimer" ->
                    args(on.device);
            case "clCreateContext" -> args(NONE, devices);
            case "clCreateContextFromType" -> args(NONE, 4);
            case "clRetainContext", "clReleaseContext" -> args(on.context());
            case "clSetContextDestructorCallback" ->
                    args(on.context, (ClContextNotify) (_, _) -> {}, 0);
            case "clCreateCommandQueue" -> args(on.context, on.device, 0);
            case "clCreateCommandQueueWithProperties" -> args(on.context, on.device, NONE);
            case "clRetainCommandQueue", "clReleaseCommandQueue" -> args(on.queue(on.context));
            case "clFlush", "clFinish", "clQueryQueueHIRA" -> args(on.queue);
            case "clSetDefaultDeviceCommandQueue" -> args(on.context, on.device, on.queue);
            case "clCreateBuffer" -> args(on.context, 1, BYTES, null);
            case "clCreateBufferWithProperties" -> args(on.context, NONE, 1, BYTES, null);
            case "clCreateBufferHIRA" -> args(on.context, NONE, 1, BYTES, on.address(BYTES));
            case "clInitializeBufferHIRA" -> args(on.buffer, 0, 64, bytes(64));
            case "clCreateSubBuffer" ->
                    args(on.buffer, 0, ClBufferCreateType.CL_BUFFER_CREATE_TYPE_REGION, 512, 64);
            case "clRetainMemObject", "clReleaseMemObject" -> args(on.buffer(on.context, 1));
            case "clSetMemObjectDestructorCallback" ->
                    args(on.buffer, (ClMemObjectNotify) (_, _) -> {}, 0);
            case "clCreateImage" -> args(on.context, 0, FORMAT, OpenClScene.desc(4, 4), null);
            case "clCreateImageWithProperties" ->
                    args(on.context, NONE, 0, FORMAT, OpenClScene.desc(4, 4), null);
            case "clCreateImageHIRA" ->
                    args(
                            on.context,
                            NONE,
                            0,
                            FORMAT,
                            OpenClScene.desc(4, 4),
                            0,
                            128 + 64,
                            on.address(BYTES));
            case "clGetSupportedImageFormats" ->
                    args(on.context, 0, ClMemObjectType.CL_MEM_OBJECT_IMAGE2D);
            case "clCreatePipe" -> args(on.context, 1, 4, 4, NONE);
            case "clGetPipeInfo" -> args(on.buffer, 0x1120);
            case "clSVMAlloc" -> args(on.context, 1, 64, 0);
            case "clSVMFree" -> args(on.context, on.sharedAddress());
            case "clCreateSampler" -> args(on.context, false, 0x1132, 0x1140);
            case "clCreateSamplerWithProperties" -> args(on.context, NONE);
            case "clRetainSampler", "clReleaseSampler" ->
                    args(on.cl.clCreateSampler(on.context, false, 0x1132, 0x1140));
            case "clReadBufferHIRA", "clReadBufferLateHIRA", "clWriteBufferHIRA" ->
                    args(on.queue, on.buffer, 0, 64, bytes(64), NONE, 0, false);
            case "clCreateUserEvent" -> args(on.context);
            case "clCreateEventHIRA" -> args(on.queue, ClCommandType.CL_COMMAND_MARKER);
            case "clSetUserEventStatus" -> args(on.userEvent(on.context), 0);
            case "clRetainEvent", "clReleaseEvent" -> args(on.userEvent(on.context));
            case "clWaitForEvents", "clQueryEventsHIRA" ->
                    args((Object) new long[] {on.markedEvent()});
            case "clSetEventCallback" ->
                    args(on.markedEvent(), 0, (ClEventNotify) (_, _, _) -> {}, 0);
            default -> programOrKernel(function, devices);
        };
    }

    private Object[] programOrKernel(String function, long[] devices) {
        return switch (function) {
            case "clCreateProgramWithSource" -> args(on.context, List.of(SOURCE));
            case "clCreateProgramWithBinary" -> {
                byte[] ptx = OpenClConformance.ptx();
                long[] lengths = {ptx.length};
                yield args(on.context, devices, lengths, MemorySegment.ofArray(ptx));
            }
            case "clCreateProgramWithIL" -> args(on.context, bytes(4));
            case "clCreateProgramWithBuiltInKernels" -> args(on.context, devices, "copy");
            case "clBuildProgram" -> args(on.source(SOURCE), devices, "");
            case "clCompileProgram" -> {
                long[] headers = {on.source("#define ONE 1\n")};
                yield args(on.source(SOURCE), devices, "", headers, List.of("one.h"));
            }
            case "clCompileProgramHIRA" ->
                    args(on.source(SOURCE), devices, "", List.of("one.h"), List.of(""));
            case "clLinkProgram" ->
                    args(on.context, devices, "", new long[] {on.compiled(on.context, SOURCE)});
            case "clRetainProgram", "clReleaseProgram" -> args(on.source(SOURCE));
            case "clSetProgramSpecializationConstant" -> args(on.program, 0, 4);
            case "clSetProgramReleaseCallback" -> args(on.program, 0);
            case "clCreateKernel" -> args(on.program, "plain");
            case "clCreateKernelsInProgram" -> args(on.program);
            case "clCloneKernel", "clCloneKernelHIRA" -> args(on.kernel);
            case "clRetainKernel", "clReleaseKernel" -> args(on.kernel("plain"));
            case "clSetKernelArg" -> args(on.kernel("mixed"), 2, 4, bytes(4));
            case "clSetKernelArgHIRA" -> args(on.kernel("mixed"), 0, 8, bytes(0), on.buffer, 0);
            case "clSetKernelArgSVMPointer" -> args(on.kernel, 0, on.sharedAddress());
            default -> throw new AssertionError("no valid call of " + function);
        };
    }

    private Object[] command(String function) {
        long queue = on.queue;
        MemorySegment host = bytes(64);
        return switch (function) {
            case "clEnqueueReadBuffer", "clEnqueueWriteBuffer" ->
                    args(queue, on.buffer, true, 0, 64, host, NONE, 0);
            case "clEnqueueCopyBuffer" -> args(queue, on.buffer, on.other, 0, 0, 64, NONE, 0);
            case "clEnqueueFillBuffer" -> args(queue, on.buffer, bytes(4), 0, 64, NONE, 0);
            case "clEnqueueReadBufferRect", "clEnqueueWriteBufferRect" ->
                    args(queue, on.buffer, true, ORIGIN, ORIGIN, BLOCK, 0, 0, 0, 0, host, NONE, 0);
            case "clReadAreaHIRA", "clWriteAreaHIRA" ->
                    args(queue, on.buffer, AREA, AREA, BLOCK, host, NONE, 0, false);
            case "clEnqueueCopyBufferRect" ->
                    args(queue, on.buffer, on.other, ORIGIN, ORIGIN, BLOCK, 0, 0, 0, 0, NONE, 0);
            case "clEnqueueMapBuffer" -> args(queue, on.buffer, true, 1, 0, 64, NONE, 0);
            case "clEnqueueUnmapMemObject" -> args(queue, on.buffer, on.mapped(), NONE, 0);
            case "clEnqueueMigrateMemObjects" -> args(queue, new long[] {on.buffer}, 0, NONE, 0);
            case "clEnqueueNDRangeKernel" -> args(queue, on.kernel, 1, null, ONE, null, NONE, 0);
            case "clEnqueueTask" -> args(queue, on.kernel, NONE, 0);
            case "clEnqueueMarkerWithWaitList",
                    "clEnqueueBarrierWithWaitList",
                    "clEnqueueNativeKernel" ->
                    args(queue, NONE, 0);
            case "clEnqueueMarker" -> args(queue, 0);
            case "clEnqueueBarrier" -> args(queue);
            case "clEnqueueWaitForEvents" -> args(queue, new long[] {on.markedEvent()});
            case "clEnqueueHostFuncHIRA" -> args(queue, (ClHostFunc) _ -> {}, 0);
            default -> imageCommand(function, queue, host);
        };
    }

    private Object[] imageCommand(String function, long queue, MemorySegment host) {
        return switch (function) {
            case "clEnqueueReadImage", "clEnqueueWriteImage" ->
                    args(queue, on.image, true, ORIGIN, BLOCK, 0, 0, host, NONE, 0);
            case "clEnqueueFillImage" -> args(queue, on.image, bytes(16), ORIGIN, BLOCK, NONE, 0);
            case "clFillAreaHIRA" -> args(queue, on.image, bytes(4), AREA, BLOCK, NONE, 0);
            case "clEnqueueCopyImage" ->
                    args(queue, on.image, on.otherImage, ORIGIN, ORIGIN, BLOCK, NONE, 0);
            case "clEnqueueCopyImageToBuffer" ->
                    args(queue, on.image, on.buffer, ORIGIN, BLOCK, 0, NONE, 0);
            case "clEnqueueCopyBufferToImage" ->
                    args(queue, on.buffer, on.image, 0, ORIGIN, BLOCK, NONE, 0);
            case "clCopyAreaHIRA" ->
                    args(queue, on.image, on.otherImage, AREA, AREA, BLOCK, NONE, 0);
            case "clEnqueueMapImage" -> args(queue, on.image, true, 1, ORIGIN, BLOCK, NONE, 0);
            case "clEnqueueSVMFree" -> args(queue, new long[] {on.sharedAddress()}, NONE, 0);
            case "clEnqueueSVMMemcpy" ->
                    args(queue, true, on.shared(on.context), on.shared(on.context), 64, NONE, 0);
            case "clEnqueueSVMMemFill" -> args(queue, on.sharedAddress(), bytes(4), 8, NONE, 0);
            case "clEnqueueSVMMap" -> args(queue, true, 1, on.sharedAddress(), 64, NONE, 0);
            case "clEnqueueSVMUnmap" -> args(queue, on.sharedAndMapped(), NONE, 0);
            case "clEnqueueSVMMigrateMem" ->
                    args(queue, new long[] {on.sharedAddress()}, NONE, 0, NONE, 0);
            default -> throw new AssertionError("no valid call of " + function);
        };
    }
}

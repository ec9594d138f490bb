package dev.hira.bench.exhaustion;

import dev.hira.api.opencl.ClBufferCreateType;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClEventInfo;
import dev.hira.api.opencl.ClImageDesc;
import dev.hira.api.opencl.ClImageFormat;
import dev.hira.api.opencl.ClKernelExecInfo;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClProfilingInfo;
import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A session of OpenCL with a context, a queue, a program, a kernel, memory and events. */
final class OpenClFixture implements Fixture {
    private static final String KERNEL =
            "kernel void k(global int* p) { p[get_global_id(0)] = 1; }\n";

    /** The functions that fail on simulated devices whatever their arguments. */
    static final Set<String> ALWAYS_FAIL =
            Set.of(
                    "clCreatePipe",
                    "clCreateProgramWithBuiltInKernels",
                    "clCreateProgramWithIL",
                    "clCreateSubDevices",
                    "clEnqueueNativeKernel",
                    "clGetDeviceAndHostTimer",
                    "clGetHostTimer",
                    "clGetKernelSubGroupInfo",
                    "clGetPipeInfo",
                    "clSetDefaultDeviceCommandQueue",
                    "clSetProgramReleaseCallback",
                    "clSetProgramSpecializationConstant");

    private static final long PROFILING = 2;
    private static final long GPU = 4;
    private static final long BYTES = 64 << 20;

    /** A device with memory for the image also keeps its description there. */
    private static final long IMAGE_BYTES = 64 * 64 * 4 + 128;

    private static final MemorySegment BINARY = CudaFixture.text(CudaFixture.KERNEL);

    private final OpenClDriver cl;
    private final long platform;
    private final long device;
    private final long context;
    private final long queue;
    private final long buffer;
    private final long program;
    private final long kernel;
    private final long sampler;
    private final long come;
    private final long awaited;
    private final Map<String, Object> values;

    OpenClFixture(OpenClDriver driver) {
        cl = driver;
        platform = cl.clGetPlatformIDs()[0];
        device = cl.clGetDeviceIDs(platform, GPU)[0];
        context = cl.clCreateContext(new long[0], new long[] {device});
        queue = cl.clCreateCommandQueue(context, device, 0);
        buffer = cl.clCreateBuffer(context, 1, BYTES, null);
        ClImageFormat format = new ClImageFormat(0x10B5, 0x10DA);
        ClImageDesc desc =
                new ClImageDesc(ClMemObjectType.CL_MEM_OBJECT_IMAGE2D, 64, 64, 0, 0, 0, 0, 0, 0, 0);
        long image = cl.clCreateImage(context, 1, format, desc, null);
        program = cl.clCreateProgramWithSource(context, List.of(KERNEL));
        cl.clBuildProgram(program, new long[0], "");
        kernel = cl.clCreateKernel(program, "k");
        MemorySegment argument = segment(buffer);
        cl.clSetKernelArg(kernel, 0, Long.BYTES, argument);
        sampler = cl.clCreateSampler(context, true, 0x1133, 0x1141);
        come = cl.clCreateUserEvent(context);
        cl.clSetUserEventStatus(come, 0);
        awaited = cl.clCreateUserEvent(context);
        cl.clFinish(queue);
        long svm = sharedMemory();
        long profiling = cl.clCreateCommandQueue(context, device, PROFILING);
        long profiled = cl.clCreateEventHIRA(profiling, ClCommandType.CL_COMMAND_MARKER);
        cl.clEnqueueMarker(profiling, profiled);
        cl.clFinish(profiling);
        long header = cl.clCreateProgramWithSource(context, List.of("#define ONE 1\n"));
        long compiled = cl.clCreateProgramWithSource(context, List.of(KERNEL));
        cl.clCompileProgram(compiled, new long[] {device}, "", new long[0], List.of());
        MemorySegment sixteen = Arena.ofAuto().allocate(16, 16);
        ClSizes one = new ClSizes(1, 1, 1);
        ClSizes origin = new ClSizes(0, 0, 0);
        values =
                Map.ofEntries(
                        Map.entry("size", 4096L),
                        Map.entry("param_value_size", 4096L),
                        Map.entry("pattern", sixteen),
                        Map.entry("fill_color", sixteen),
                        Map.entry("arg_size", 8L),
                        Map.entry("clSetKernelArgHIRA.mem", buffer),
                        Map.entry("work_dim", 1),
                        Map.entry("global_work_size", one),
                        Map.entry("local_work_size", one),
                        Map.entry("global_work_offset", origin),
                        Map.entry("origin", origin),
                        Map.entry("src_origin", origin),
                        Map.entry("dst_origin", origin),
                        Map.entry("buffer_origin", origin),
                        Map.entry("host_origin", origin),
                        Map.entry("clCreateSubBuffer.origin", 0L),
                        Map.entry("region", one),
                        Map.entry("image_format", format),
                        Map.entry("image_desc", desc),
                        Map.entry("image_type", ClMemObjectType.CL_MEM_OBJECT_IMAGE2D),
                        Map.entry(
                                "buffer_create_type",
                                ClBufferCreateType.CL_BUFFER_CREATE_TYPE_REGION),
                        Map.entry("flags", 1L),
                        Map.entry("map_flags", 1L),
                        Map.entry("device_type", GPU),
                        Map.entry("addressing_mode", 0x1133),
                        Map.entry("filter_mode", 0x1141),
                        Map.entry("properties", 0L),
                        Map.entry("strings", List.of(KERNEL)),
                        Map.entry("kernel_name", "k"),
                        Map.entry("platform", platform),
                        Map.entry("device", device),
                        Map.entry("in_device", device),
                        Map.entry("devices", new long[] {device}),
                        Map.entry("image", image),
                        Map.entry("src_image", image),
                        Map.entry("dst_image", image),
                        Map.entry("arg_value", argument),
                        Map.entry("param_value", Arena.ofAuto().allocate(4096, 16)),
                        Map.entry("svm_ptr", svm),
                        Map.entry("svm_pointer", svm),
                        Map.entry("svm_pointers", new long[] {svm}),
                        Map.entry("sizes", new long[] {64}),
                        Map.entry("normalized_coords", true),
                        Map.entry("input_headers", new long[] {header}),
                        Map.entry("header_include_names", List.of("one.h")),
                        Map.entry("headers", List.of("#define ONE 1\n")),
                        Map.entry("input_programs", new long[] {compiled}),
                        Map.entry("device_list", new long[] {device}),
                        Map.entry(
                                "clCreateProgramWithBinary.lengths",
                                new long[] {BINARY.byteSize()}),
                        Map.entry("clCreateProgramWithBinary.binaries", BINARY),
                        Map.entry("clGetEventInfo.param_name", ClEventInfo.CL_EVENT_CONTEXT),
                        Map.entry("clGetEventProfilingInfo.event", profiled),
                        Map.entry(
                                "clGetEventProfilingInfo.param_name",
                                ClProfilingInfo.CL_PROFILING_COMMAND_END),
                        Map.entry(
                                "clSetKernelExecInfo.param_name",
                                ClKernelExecInfo.CL_KERNEL_EXEC_INFO_SVM_PTRS),
                        Map.entry("clSetKernelExecInfo.param_value", segment(svm)),
                        Map.entry("clCreateImageHIRA.buffer", 0L),
                        Map.entry("clCreateImageHIRA.size", IMAGE_BYTES),
                        Map.entry("clWaitForEvents.event_list", new long[] {come}),
                        Map.entry("clQueryEventsHIRA.event_list", new long[] {come}),
                        Map.entry("clEnqueueWaitForEvents.event_list", new long[] {come}));
    }

    private static MemorySegment segment(long value) {
        MemorySegment segment = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
        segment.set(ValueLayout.JAVA_LONG, 0, value);
        return segment;
    }

    @Override
    public Object driver() {
        return cl;
    }

    @Override
    public void enter() {}

    @Override
    public long object(String kind) {
        return switch (kind) {
            case "context" -> context;
            case "command_queue" -> queue;
            case "mem" -> buffer;
            case "program" -> program;
            case "kernel" -> kernel;
            case "sampler" -> sampler;
            case "event" -> come;
            default -> 0;
        };
    }

    @Override
    public long fresh(String kind) {
        return switch (kind) {
            case "context" -> cl.clCreateContext(new long[0], new long[] {device});
            case "command_queue" -> cl.clCreateCommandQueue(context, device, 0);
            case "mem" -> cl.clCreateBuffer(context, 1, 4096, null);
            case "program" -> cl.clCreateProgramWithSource(context, List.of(KERNEL));
            case "kernel" -> cl.clCreateKernel(program, "k");
            case "sampler" -> cl.clCreateSampler(context, true, 0x1133, 0x1141);
            case "event" -> cl.clCreateUserEvent(context);
            default -> 0;
        };
    }

    @Override
    public Map<String, Object> values() {
        return values;
    }

    @Override
    public @Nullable Object made(String parameter) {
        return switch (parameter) {
            case "clBuildProgram.program",
                    "clCompileProgram.program",
                    "clCompileProgramHIRA.program" ->
                    fresh("program");
            case "clCreateBufferHIRA.address" -> cl.names().address(context, 4096, 512);
            case "clCreateImageHIRA.address" -> cl.names().address(context, IMAGE_BYTES, 512);
            case "clEnqueueUnmapMemObject.mapped_ptr" ->
                    cl.clEnqueueMapBuffer(queue, buffer, true, 1, 0, 64, new long[0], 0);
            case "clEnqueueSVMUnmap.svm_ptr" -> {
                long svm = sharedMemory();
                cl.clEnqueueSVMMap(queue, true, 1, svm, 64, new long[0], 0);
                yield svm;
            }
            default -> null;
        };
    }

    @Override
    public @Nullable Object text(String function, String parameter, int bytes) {
        return switch (parameter) {
            case "strings" -> List.of("/*" + "x".repeat(bytes - 128) + "*/\n" + KERNEL);
            case "options" -> "-DX=" + "y".repeat(bytes - 128);
            default -> null;
        };
    }

    @Override
    public long[] events(boolean mayCome) {
        return new long[] {mayCome ? come : awaited};
    }

    @Override
    public void release() {
        cl.clSetUserEventStatus(awaited, 0);
    }

    @Override
    public void settle() {
        cl.clQueryQueueHIRA(queue);
    }

    @Override
    public void quietAsync() {
        cl.clEnqueueMarker(queue, 0);
    }

    @Override
    public void quietSync() {
        cl.clQueryQueueHIRA(queue);
    }

    /** Returns the address of shared virtual memory, or 0 where the device has none. */
    private long sharedMemory() {
        try {
            return cl.clSVMAlloc(context, 1, 4096, 0).address();
        } catch (OpenClException none) {
            return 0;
        }
    }

    @Override
    public void close() {
        cl.close();
    }
}

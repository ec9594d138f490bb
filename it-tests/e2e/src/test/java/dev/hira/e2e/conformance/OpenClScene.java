package dev.hira.e2e.conformance;

import static dev.hira.api.opencl.OpenClConstants.CL_ADDRESS_CLAMP;
import static dev.hira.api.opencl.OpenClConstants.CL_FILTER_NEAREST;

import dev.hira.api.opencl.ClBufferCreateType;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClImageDesc;
import dev.hira.api.opencl.ClImageFormat;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.OpenClConstants;
import dev.hira.api.opencl.OpenClDriver;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Objects of a session that calls can use, and objects of another context. */
final class OpenClScene {
    static final long[] NONE = {};

    /** The size of the buffers. */
    static final int BYTES = 1024;

    /** {@code CL_RGBA}. */
    static final int RGBA = OpenClConstants.CL_RGBA;

    /** {@code CL_UNORM_INT8}. */
    static final int UNORM_INT8 = OpenClConstants.CL_UNORM_INT8;

    /** {@code CL_MEM_HOST_NO_ACCESS}. */
    private static final long NO_ACCESS = 1 << 9;

    /** A quarter of the memory of the devices of all ways. */
    static final long LARGEST_BUFFER = 256L << 20;

    private static final int LARGEST_BUFFERS = 3;

    static final String SOURCE =
            """
            kernel void mixed(global int* out, local int* part, int n, read_only image2d_t image,
                    sampler_t sampler) {
                part[0] = n + read_imageui(image, sampler, (int2)(0, 0)).x;
                out[get_global_id(0)] = part[0];
            }
            kernel void plain(global int* out) {
                out[get_global_id(0)] = 1;
            }
            kernel void roomy(local int* part) {
                part[0] = 1;
            }
            kernel __attribute__((reqd_work_group_size(8, 1, 1))) void eights(global int* out) {
                out[get_global_id(0)] = 8;
            }
            """;

    final OpenClDriver cl;
    final long platform;
    final long device;
    final long context;
    final long queue;
    final long foreignContext;
    final long foreignQueue;
    final long buffer;
    final long other;
    final long secret;
    final long image;
    final long otherImage;
    final long secretImage;
    final long sampler;
    final long program;
    final long kernel;
    private final Map<String, Long> named = new HashMap<>();
    private int large;

    OpenClScene(OpenClDriver cl) {
        this.cl = cl;
        this.platform = cl.clGetPlatformIDs()[0];
        this.device = cl.clGetDeviceIDs(platform, 4)[0];
        this.context = context();
        this.queue = queue(context);
        this.foreignContext = context();
        this.foreignQueue = queue(foreignContext);
        this.buffer = buffer(context, 1);
        this.other = buffer(context, 1);
        this.secret = buffer(context, NO_ACCESS);
        this.image = image(RGBA, UNORM_INT8, 0);
        this.otherImage = image(RGBA, UNORM_INT8, 0);
        this.secretImage = image(RGBA, UNORM_INT8, NO_ACCESS);
        this.sampler = cl.clCreateSampler(context, false, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
        this.program = built();
        this.kernel = kernel("plain");
        named.put("context", context);
        named.put("command_queue", queue);
        named.put("mem", buffer);
        named.put("sampler", sampler);
        named.put("program", program);
        named.put("kernel", kernel);
        named.put("event", userEvent(context));
    }

    /** Returns the object of the scene of a type. */
    long object(String type) {
        return Objects.requireNonNull(named.get(type));
    }

    /** Returns a free range of device addresses. */
    long address(long size) {
        return cl.names().address(context, size, 512);
    }

    long context() {
        return cl.clCreateContext(NONE, new long[] {device});
    }

    long queue(long of) {
        return cl.clCreateCommandQueue(of, device, 2);
    }

    /** Leaves less memory free than the largest buffer has; returns the size of that. */
    long moreThanIsLeft() {
        for (; large < LARGEST_BUFFERS; large++) {
            cl.clCreateBuffer(context, 1, LARGEST_BUFFER, null);
        }
        return LARGEST_BUFFER;
    }

    long buffer(long of, long flags) {
        return cl.clCreateBuffer(of, flags, BYTES, null);
    }

    /** Creates an image of 4 by 4 texels. */
    long image(int order, int type, long flags) {
        return cl.clCreateImage(context, flags, new ClImageFormat(order, type), desc(4, 4), null);
    }

    static ClImageDesc desc(long width, long height) {
        ClMemObjectType flat = ClMemObjectType.CL_MEM_OBJECT_IMAGE2D;
        return new ClImageDesc(flat, width, height, 0, 0, 0, 0, 0, 0, 0);
    }

    long source(String... text) {
        return cl.clCreateProgramWithSource(context, List.of(text));
    }

    /** Creates a program in source and builds it. */
    long built() {
        long made = source(SOURCE);
        cl.clBuildProgram(made, NONE, "");
        return made;
    }

    /** Creates a program and compiles it without linking it. */
    long compiled(long of, String text) {
        long made = cl.clCreateProgramWithSource(of, List.of(text));
        cl.clCompileProgram(made, NONE, "", NONE, List.of());
        return made;
    }

    /** Creates a program from PTX without building it. */
    long binary(byte[] ptx) {
        return binary(context, ptx);
    }

    private long binary(long of, byte[] ptx) {
        return cl.clCreateProgramWithBinary(
                of, new long[] {device}, new long[] {ptx.length}, MemorySegment.ofArray(ptx));
    }

    /** Creates a kernel; its first argument is set if it is a buffer. */
    long kernel(String name) {
        long made = cl.clCreateKernel(program, name);
        if (!name.equals("roomy")) {
            cl.clSetKernelArg(made, 0, 8, MemorySegment.ofArray(new long[] {buffer}));
        }
        return made;
    }

    /** Creates a kernel of a program without source. */
    long kernelOfBinary() {
        return builtKernel(binary(OpenClConformance.ptx()), "where");
    }

    private long builtKernel(long of, String name) {
        cl.clBuildProgram(of, NONE, "");
        return cl.clCreateKernel(of, name);
    }

    long kernelWithTooMuchLocalMemory() {
        long made = kernel("roomy");
        cl.clSetKernelArg(made, 0, 1 << 30, null);
        return made;
    }

    /** Creates a context and a queue with a kernel that has written where nothing is. */
    long queueOfFailedContext() {
        long failed = context();
        long its = queue(failed);
        long stray = binary(failed, OpenClConformance.ptx());
        ClSizes one = new ClSizes(1, 1, 1);
        cl.clEnqueueNDRangeKernel(its, builtKernel(stray, "stray"), 1, null, one, null, NONE, 0);
        return its;
    }

    long userEvent(long of) {
        return cl.clCreateUserEvent(of);
    }

    /** Creates an event of the program that terminates what waits for it. */
    long failedEvent(long of) {
        long event = userEvent(of);
        cl.clSetUserEventStatus(event, -5);
        return event;
    }

    /** Creates an event that stands for no command yet. */
    long unusedEvent() {
        return cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_MARKER);
    }

    long eventOfAnotherQueue() {
        return cl.clCreateEventHIRA(queue(context), ClCommandType.CL_COMMAND_MARKER);
    }

    /** Creates an event that stands for a command which has ended. */
    long markedEvent() {
        long event = unusedEvent();
        cl.clEnqueueMarkerWithWaitList(queue, NONE, event);
        cl.clFinish(queue);
        return event;
    }

    long region(long of) {
        return cl.clCreateSubBuffer(
                of, 0, ClBufferCreateType.CL_BUFFER_CREATE_TYPE_REGION, 512, 64);
    }

    /** Allocates shared virtual memory. */
    MemorySegment shared(long of) {
        return cl.clSVMAlloc(of, 1, BYTES, 0);
    }

    /** Allocates shared virtual memory, and returns its address. */
    long sharedAddress() {
        return shared(context).address();
    }

    /** Allocates shared virtual memory and maps it; returns its address. */
    long sharedAndMapped() {
        long address = sharedAddress();
        cl.clEnqueueSVMMap(queue, true, 1, address, 64, NONE, 0);
        return address;
    }

    MemorySegment mapped() {
        return cl.clEnqueueMapBuffer(queue, buffer, true, 1, 0, 64, NONE, 0);
    }

    static MemorySegment bytes(int count) {
        return MemorySegment.ofArray(new byte[count]);
    }

    /** Returns the name of an object of a type that was released. */
    long released(String type) {
        return switch (type) {
            case "context" -> {
                long gone = context();
                cl.clReleaseContext(gone);
                yield gone;
            }
            case "command_queue" -> {
                long gone = queue(context);
                cl.clReleaseCommandQueue(gone);
                yield gone;
            }
            case "mem" -> {
                long gone = buffer(context, 1);
                cl.clReleaseMemObject(gone);
                yield gone;
            }
            case "sampler" -> {
                long gone = cl.clCreateSampler(context, false, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
                cl.clReleaseSampler(gone);
                yield gone;
            }
            case "program" -> {
                long gone = source(SOURCE);
                cl.clReleaseProgram(gone);
                yield gone;
            }
            case "kernel" -> {
                long gone = kernel("plain");
                cl.clReleaseKernel(gone);
                yield gone;
            }
            default -> {
                long gone = userEvent(context);
                cl.clReleaseEvent(gone);
                yield gone;
            }
        };
    }
}

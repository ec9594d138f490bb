package dev.hira.bench.opencl;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** A device of OpenCL with one queue. */
final class OpenClDevice {
    private static final int DEVICE_NAME = 0x102B;
    private static final int BUILD_LOG = 0x1183;
    private static final int WAIT = 1;
    private static final long READ_WRITE = 1;

    private final OpenClLibrary library;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment device;
    private final MemorySegment context;
    private final MemorySegment queue;

    private OpenClDevice(OpenClLibrary library, long kind) {
        this.library = library;
        MemorySegment platform = arena.allocate(ADDRESS);
        library.call("clGetPlatformIDs", 1, platform, MemorySegment.NULL);
        MemorySegment devices = arena.allocate(ADDRESS);
        library.call(
                "clGetDeviceIDs", platform.get(ADDRESS, 0), kind, 1, devices, MemorySegment.NULL);
        this.device = devices.get(ADDRESS, 0);
        this.context =
                library.create(
                        "clCreateContext",
                        MemorySegment.NULL,
                        1,
                        devices,
                        MemorySegment.NULL,
                        MemorySegment.NULL);
        this.queue = library.create("clCreateCommandQueue", context, device, 0L);
    }

    /**
     * Opens the first platform's first device of a kind.
     *
     * @param kind a value of {@code cl_device_type}
     * @throws RuntimeException when there is none
     */
    static OpenClDevice open(long kind) {
        return new OpenClDevice(OpenClLibrary.load(), kind);
    }

    MemorySegment device() {
        return device;
    }

    MemorySegment queue() {
        return queue;
    }

    String name() {
        MemorySegment text = arena.allocate(256);
        library.call("clGetDeviceInfo", device, DEVICE_NAME, 256L, text, MemorySegment.NULL);
        return text.getString(0);
    }

    /** Compiles a program. */
    MemorySegment program(String source) {
        MemorySegment text = arena.allocate(ADDRESS);
        text.set(ADDRESS, 0, arena.allocateFrom(source));
        MemorySegment program =
                library.create("clCreateProgramWithSource", context, 1, text, MemorySegment.NULL);
        try {
            library.call(
                    "clBuildProgram",
                    program,
                    0,
                    MemorySegment.NULL,
                    arena.allocateFrom("-cl-std=CL1.2"),
                    MemorySegment.NULL,
                    MemorySegment.NULL);
        } catch (IllegalStateException failed) {
            throw new IllegalStateException(log(program), failed);
        }
        return program;
    }

    /** Returns a kernel of a program, with arguments of its own. */
    MemorySegment kernel(MemorySegment program, String name) {
        return library.create("clCreateKernel", program, arena.allocateFrom(name));
    }

    private String log(MemorySegment program) {
        MemorySegment text = arena.allocate(1 << 16);
        library.call(
                "clGetProgramBuildInfo",
                program,
                device,
                BUILD_LOG,
                text.byteSize(),
                text,
                MemorySegment.NULL);
        return text.getString(0);
    }

    /** Returns a buffer of this size. */
    MemorySegment buffer(long bytes) {
        return library.create("clCreateBuffer", context, READ_WRITE, bytes, MemorySegment.NULL);
    }

    void release(MemorySegment buffer) {
        library.call("clReleaseMemObject", buffer);
    }

    /** Writes bytes into a buffer. */
    void write(MemorySegment buffer, MemorySegment content) {
        library.call(
                "clEnqueueWriteBuffer",
                queue,
                buffer,
                WAIT,
                0L,
                content.byteSize(),
                content,
                0,
                MemorySegment.NULL,
                MemorySegment.NULL);
    }

    /** Reads bytes from a buffer. */
    void read(MemorySegment buffer, MemorySegment content) {
        library.call(
                "clEnqueueReadBuffer",
                queue,
                buffer,
                WAIT,
                0L,
                content.byteSize(),
                content,
                0,
                MemorySegment.NULL,
                MemorySegment.NULL);
    }

    /** Sets an argument: Integer, Float, a buffer, or a {@link Local}. */
    void argument(MemorySegment kernel, int index, Object value) {
        switch (value) {
            case Integer number -> set(kernel, index, 4, arena.allocateFrom(JAVA_INT, number));
            case Float number ->
                    set(
                            kernel,
                            index,
                            4,
                            arena.allocateFrom(JAVA_INT, Float.floatToRawIntBits(number)));
            case MemorySegment buffer ->
                    set(kernel, index, 8, arena.allocateFrom(JAVA_LONG, buffer.address()));
            case Local local -> set(kernel, index, local.bytes(), MemorySegment.NULL);
            default -> throw new IllegalArgumentException("not an argument: " + value);
        }
    }

    private void set(MemorySegment kernel, int index, long bytes, MemorySegment value) {
        library.call("clSetKernelArg", kernel, index, bytes, value);
    }

    /** Queues a kernel. */
    void enqueue(MemorySegment kernel, List<Long> global, List<Long> local) {
        try (Arena sizes = Arena.ofConfined()) {
            library.call(
                    "clEnqueueNDRangeKernel",
                    queue,
                    kernel,
                    global.size(),
                    MemorySegment.NULL,
                    longs(sizes, global),
                    longs(sizes, local),
                    0,
                    MemorySegment.NULL,
                    MemorySegment.NULL);
        }
    }

    /** Waits for all queued work. */
    void finish() {
        library.call("clFinish", queue);
    }

    private static MemorySegment longs(Arena arena, List<Long> values) {
        return arena.allocateFrom(JAVA_LONG, values.stream().mapToLong(Long::longValue).toArray());
    }

    /** An argument that stands for local memory of a work group. */
    record Local(long bytes) {}
}

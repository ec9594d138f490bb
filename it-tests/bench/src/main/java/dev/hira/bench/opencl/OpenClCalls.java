package dev.hira.bench.opencl;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.guest.Hira;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Objects;

/** Single calls of OpenCL, many times: from C's side of the library, and beside it from Java. */
final class OpenClCalls {
    private static final String SOURCE = "kernel void nothing() {}";
    private static final int COMPUTE_UNITS = 0x1002;
    private static final long[] NONE = {};

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY =
            SymbolLookup.libraryLookup("libOpenCL.so.1", Arena.global());
    private static final MethodHandle INFO =
            link(
                    "clGetDeviceInfo",
                    FunctionDescriptor.of(
                            JAVA_INT, ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS));
    private static final MethodHandle LAUNCH =
            link(
                    "clEnqueueNDRangeKernel",
                    FunctionDescriptor.of(
                            JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, ADDRESS,
                            JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle FINISH =
            link("clFinish", FunctionDescriptor.of(JAVA_INT, ADDRESS));
    private static final MethodHandle BARE = bare();

    private final OpenClDevice device;
    private final MemorySegment kernel;
    private final MemorySegment one;
    private final MemorySegment value;

    /** The work of calls from Java, when they are wanted. */
    private Runnable fromJava = this::prepareJava;

    private Runnable finishInJava = () -> {};

    OpenClCalls(OpenClDevice device, Arena arena) {
        this.device = device;
        this.kernel = device.kernel(device.program(SOURCE), "nothing");
        this.one = arena.allocateFrom(JAVA_LONG, 1);
        this.value = arena.allocate(JAVA_INT);
    }

    private static MethodHandle link(String function, FunctionDescriptor type) {
        return LINKER.downcallHandle(LIBRARY.findOrThrow(function), type);
    }

    private static MethodHandle bare() {
        FunctionDescriptor type = FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG);
        try {
            MethodHandle nothing =
                    MethodHandles.lookup()
                            .findStatic(
                                    OpenClCalls.class,
                                    "nothing",
                                    MethodType.methodType(long.class, int.class, long.class));
            return LINKER.downcallHandle(LINKER.upcallStub(nothing, type, Arena.global()), type);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    @SuppressWarnings("UnusedMethod") // called from C
    private static long nothing(int slot, long block) {
        return slot + block;
    }

    /** Makes calls; returns the nanoseconds that they take together. */
    long make(OpenClCall call, int count) {
        long start = System.nanoTime();
        try {
            switch (call) {
                case BARE -> bare(count);
                case QUERY -> query(count);
                case LAUNCH -> {
                    launch(count);
                    finish();
                }
                case LAUNCH_FROM_JAVA -> launchFromJava(count);
                case ROUND -> rounds(count);
            }
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
        return System.nanoTime() - start;
    }

    private static void bare(int count) throws Throwable {
        for (int i = 0; i < count; i++) {
            require((long) BARE.invokeExact(i, (long) -i));
        }
    }

    private void query(int count) throws Throwable {
        MemorySegment it = device.device();
        for (int i = 0; i < count; i++) {
            require(
                    (int)
                            INFO.invokeExact(
                                    it,
                                    COMPUTE_UNITS,
                                    (long) Integer.BYTES,
                                    value,
                                    MemorySegment.NULL));
        }
    }

    private void launch(int count) throws Throwable {
        MemorySegment queue = device.queue();
        for (int i = 0; i < count; i++) {
            require(
                    (int)
                            LAUNCH.invokeExact(
                                    queue,
                                    kernel,
                                    1,
                                    MemorySegment.NULL,
                                    one,
                                    one,
                                    0,
                                    MemorySegment.NULL,
                                    MemorySegment.NULL));
        }
    }

    private void finish() throws Throwable {
        require((int) FINISH.invokeExact(device.queue()));
    }

    private void rounds(int count) throws Throwable {
        for (int i = 0; i < count; i++) {
            launch(1);
            finish();
        }
    }

    private void launchFromJava(int count) {
        for (int i = 0; i < count; i++) {
            fromJava.run();
        }
        finishInJava.run();
    }

    /** Opens a driver of the same kind as the library's, and launches the first kernel. */
    private void prepareJava() {
        OpenClDriver cl =
                Hira.connectOpenCl(Objects.requireNonNullElse(System.getenv("HIRA_URI"), "sim:"));
        long its = cl.clGetDeviceIDs(cl.clGetPlatformIDs()[0], 4)[0];
        long context = cl.clCreateContext(NONE, new long[] {its});
        long queue = cl.clCreateCommandQueue(context, its, 0);
        long program = cl.clCreateProgramWithSource(context, List.of(SOURCE));
        cl.clBuildProgram(program, NONE, "");
        long nothing = cl.clCreateKernel(program, "nothing");
        ClSizes size = new ClSizes(1, 1, 1);
        fromJava = () -> cl.clEnqueueNDRangeKernel(queue, nothing, 1, null, size, size, NONE, 0);
        finishInJava = () -> cl.clFinish(queue);
        fromJava.run();
    }

    private static void require(long status) {
        if (status != 0) {
            throw new IllegalStateException("a call failed with the code " + status);
        }
    }
}

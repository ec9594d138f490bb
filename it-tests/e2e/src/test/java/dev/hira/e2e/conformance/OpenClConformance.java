package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The behaviour that every implementation of {@link OpenClDriver} owes, tested over the {@linkplain
 * Way#chosen ways} to reach a device. Each test has a driver of its own with a context and a queue
 * that profiles.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.hira.e2e.conformance.Way#chosen")
abstract class OpenClConformance {
    static final long[] NONE = {};
    static final long PROFILING = 2;

    @Parameter Way way;

    OpenClDriver cl;
    long device;
    long context;
    long queue;

    @BeforeEach
    final void openDriver() {
        cl = way.open(OpenClDriver.class);
        device = cl.clGetDeviceIDs(cl.clGetPlatformIDs()[0], 4)[0];
        context = cl.clCreateContext(NONE, new long[] {device});
        queue = cl.clCreateCommandQueue(context, device, PROFILING);
    }

    @AfterEach
    final void closeDriver() {
        cl.close();
    }

    /**
     * Checks that a call fails with this code, at once or (asynchronous calls) at this thread's
     * next synchronous call.
     */
    final void shouldFail(ClResult code, Runnable call) {
        OpenClException failure =
                catchThrowableOfType(
                        OpenClException.class,
                        () -> {
                            call.run();
                            cl.clGetPlatformIDs(); // any synchronous call
                        });
        assertThat(failure).as("a failure with " + code).isNotNull();
        assertThat(failure.codeName()).as(failure.getMessage()).isEqualTo(code.name());
        assertThat(failure.getMessage()).isNotBlank();
    }

    /** Returns the kernels of the tests as PTX. */
    static byte[] ptx() {
        try (InputStream file =
                OpenClConformance.class.getResourceAsStream("/opencl/kernels.ptx")) {
            return Objects.requireNonNull(file).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates a program from PTX without building it. */
    final long program(byte[] text) {
        return cl.clCreateProgramWithBinary(
                context,
                new long[] {device},
                new long[] {text.length},
                MemorySegment.ofArray(text));
    }

    /** Creates a kernel of the tests' program. */
    final long kernel(String name) {
        long program = program(ptx());
        cl.clBuildProgram(program, NONE, "");
        long kernel = cl.clCreateKernel(program, name);
        cl.clReleaseProgram(program);
        return kernel;
    }

    final long buffer(long bytes) {
        return cl.clCreateBuffer(context, 1, bytes, null);
    }

    /** Creates a buffer with these numbers. */
    final long buffer(int... numbers) {
        MemorySegment content = MemorySegment.ofArray(numbers);
        return cl.clCreateBuffer(context, 1 | (1 << 5), content.byteSize(), content);
    }

    final int[] readInts(long buffer, int count) {
        int[] back = new int[count];
        cl.clEnqueueReadBuffer(
                queue, buffer, true, 0, 4L * count, MemorySegment.ofArray(back), NONE, 0);
        return back;
    }

    final void setMem(long kernel, int index, long mem) {
        cl.clSetKernelArg(kernel, index, 8, MemorySegment.ofArray(new long[] {mem}));
    }

    final void setInt(long kernel, int index, int value) {
        cl.clSetKernelArg(kernel, index, 4, MemorySegment.ofArray(new int[] {value}));
    }

    final void setFloat(long kernel, int index, float value) {
        cl.clSetKernelArg(kernel, index, 4, MemorySegment.ofArray(new float[] {value}));
    }

    static ClSizes sizes(long x) {
        return new ClSizes(x, 1, 1);
    }

    static int[] upTo(int count) {
        return IntStream.range(0, count).toArray();
    }

    /** Asks for a property of a text. */
    static String text(Ask ask) {
        byte[] bytes = new byte[(int) ask.of(0, null)];
        ask.of(bytes.length, MemorySegment.ofArray(bytes));
        return MemorySegment.ofArray(bytes).getString(0);
    }

    /** Asks for a property of 64 bits. */
    static long number(Ask ask) {
        long[] value = new long[1];
        assertThat(ask.of(8, MemorySegment.ofArray(value))).isEqualTo(8);
        return value[0];
    }

    /** Asks for a property of 32 bits. */
    static int small(Ask ask) {
        MemorySegment value = MemorySegment.ofArray(new int[1]);
        assertThat(ask.of(4, value)).isEqualTo(4);
        return value.get(ValueLayout.JAVA_INT, 0);
    }

    /** A query for a property. */
    @FunctionalInterface
    interface Ask {
        long of(long size, @Nullable MemorySegment value);
    }
}

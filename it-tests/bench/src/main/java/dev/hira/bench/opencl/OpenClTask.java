package dev.hira.bench.opencl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/**
 * A program of the gallery in OpenCL, with the same launch and input of the same kind.
 *
 * @param kernel the name of its kernel
 * @param arguments in their order; a {@link Buffer} is made and filled
 * @param global work items of each dimension
 * @param local those of a work group
 */
record OpenClTask(
        String program,
        String kernel,
        List<Object> arguments,
        List<Long> global,
        List<Long> local) {
    /** Device memory of so many floats between 0 and 1, or bytes. */
    record Buffer(long floats, long bytes) {}

    /**
     * The task of this name.
     *
     * @throws IllegalArgumentException when there is none
     */
    static OpenClTask of(String program, int n) {
        return switch (program) {
            case "vector-add" ->
                    line(program, "vectorAdd", n, 256, n, floats(n), floats(n), floats(n));
            case "saxpy" -> line(program, "saxpy", 1024 * 256, 256, n, 2.5f, floats(n), floats(n));
            case "reduction" ->
                    line(program, "reduce", 256 * 256, 256, n, floats(n), floats(256), local(1024));
            case "histogram" ->
                    line(program, "histogram", 128 * 256, 256, n, new Buffer(0, n), floats(256));
            case "n-body" ->
                    line(
                            program,
                            "accelerate",
                            n,
                            128,
                            n,
                            0.01f,
                            floats(4L * n),
                            floats(4L * n),
                            local(128 * 16));
            case "matmul" -> matmul(n);
            case "transpose" -> transpose(n);
            case "mandelbrot" -> mandelbrot(n);
            default -> throw new IllegalArgumentException("no task is called " + program);
        };
    }

    private static OpenClTask line(
            String program, String kernel, long items, long group, Object... arguments) {
        return new OpenClTask(
                program,
                kernel,
                List.of(arguments),
                List.of(Math.ceilDiv(items, group) * group),
                List.of(group));
    }

    private static OpenClTask matmul(long n) {
        return new OpenClTask(
                "matmul",
                "matmul",
                List.of((int) n, floats(n * n), floats(n * n), floats(n * n)),
                List.of(n, n),
                List.of(16L, 16L));
    }

    private static OpenClTask transpose(int width) {
        int height = width + width / 2;
        long size = (long) width * height;
        return new OpenClTask(
                "transpose",
                "transpose",
                List.of(width, height, floats(size), floats(size)),
                List.of(Math.ceilDiv(width, 32) * 32L, Math.ceilDiv(height, 32) * 8L),
                List.of(32L, 8L));
    }

    private static OpenClTask mandelbrot(int side) {
        return new OpenClTask(
                "mandelbrot",
                "mandelbrot",
                List.of(-2.2f, -1.5f, 3f / side, side, side, 256, floats((long) side * side)),
                List.of(Math.ceilDiv(side, 32) * 32L, Math.ceilDiv(side, 8) * 8L),
                List.of(32L, 8L));
    }

    private static Buffer floats(long count) {
        return new Buffer(count, 4 * count);
    }

    private static OpenClDevice.Local local(long bytes) {
        return new OpenClDevice.Local(bytes);
    }

    /** Makes it ready to run on a device. */
    Runnable on(OpenClDevice device) {
        MemorySegment made = device.kernel(source(), kernel);
        for (int i = 0; i < arguments.size(); i++) {
            Object argument = arguments.get(i);
            device.argument(
                    made, i, argument instanceof Buffer buffer ? filled(device, buffer) : argument);
        }
        return () -> device.run(made, global, local);
    }

    private static MemorySegment filled(OpenClDevice device, Buffer buffer) {
        Random random = new Random(1);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment content = arena.allocate(buffer.bytes(), 16);
            for (long i = 0; i < buffer.floats(); i++) {
                content.setAtIndex(ValueLayout.JAVA_FLOAT, i, random.nextFloat());
            }
            for (long i = 0; buffer.floats() == 0 && i < buffer.bytes(); i++) {
                content.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
            }
            return device.buffer(content);
        }
    }

    private String source() {
        try (InputStream in = OpenClTask.class.getResourceAsStream(program + ".cl")) {
            if (in == null) {
                throw new IllegalStateException("there is no " + program + ".cl");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

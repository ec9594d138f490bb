package dev.hira.bench.opencl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.random.RandomGenerator;

/** A program of the gallery prepared for OpenCL: its code, its input and its launches. */
final class OpenClBoard implements AutoCloseable {
    private final OpenClDevice device;
    private final MemorySegment program;
    private final Arena arena = Arena.ofShared();
    private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
    private final List<MemorySegment> buffers = new ArrayList<>();
    private final List<Runnable> resets = new ArrayList<>();
    private final List<Runnable> steps = new ArrayList<>();

    OpenClBoard(OpenClDevice device, String name) {
        this.device = device;
        this.program = device.program(source(name));
    }

    private static String source(String name) {
        try (InputStream in = OpenClBoard.class.getResourceAsStream(name + ".cl")) {
            if (in == null) {
                throw new IllegalArgumentException("There is no " + name + ".cl.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // --- buffers

    /** Returns a buffer of this size with undefined content. */
    MemorySegment empty(long bytes) {
        MemorySegment buffer = device.buffer(bytes);
        buffers.add(buffer);
        return buffer;
    }

    /** Returns a buffer of floats between two numbers. */
    MemorySegment floats(long count, float low, float high) {
        MemorySegment content = arena.allocate(4 * count, 8);
        for (long i = 0; i < count; i++) {
            content.setAtIndex(ValueLayout.JAVA_FLOAT, i, random.nextFloat(low, high));
        }
        return filled(content);
    }

    /** Returns a buffer of doubles between two numbers. */
    MemorySegment doubles(long count, double low, double high) {
        MemorySegment content = arena.allocate(8 * count, 8);
        for (long i = 0; i < count; i++) {
            content.setAtIndex(ValueLayout.JAVA_DOUBLE, i, random.nextDouble(low, high));
        }
        return filled(content);
    }

    /** Returns a buffer of integers computed from their indices. */
    MemorySegment ints(int count, IntUnaryOperator numbers) {
        return filled(content(count, numbers));
    }

    /** Returns the same buffer, written again before each run. */
    MemorySegment freshInts(int count, IntUnaryOperator numbers) {
        MemorySegment content = content(count, numbers);
        MemorySegment buffer = filled(content);
        resets.add(() -> device.write(buffer, content));
        return buffer;
    }

    private MemorySegment content(int count, IntUnaryOperator numbers) {
        MemorySegment content = arena.allocate(4L * count, 8);
        for (int i = 0; i < count; i++) {
            content.setAtIndex(ValueLayout.JAVA_INT, i, numbers.applyAsInt(i));
        }
        return content;
    }

    /** Returns a buffer of bytes from 0 up to a number. */
    MemorySegment bytes(long count, int below) {
        MemorySegment content = arena.allocate(count, 8);
        for (long i = 0; i < count; i++) {
            content.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(below));
        }
        return filled(content);
    }

    private MemorySegment filled(MemorySegment content) {
        MemorySegment buffer = empty(content.byteSize());
        device.write(buffer, content);
        return buffer;
    }

    /** Writes a number at the beginning of a buffer. */
    void put(MemorySegment buffer, int number) {
        MemorySegment content = arena.allocate(4, 4);
        content.set(ValueLayout.JAVA_INT, 0, number);
        device.write(buffer, content);
    }

    /** Reads the number at the beginning of a buffer. */
    int take(MemorySegment buffer) {
        MemorySegment content = arena.allocate(4, 4);
        device.read(buffer, content);
        return content.get(ValueLayout.JAVA_INT, 0);
    }

    RandomGenerator random() {
        return random;
    }

    // --- launches

    /** Adds a launch of a kernel on items in groups, with arguments, as a step of each run. */
    void step(String kernel, Extent items, Extent group, Object... arguments) {
        steps.add(launch(kernel, items, group, arguments));
    }

    /** Adds another action as a step of each run. */
    void step(Runnable step) {
        steps.add(step);
    }

    /** Returns a launch, which is queued whenever it is run. */
    Runnable launch(String kernel, Extent items, Extent group, Object... arguments) {
        MemorySegment made = device.kernel(program, kernel);
        for (int i = 0; i < arguments.length; i++) {
            device.argument(made, i, arguments[i]);
        }
        List<Long> global = items.roundedUpTo(group).sizes();
        return () -> device.enqueue(made, global, group.sizes());
    }

    /** Runs the actions that precede a run and do not count. */
    void reset() {
        resets.forEach(Runnable::run);
    }

    /** Runs all steps and waits for their end. */
    void run() {
        steps.forEach(Runnable::run);
        device.finish();
    }

    @Override
    public void close() {
        buffers.forEach(device::release);
        arena.close();
    }

    /** The number of items, or of items of a group, in each of up to two dimensions. */
    record Extent(long x, long y) {
        static Extent of(long x) {
            return new Extent(x, 1);
        }

        Extent roundedUpTo(Extent group) {
            return new Extent(
                    Math.ceilDiv(x, group.x) * group.x, Math.ceilDiv(y, group.y) * group.y);
        }

        List<Long> sizes() {
            return List.of(x, y);
        }
    }
}

package dev.hira.gallery;

import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuBuffer;
import dev.hira.guest.gpu.GpuBytes;
import dev.hira.guest.gpu.GpuDoubles;
import dev.hira.guest.gpu.GpuFloats;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuLongs;
import dev.hira.guest.gpu.GpuModule;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

/**
 * The place where a program is prepared: a device, the size of the problem and the source of its
 * input. Closing it releases everything made with it.
 */
public final class Workbench implements AutoCloseable {
    private final Gpu gpu;
    private final Architecture architecture;
    private final int size;
    private final SplittableRandom random;
    private final Deque<Runnable> releases = new ArrayDeque<>();

    public Workbench(Gpu gpu, Architecture architecture, int size, long seed) {
        if (size < 1) {
            throw new IllegalArgumentException(
                    "a problem cannot have the size " + size + "; it must be at least 1");
        }
        this.gpu = gpu;
        this.architecture = architecture;
        this.size = size;
        this.random = new SplittableRandom(seed);
    }

    public Gpu gpu() {
        return gpu;
    }

    /** Returns the size of the problem, in the unit of the program's card. */
    public int size() {
        return size;
    }

    /** Returns the size; fails unless it is a multiple of a unit. */
    public int sizeInMultiplesOf(int unit) {
        if (size % unit != 0) {
            throw new IllegalArgumentException(
                    "the size must be a multiple of " + unit + ", not " + size);
        }
        return size;
    }

    /** Returns the size; fails when it is below the program's minimum. */
    public int sizeOfAtLeast(int least) {
        if (size < least) {
            throw new IllegalArgumentException(
                    "the size must be at least " + least + ", not " + size);
        }
        return size;
    }

    /** Returns the size; fails unless it is a power of two and at least a minimum. */
    public int sizeInPowersOfTwo(int least) {
        if (Integer.bitCount(sizeOfAtLeast(least)) != 1) {
            throw new IllegalArgumentException("the size must be a power of two, not " + size);
        }
        return size;
    }

    /** Returns the number of elements of a matrix; fails when an array cannot have that many. */
    public static int product(int rows, int columns) {
        long elements = (long) rows * columns;
        if (elements > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    rows
                            + " times "
                            + columns
                            + " elements are more than an array can hold; choose a smaller size");
        }
        return (int) elements;
    }

    /** Returns the kernels of a program. */
    public GpuModule module(GalleryProgram program) {
        GpuModule module = gpu.load(KernelTexts.ptx(program.name(), architecture));
        releases.push(module::close);
        return module;
    }

    // --- input

    public SplittableRandom random() {
        return random;
    }

    public float[] randomFloats(int count, float low, float high) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextDouble(low, high);
        }
        return values;
    }

    public double[] randomDoubles(int count, double low, double high) {
        return random.doubles(count, low, high).toArray();
    }

    public int[] randomInts(int count, int low, int high) {
        return random.ints(count, low, high).toArray();
    }

    public byte[] randomBytes(int count) {
        byte[] values = new byte[count];
        random.nextBytes(values);
        return values;
    }

    /** Returns random letters from the beginning of the alphabet. */
    public byte[] randomLetters(int count, int alphabet) {
        byte[] letters = new byte[count];
        for (int i = 0; i < count; i++) {
            letters[i] = (byte) ('a' + random.nextInt(alphabet));
        }
        return letters;
    }

    // --- buffers

    public GpuFloats floats(long count) {
        return own(gpu.floats(count));
    }

    public GpuDoubles doubles(long count) {
        return own(gpu.doubles(count));
    }

    public GpuInts ints(long count) {
        return own(gpu.ints(count));
    }

    public GpuLongs longs(long count) {
        return own(gpu.longs(count));
    }

    public GpuBytes bytes(long count) {
        return own(gpu.bytes(count));
    }

    public GpuFloats upload(float[] values) {
        return own(gpu.upload(values));
    }

    public GpuDoubles upload(double[] values) {
        return own(gpu.upload(values));
    }

    public GpuInts upload(int[] values) {
        return own(gpu.upload(values));
    }

    public GpuBytes upload(byte[] values) {
        return own(gpu.upload(values));
    }

    public GpuBytes upload(short[] values) {
        return own(gpu.upload(MemorySegment.ofArray(values)));
    }

    private <B extends GpuBuffer<B, ?>> B own(B buffer) {
        releases.push(buffer::close);
        return buffer;
    }

    @Override
    public void close() {
        while (!releases.isEmpty()) {
            releases.pop().run();
        }
    }
}

package dev.hira.cli.demo;

import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.ParentInput;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.GalleryResult;
import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A guest program of the demo that uses as much of the device as it can get. It starts at a line on
 * its standard input and stops at the end of the input.
 */
public final class ShareGuest {
    private static final String PROGRAM = "mandelbrot";
    private static final Dim3 BLOCK = Dim3.of(32, 8);
    private static final int SIDE = 256;
    private static final int AHEAD = 4;

    private ShareGuest() {}

    /** {@code args[0]}: the URI. */
    public static void main(String[] args) throws IOException {
        try (Gpu gpu = Gpu.connect(args[0])) {
            check(gpu);
            System.out.println(HiraProcess.READY + PROGRAM + " agrees with plain Java");
            ParentInput.awaitLine();
            long kernels = work(gpu, ParentInput.untilItEnds());
            System.out.println("done: " + kernels + " kernels");
        } catch (RuntimeException e) {
            System.out.println("failed: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void check(Gpu gpu) {
        GalleryProgram program = Gallery.named(PROGRAM);
        GalleryResult result = program.run(gpu, program.card().testSize(), 1);
        if (!result.passed()) {
            throw new IllegalStateException(result.verdict());
        }
    }

    /** Alternates between two streams, so that one always has work for the device. */
    private static long work(Gpu gpu, CountDownLatch ended) throws IOException {
        try (var module = gpu.load(DemoKernels.ptx(PROGRAM));
                GpuInts out = gpu.ints((long) SIDE * SIDE);
                GpuStream first = gpu.stream();
                GpuStream second = gpu.stream()) {
            Kernel kernel = module.kernel(PROGRAM);
            long kernels = 0;
            while (ended.getCount() > 0) {
                for (GpuStream stream : List.of(first, second)) {
                    stream.synchronize();
                    for (int i = 0; i < AHEAD; i++) {
                        kernel.launch(Dim3.covering(SIDE, SIDE, BLOCK), BLOCK, stream, view(), out);
                    }
                    kernels += AHEAD;
                }
            }
            gpu.synchronize();
            return kernels;
        }
    }

    /** The kernel's {@code struct View}: the whole set. */
    private static MemorySegment view() {
        ByteBuffer view = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
        view.putFloat(-2.2f).putFloat(-1.5f).putFloat(3f / SIDE);
        view.putInt(SIDE).putInt(SIDE).putInt(256);
        return MemorySegment.ofArray(view.array());
    }
}

package dev.hira.cli.demo;

import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.ParentInput;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuFloats;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/**
 * A guest program of the demo that keeps its data on the device and changes it step by step, until
 * its standard input ends. It then compares all data with the same steps in plain Java. It knows
 * nothing of moves and dying servers.
 */
public final class ComputingGuest {
    private static final int SUMS = 1 << 16;
    private static final int RESIDENT = 8 << 20;
    private static final int STEPS_AHEAD = 16;
    private static final float FACTOR = 0.37f;
    private static final Dim3 GRID = Dim3.of(64);
    private static final Dim3 BLOCK = Dim3.of(256);

    private ComputingGuest() {}

    /** {@code args[0]}: the URI. Ends with 0 when the device has the values of plain Java. */
    public static void main(String[] args) throws IOException {
        try (Gpu gpu = Gpu.connect(args[0])) {
            compute(gpu);
        } catch (RuntimeException e) {
            System.out.println("failed: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void compute(Gpu gpu) throws IOException {
        float[] values = values(SUMS, 1);
        float[] resident = values(RESIDENT, 2);
        try (GpuModule module = gpu.load(DemoKernels.ptx("saxpy"));
                GpuFloats x = gpu.upload(values);
                GpuFloats sums = gpu.upload(new float[SUMS]);
                GpuFloats untouched = gpu.upload(resident);
                GpuStream stream = gpu.stream()) {
            Kernel saxpy = module.kernel("saxpy");
            CountDownLatch ended = ParentInput.untilItEnds();
            int steps = 0;
            while (ended.getCount() > 0) {
                for (int i = 0; i < STEPS_AHEAD; i++) {
                    saxpy.launch(GRID, BLOCK, stream, SUMS, FACTOR, x, sums);
                }
                stream.synchronize();
                if (steps == 0) {
                    System.out.println(HiraProcess.READY + "computes with 32 MiB on the device");
                }
                steps += STEPS_AHEAD;
            }
            check(steps, values, sums.download(), Arrays.equals(resident, untouched.download()));
        }
    }

    private static void check(int steps, float[] values, float[] sums, boolean intact) {
        float[] expected = new float[SUMS];
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < SUMS; i++) {
                expected[i] = Math.fma(FACTOR, values[i], expected[i]);
            }
        }
        if (!intact || !Arrays.equals(sums, expected)) {
            throw new IllegalStateException("the device's data is not that of plain Java");
        }
        System.out.println(
                "done: "
                        + steps
                        + " kernels on the same data, identical to plain Java in each bit");
    }

    private static float[] values(int count, long seed) {
        Random random = new Random(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextFloat();
        }
        return values;
    }
}

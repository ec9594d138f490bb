package example;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.Gpu;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;

/**
 * A guest program: it computes y = 2 x + y again and again on the GPU that {@code HIRA_URI} names,
 * keeps y in the memory of the device, and compares it with the same sums in plain Java.
 */
public final class Saxpy {
    private static final int COUNT = 1 << 16;
    private static final int THREADS = 256;

    /** Below this, y and the sums are whole numbers that a float holds exactly. */
    private static final int START_AGAIN = 1 << 20;

    private Saxpy() {}

    /**
     * Runs {@code args[0]} rounds, or one without an argument, or rounds without end for 0; prints
     * a line each second and at the end.
     */
    public static void main(String[] args) throws IOException {
        long rounds = args.length == 0 ? 1 : Long.parseLong(args[0]);
        float[] x = new float[COUNT];
        float[] y = new float[COUNT];
        for (int i = 0; i < COUNT; i++) {
            x[i] = i % 8;
        }
        try (var gpu = Gpu.connect();
                var module = gpu.load(kernels());
                var deviceX = gpu.upload(x);
                var deviceY = gpu.upload(y)) {
            var saxpy = module.kernel("saxpy");
            Instant next = Instant.now();
            for (long round = 1; rounds == 0 || round <= rounds; round++) {
                saxpy.launch(Dim3.of(COUNT / THREADS), Dim3.of(THREADS), COUNT, 2f, deviceX, deviceY);
                for (int i = 0; i < COUNT; i++) {
                    y[i] += 2 * x[i];
                }
                requireEqual(y, deviceY.download(), round);
                if (y[7] > START_AGAIN) {
                    y = new float[COUNT];
                    deviceY.upload(y);
                }
                if (round == rounds || !Instant.now().isBefore(next)) {
                    System.out.println(gpu.device().name() + ": " + round + " rounds are right");
                    next = Instant.now().plus(Duration.ofSeconds(1));
                }
            }
        }
    }

    private static String kernels() throws IOException {
        try (InputStream in = Saxpy.class.getResourceAsStream("/saxpy.ptx")) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    private static void requireEqual(float[] expected, float[] actual, long round) {
        for (int i = 0; i < COUNT; i++) {
            if (expected[i] != actual[i]) {
                throw new IllegalStateException(
                        "round " + round + ": y[" + i + "] is " + actual[i] + ", not " + expected[i]);
            }
        }
    }
}

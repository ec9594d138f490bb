package dev.hira.bench.sharing;

import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A kernel that runs for a given time by the device's own clock, with one thread for each
 * processor, so that it occupies all of a simulated device.
 */
final class SpinKernel implements AutoCloseable {
    private static final Dim3 ONE = Dim3.of(1);
    private static final Dim3 ALL = Dim3.of(Runtime.getRuntime().availableProcessors());
    private static final int WARM_UP = 200;
    private static final long WARM_UP_NANOS = 20_000_000_000L;

    private final GpuModule module;
    private final Kernel kernel;
    private final long nanos;

    SpinKernel(Gpu gpu, long nanos) {
        this.nanos = nanos;
        module = gpu.load(text());
        kernel = module.kernel("spin");
    }

    /** Warms up: router and server learn the kernel's time, and all processes compile some code. */
    void warmUp(GpuStream stream) {
        long times = Math.clamp(WARM_UP_NANOS / nanos, 1, WARM_UP);
        for (int i = 0; i < times; i++) {
            launch(stream);
            stream.synchronize();
        }
    }

    void launch(GpuStream stream) {
        kernel.launch(ALL, ONE, stream, nanos);
    }

    static String text() {
        try (InputStream in = SpinKernel.class.getResourceAsStream("spin.ptx")) {
            if (in == null) {
                throw new IllegalStateException("There is no spin.ptx.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        module.close();
    }
}

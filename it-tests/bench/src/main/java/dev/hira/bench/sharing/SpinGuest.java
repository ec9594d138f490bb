package dev.hira.bench.sharing;

import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.ParentInput;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A guest process that uses as much of the device as it can get, with kernels of one length. It
 * starts at a line on its standard input and stops at the end of the input.
 */
public final class SpinGuest {
    /**
     * The nanoseconds of bursts for measurements that count commands: they count when they are
     * sent, so that a round misses a burst.
     */
    public static final long SHORT_BURST = 5_000_000;

    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** The usual time for which a guest queues kernels if it does not wait for each. */
    private static final long AHEAD_NANOS = 200_000_000;

    /** The most and the least kernels that it queues at once. */
    private static final int MOST_AHEAD = 4_000;

    private static final int LEAST_AHEAD = 4;

    private SpinGuest() {}

    /** The way in which the guest waits for its kernels. */
    public enum Manner {
        /** It waits for each kernel before it sends the next. */
        SYNCHRONOUS,
        /** It waits for many kernels at once, with others queued meanwhile. */
        ASYNCHRONOUS
    }

    /**
     * {@code args}: the URI, the length of a kernel in nanoseconds, the {@link Manner}, and the
     * nanoseconds for which it queues kernels at once.
     */
    public static void main(String[] args) throws IOException {
        long nanos = Long.parseLong(args[1]);
        try (Gpu gpu = Gpu.connect(args[0]);
                SpinKernel kernel = new SpinKernel(gpu, nanos);
                GpuStream stream = gpu.stream()) {
            kernel.warmUp(stream);
            System.out.println(HiraProcess.READY);
            if (!ParentInput.awaitLine()) {
                return;
            }
            CountDownLatch ended = ParentInput.untilItEnds();
            switch (Manner.valueOf(args[2])) {
                case SYNCHRONOUS -> oneByOne(gpu, kernel, ended);
                case ASYNCHRONOUS ->
                        ahead(
                                gpu,
                                kernel,
                                ended,
                                Math.clamp(
                                        Long.parseLong(args[3]) / nanos, LEAST_AHEAD, MOST_AHEAD));
            }
        }
    }

    /** Starts a guest, and waits until it is ready to begin. */
    public static HiraProcess start(String uri, String vm, long nanos, Manner manner) {
        return start(uri, vm, nanos, manner, AHEAD_NANOS);
    }

    /**
     * The same with another time for which the guest queues kernels at once: its commands are sent
     * in bursts of this length.
     */
    public static HiraProcess start(
            String uri, String vm, long nanos, Manner manner, long aheadNanos) {
        HiraProcess guest =
                HiraProcess.start(
                        vm,
                        SpinGuest.class.getName(),
                        List.of("-XX:TieredStopAtLevel=1"),
                        List.of(
                                uri + "?vm=" + vm,
                                Long.toString(nanos),
                                manner.name(),
                                Long.toString(aheadNanos)),
                        _ -> {});
        guest.awaitReady(LIMIT);
        return guest;
    }

    private static void oneByOne(Gpu gpu, SpinKernel kernel, CountDownLatch ended) {
        GpuStream stream = gpu.stream();
        while (ended.getCount() > 0) {
            kernel.launch(stream);
            stream.synchronize();
        }
    }

    /** Alternates between two streams, so that one always has work for the device. */
    private static void ahead(Gpu gpu, SpinKernel kernel, CountDownLatch ended, int count) {
        List<GpuStream> streams = List.of(gpu.stream(), gpu.stream());
        while (ended.getCount() > 0) {
            for (GpuStream stream : streams) {
                stream.synchronize();
                for (int i = 0; i < count; i++) {
                    kernel.launch(stream);
                }
            }
        }
    }
}

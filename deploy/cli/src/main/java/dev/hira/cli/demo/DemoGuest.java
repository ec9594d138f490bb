package dev.hira.cli.demo;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.guest.Hira;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A guest program of the demo: moves pseudo-random data through the device in every way
 * (synchronous, asynchronous, pinned, on the device, with events and host functions), checks every
 * byte that comes back, runs kernels, and prints the results.
 */
public final class DemoGuest {
    private static final int ROUNDS = 12;
    private static final int SIZE = 8 << 20;

    private final CudaDriver cuda;
    private final long seed;
    private final AtomicInteger callbacks = new AtomicInteger();
    private long bytes;
    private long calls;

    private DemoGuest(CudaDriver cuda, long seed) {
        this.cuda = cuda;
        this.seed = seed;
    }

    /** {@code args[0]}: the URI; {@code args[1]}: a seed. Ends with 0 when every byte was right. */
    public static void main(String[] args) {
        long start = System.nanoTime();
        try (CudaDriver cuda = Hira.connect(args[0]);
                Arena arena = Arena.ofConfined()) {
            DemoGuest guest = new DemoGuest(cuda, Long.parseLong(args[1]));
            guest.work(arena);
            DemoKernels.run(args[0], guest.seed);
            double seconds = (System.nanoTime() - start) / 1e9;
            System.out.println(
                    String.format(
                            Locale.ROOT,
                            "done: %d rounds, %d MiB moved and checked, %d calls, %d callbacks, %.2f s",
                            ROUNDS,
                            guest.bytes >> 20,
                            guest.calls,
                            guest.callbacks.get(),
                            seconds));
        } catch (RuntimeException e) {
            System.out.println("failed: " + e.getMessage());
            System.exit(1);
        }
    }

    private void work(Arena arena) {
        connect();
        long stream = cuda.cuStreamCreate(1);
        long start = cuda.cuEventCreate(0);
        long end = cuda.cuEventCreate(0);
        long a = cuda.cuMemAlloc(SIZE);
        long b = cuda.cuMemAlloc(SIZE);
        MemorySegment pageable = arena.allocate(SIZE);
        MemorySegment pinned = cuda.cuMemAllocHost(SIZE);
        for (int round = 0; round < ROUNDS; round++) {
            fill(pageable, seed + round);
            cuda.cuEventRecord(start, stream);
            copy(pageable, a, b, pinned, stream);
            cuda.cuLaunchHostFunc(stream, data -> callbacks.incrementAndGet(), round);
            cuda.cuEventRecord(end, stream);
            cuda.cuEventSynchronize(end);
            check(pageable, pinned, round);
            bytes += 3L * SIZE;
            calls += 207;
            if (round % 4 == 3) {
                System.out.println(
                        String.format(
                                Locale.ROOT,
                                "round %d of %d: %.2f ms on the device",
                                round + 1,
                                ROUNDS,
                                cuda.cuEventElapsedTime(start, end)));
            }
        }
        cuda.cuMemFreeHost(pinned);
        cuda.cuMemFree(a);
        cuda.cuMemFree(b);
        cuda.cuCtxSynchronize();
        if (callbacks.get() != ROUNDS) {
            throw new IllegalStateException(
                    callbacks.get() + " callbacks came where " + ROUNDS + " were asked for");
        }
    }

    private void connect() {
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        System.out.println(
                "connected: "
                        + cuda.cuDeviceGetName(0)
                        + ", "
                        + (cuda.cuMemGetInfo().total() >> 20)
                        + " MiB");
    }

    /** Copies data to {@code a}, on to {@code b} in many small copies and a large one, and back. */
    private void copy(MemorySegment from, long a, long b, MemorySegment to, long stream) {
        cuda.cuMemcpyHtoDAsync(a, from, SIZE, stream);
        for (int i = 0; i < 200; i++) {
            cuda.cuMemcpyDtoDAsync(b + i * 4096L, a + i * 4096L, 4096, stream);
        }
        cuda.cuMemcpyDtoDAsync(b + 200 * 4096L, a + 200 * 4096L, SIZE - 200 * 4096L, stream);
        cuda.cuMemcpyDtoHAsync(to, b, SIZE, stream);
    }

    private static void fill(MemorySegment data, long seed) {
        Random random = new Random(seed);
        long first = random.nextLong();
        for (long i = 0; i < data.byteSize(); i += 8) {
            data.set(ValueLayout.JAVA_LONG_UNALIGNED, i, first + i * 0x9E3779B97F4A7C15L);
        }
    }

    private static void check(MemorySegment sent, MemorySegment back, int round) {
        long mismatch = sent.mismatch(back.asSlice(0, sent.byteSize()));
        if (mismatch >= 0) {
            throw new IllegalStateException(
                    "round " + round + ": byte " + mismatch + " came back wrong");
        }
    }
}

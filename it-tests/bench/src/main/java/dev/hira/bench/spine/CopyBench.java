package dev.hira.bench.spine;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.Stats;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;

/**
 * Copies of 64 MiB between host and device: over gRPC beside a bare relay of the same bytes,
 * through the arena beside the machine's own memory copy, each in turn with its yardstick.
 */
public final class CopyBench implements BenchPart {
    private static final long SIZE = 64L << 20;
    private static final int MESSAGE = 1 << 20;
    private static final int ON_THE_WAY = 8;
    private static final int ROUNDS = 9;

    /** The warm-up for the compilers of three processes. */
    private static final Duration WARM_UP = Duration.ofSeconds(8);

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("Copies of 64 MiB (median of " + ROUNDS + ", in turn with the yardstick)");
        try (Arena arena = Arena.ofConfined();
                LocalStack stack = BenchStack.stack()) {
            MemorySegment pageable = arena.allocate(SIZE);
            MemorySegment other = arena.allocate(SIZE);
            pageable.fill((byte) 1);
            stream(stack, pageable, report);
            shared(stack, pageable, () -> other.copyFrom(pageable), report);
        }
    }

    private static void stream(LocalStack stack, MemorySegment pageable, BenchReport report) {
        try (Yardstick yardstick = Yardstick.start();
                CudaDriver cuda = Hira.connect(stack.uri() + "?rings=off&memory=off")) {
            long memory = prepare(cuda);
            byte[] message = new byte[MESSAGE];
            int messages = (int) (SIZE / MESSAGE);
            Runnable grpc = () -> yardstick.sink().sendAll(message, messages, ON_THE_WAY);
            Runnable bytes = () -> yardstick.bytes().sendAll(messages, ON_THE_WAY);
            Rates limits = measure(grpc, bytes);
            report.note("a bare gRPC relay, one way", limits.copy(), "GB/s");
            Rates to = measure(() -> cuda.cuMemcpyHtoD(memory, pageable, SIZE), bytes);
            over("to the device, over gRPC", to, report);
            Rates from = measure(() -> cuda.cuMemcpyDtoH(pageable, memory, SIZE), bytes);
            over("from the device, over gRPC", from, report);
        }
    }

    private static void shared(
            LocalStack stack, MemorySegment pageable, Runnable memcpy, BenchReport report) {
        try (CudaDriver cuda = Hira.connect(stack.uri())) {
            long memory = prepare(cuda);
            Rates to = measure(() -> cuda.cuMemcpyHtoD(memory, pageable, SIZE), memcpy);
            through("to the device, pageable, through the arena", to, 0.6, report);
            Rates from = measure(() -> cuda.cuMemcpyDtoH(pageable, memory, SIZE), memcpy);
            through("from the device, pageable, through the arena", from, 0.6, report);
            MemorySegment pinned = cuda.cuMemAllocHost(SIZE);
            pinned.fill((byte) 2);
            Rates pinnedTo = measure(() -> cuda.cuMemcpyHtoD(memory, pinned, SIZE), memcpy);
            through("to the device, pinned", pinnedTo, 0.9, report);
            Rates pinnedFrom = measure(() -> cuda.cuMemcpyDtoH(pinned, memory, SIZE), memcpy);
            through("from the device, pinned", pinnedFrom, 0.9, report);
            cuda.cuMemFreeHost(pinned);
        }
    }

    private static long prepare(CudaDriver cuda) {
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        long memory = cuda.cuMemAlloc(SIZE);
        cuda.cuMemsetD8(memory, 1, SIZE); // so that its pages exist
        cuda.cuCtxSynchronize();
        return memory;
    }

    /** The promise is for machines on which bytes without a protocol reach 1.1 to 1.5 GB/s. */
    private static void over(String what, Rates rates, BenchReport report) {
        report.note("bytes without a protocol, one way, in turn", rates.yardstick(), "GB/s");
        report.atLeast(what, rates.copy(), "GB/s", 1.2);
        report.atLeast("  of bytes without a protocol", rates.copy() / rates.yardstick(), "×", 0.8);
    }

    private static void through(String what, Rates rates, double promise, BenchReport report) {
        report.note(what, rates.copy(), "GB/s");
        report.atLeast("  of memory copy", rates.copy() / rates.yardstick(), "×", promise);
    }

    private static Rates measure(Runnable copy, Runnable yardstick) {
        List<Stats> both = Stats.alternating(WARM_UP, ROUNDS, copy, yardstick);
        return new Rates(SIZE / both.getFirst().median(), SIZE / both.getLast().median());
    }

    /** Returns bytes per nanosecond. */
    private record Rates(double copy, double yardstick) {}
}

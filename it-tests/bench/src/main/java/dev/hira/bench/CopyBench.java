package dev.hira.bench;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Copies of 64 MiB between host and device, beside the machine's own memory copy. */
final class CopyBench implements Bench.Part {
    private static final long SIZE = 64L << 20;
    private static final int ROUNDS = 9;

    @Override
    public void run(Bench.Settings settings, Report report) {
        report.section("Copies of 64 MiB (median of " + ROUNDS + ")");
        try (Arena arena = Arena.ofConfined();
                LocalStack stack = Bench.stack()) {
            MemorySegment pageable = arena.allocate(SIZE);
            MemorySegment other = arena.allocate(SIZE);
            pageable.fill((byte) 1);
            double memcpy = rate(() -> other.copyFrom(pageable));
            report.note("memory copy in this process", memcpy, "GB/s");
            stream(stack, pageable, report);
            shared(stack, pageable, other, memcpy, report);
        }
    }

    private static void stream(LocalStack stack, MemorySegment pageable, Report report) {
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?rings=off&memory=off")) {
            long memory = prepare(cuda);
            report.atLeast(
                    "to the device, over gRPC",
                    rate(() -> cuda.cuMemcpyHtoD(memory, pageable, SIZE)),
                    "GB/s",
                    1.2);
            report.atLeast(
                    "from the device, over gRPC",
                    rate(() -> cuda.cuMemcpyDtoH(pageable, memory, SIZE)),
                    "GB/s",
                    1.2);
        }
    }

    private static void shared(
            LocalStack stack,
            MemorySegment pageable,
            MemorySegment other,
            double before,
            Report report) {
        try (CudaDriver cuda = Hira.connect(stack.uri())) {
            long memory = prepare(cuda);
            double to = rate(() -> cuda.cuMemcpyHtoD(memory, pageable, SIZE));
            double from = rate(() -> cuda.cuMemcpyDtoH(pageable, memory, SIZE));
            MemorySegment pinned = cuda.cuMemAllocHost(SIZE);
            pinned.fill((byte) 2);
            double pinnedTo = rate(() -> cuda.cuMemcpyHtoD(memory, pinned, SIZE));
            double pinnedFrom = rate(() -> cuda.cuMemcpyDtoH(pinned, memory, SIZE));
            double memcpy = (before + rate(() -> other.copyFrom(pageable))) / 2;
            report.note("to the device, pageable, through the arena", to, "GB/s");
            report.atLeast("  of memory copy", to / memcpy, "×", 0.6);
            report.note("from the device, pageable, through the arena", from, "GB/s");
            report.atLeast("  of memory copy", from / memcpy, "×", 0.6);
            report.note("to the device, pinned", pinnedTo, "GB/s");
            report.atLeast("  of memory copy", pinnedTo / memcpy, "×", 0.9);
            report.note("from the device, pinned", pinnedFrom, "GB/s");
            report.atLeast("  of memory copy", pinnedFrom / memcpy, "×", 0.9);
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

    private static double rate(Runnable copy) {
        return SIZE / Stats.timing(3, ROUNDS, copy).median();
    }
}

package dev.hira.bench.migration;

import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.SessionProtection;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.Stats;
import dev.hira.bench.spine.Yardstick;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.ValueText;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The cost of {@code protection = transparent}: for programs between checkpoints, against the same
 * programs without protection in alternating turns; and the pause of a checkpoint.
 */
final class TransparentBench implements BenchPart {
    private static final String PLAIN = "plain";
    private static final String KEPT = "kept";
    private static final Duration WARM_UP = Duration.ofSeconds(5);
    private static final int TURNS = 31;
    private static final int LEAST_TURNS = 5;
    private static final int CHECKPOINTS = 40;
    private static final int LEAST_CHECKPOINTS = 10;
    private static final int MIB = 1 << 20;
    private static final int CONTENT_MIB = 16;
    private static final int ON_THE_WAY = 8;
    private static final int CALLS = 1_000;

    private static final String PROGRAM =
            """
            .version 7.0
            .target sm_70
            .address_size 64
            .visible .entry spin(.param .u64 cell, .param .u32 steps) {
              .reg .b32 %r<3>; .reg .b64 %d<2>; .reg .pred %p<2>;
              ld.param.u64 %d1, [cell];
              ld.param.u32 %r1, [steps];
              mov.u32 %r2, 0;
            NEXT:
              add.u32 %r2, %r2, 1;
              setp.lt.u32 %p1, %r2, %r1;
              @%p1 bra NEXT;
              st.global.u32 [%d1], %r2;
              ret;
            }
            """;

    /**
     * A program's turn.
     *
     * @param launches before it waits for all of them
     * @param steps of the loop in each
     * @param limit most percent that protection may cost
     */
    private record Work(String name, int launches, int steps, double limit) {}

    private static final List<Work> WORKS =
            List.of(
                    new Work("compute-bound, 10 kernels of 10 million steps", 10, 10_000_000, 3),
                    new Work("launch-bound, 20,000 kernels of 1 step", 20_000, 1, 10));

    /** A program with one kernel and one cell of memory. */
    private static final class Program implements AutoCloseable {
        private final Arena arena = Arena.ofShared();
        private final MemorySegment parameters = arena.allocate(16, 8);
        private final CudaDriver cuda;
        private final long kernel;

        Program(LocalStack stack, String options) {
            cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + options);
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            kernel =
                    cuda.cuModuleGetFunction(
                            cuda.cuModuleLoadData(arena.allocateFrom(PROGRAM)), "spin");
            parameters.set(ValueLayout.JAVA_LONG, 0, cuda.cuMemAlloc(4));
        }

        void turn(Work work) {
            parameters.set(ValueLayout.JAVA_INT, 8, work.steps);
            for (int i = 0; i < work.launches; i++) {
                cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, parameters);
            }
            cuda.cuStreamSynchronize(0);
        }

        @Override
        public void close() {
            cuda.close();
            arena.close();
        }
    }

    @Override
    public void run(BenchSettings settings, BenchReport report) throws IOException {
        report.section("Sessions with protection = transparent, between checkpoints");
        try (LocalStack stack = stack(List.of())) {
            int turns = Math.max(LEAST_TURNS, settings.times(TURNS));
            for (Work work : WORKS) {
                compare(stack, work, turns, report);
            }
        }
        report.section("The pause of a checkpoint of " + CONTENT_MIB + " dense MiB");
        try (LocalStack stack = stack(List.of("--set", "recovery.checkpoint.interval=200 ms"));
                Yardstick yardstick = Yardstick.start()) {
            int checkpoints = Math.max(LEAST_CHECKPOINTS, settings.times(CHECKPOINTS));
            for (int written : new int[] {0, 1}) {
                pauses(stack, yardstick, written, checkpoints, report);
            }
        } catch (Exception e) {
            throw new IOException("the pauses could not be measured", e);
        }
    }

    private static LocalStack stack(List<String> settings) {
        List<String> router = new ArrayList<>(settings);
        router.addAll(List.of("--set", "policy.vms." + KEPT + ".protection=transparent"));
        return LocalStack.start(1, List.of("--devices", "1", "--profile", "default"), router);
    }

    private static void compare(LocalStack stack, Work work, int turns, BenchReport report) {
        try (Program kept = new Program(stack, KEPT);
                Program streamed = new Program(stack, PLAIN + "&rings=off&memory=off");
                Program plain = new Program(stack, PLAIN)) {
            report.note(work.name, lost(kept, plain, work, turns), "% lost");
            double same = lost(kept, streamed, work, turns);
            report.atMost("  against streams without protection", same, "% lost", work.limit);
        }
    }

    private static double lost(Program kept, Program plain, Work work, int turns) {
        List<Stats> times =
                Stats.alternating(WARM_UP, turns, () -> kept.turn(work), () -> plain.turn(work));
        return 100 * (times.getFirst().median() / times.getLast().median() - 1);
    }

    // --- pauses

    private static void pauses(
            LocalStack stack, Yardstick yardstick, int written, int checkpoints, BenchReport report)
            throws Exception {
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + KEPT);
                AdminClient admin = AdminClient.connect(stack.adminUri())) {
            cuda.cuInit(0);
            long context = cuda.cuCtxCreate(0, 0);
            long memory = cuda.cuMemAlloc((long) CONTENT_MIB * MIB);
            cuda.cuMemsetD8(memory, 1, (long) CONTENT_MIB * MIB);
            Runnable turn =
                    () -> {
                        cuda.cuCtxSetCurrent(context);
                        cuda.cuMemsetD8Async(memory, 2, Math.max(1, written * MIB), 0);
                        cuda.cuStreamSynchronize(0);
                    };
            try (CallTimes calls = new CallTimes(turn)) {
                double usual = calls.usual(CALLS);
                List<Long> longest = new ArrayList<>();
                for (int i = 0; i < checkpoints; i++) {
                    longest.add(calls.during(() -> awaitCheckpoint(admin)).longest());
                }
                long bytes = bytes(yardstick, written);
                double trip = Stats.timing(CALLS, CALLS, cuda::cuDriverGetVersion).median();
                report(report, written, longest, usual, trip, bytes);
            }
        }
    }

    /** Returns the nanoseconds for the bytes that a turn writes. */
    private static long bytes(Yardstick yardstick, int mib) {
        if (mib == 0) {
            return 0;
        }
        long start = System.nanoTime();
        yardstick.direct().sendAll(mib, ON_THE_WAY);
        return System.nanoTime() - start;
    }

    private static void report(
            BenchReport report,
            int written,
            List<Long> longest,
            double usual,
            double trip,
            long bytes) {
        Stats pause = Stats.of(longest.stream().map(each -> each - (long) usual).toList());
        double goal = 100 * trip + 1.5 * bytes;
        report.note(written + " MiB written all the time, a turn", usual / 1e3, "µs");
        report.note("  R", trip / 1e3, "µs");
        report.note("  longest turn less the usual, p50", pause.median() / 1e6, "ms");
        report.note("  the same, p99", pause.percentile(99) / 1e6, "ms");
        String limit = " of 100 R + 1.5 dirty bytes ÷ B";
        report.atMost("  p50" + limit, pause.median() / goal, "×", 1);
        report.atMost("  p99" + limit, pause.percentile(99) / goal, "×", 3);
    }

    /** Waits until the VM has a checkpoint that is younger than its last one. */
    private static boolean awaitCheckpoint(AdminClient admin) {
        long last;
        long now = age(admin);
        do {
            BenchStack.await(5);
            last = now;
            now = age(admin);
        } while (now >= last);
        return true;
    }

    private static long age(AdminClient admin) {
        SessionProtection protection =
                admin.now().getVm(GetVmRequest.newBuilder().setVm(KEPT).build()).getProtections(0);
        return protection.hasCheckpointAge()
                ? ValueText.nanos(protection.getCheckpointAge())
                : Long.MAX_VALUE;
    }
}

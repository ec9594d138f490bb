package dev.hira.bench.migration;

import dev.hira.api.AddressWindow;
import dev.hira.api.MemoryRange;
import dev.hira.api.MemoryRounds;
import dev.hira.api.SessionNames;
import dev.hira.api.StateSink;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.Stats;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.SimProcess;
import dev.hira.sim.profile.Profiles;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The device's part of a pre-copy: the rate of its rounds against that of a plain copy of the same
 * memory by one thread, and what tracking costs a program.
 */
final class PrecopyBench implements BenchPart {
    private static final String TRACKING = "hira.sim.write.tracking";
    private static final int PAGE = 4096;
    private static final int BYTES = 256 << 20;

    /** The part of the memory that the program writes all the time. */
    private static final int WORKING_SET = 4 << 20;

    private static final int ROUNDS = 10;
    private static final int WARM_UP = 3;
    private static final int FILLS = 2_000;

    /** Takes memory and drops it. */
    private static final StateSink NOWHERE =
            new StateSink() {
                @Override
                public void record(byte[] record) {}

                @Override
                public void memory(long address, MemorySegment content) {}

                @Override
                public void memory(List<MemoryRange> ranges, MemorySegment content) {}
            };

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        String before = System.getProperty(TRACKING, "auto");
        int rounds = Math.max(WARM_UP, settings.times(ROUNDS));
        try (Arena arena = Arena.ofConfined();
                Program program = new Program(arena)) {
            for (String kind : List.of("auto", "compare")) {
                report.section("The device's part of a pre-copy, tracking " + kind);
                System.setProperty(TRACKING, kind);
                rates(program, rounds, kind.equals("auto") ? 0.5 : 0.25, report);
                cost(program, rounds, report);
            }
        } finally {
            System.setProperty(TRACKING, before);
        }
    }

    /** A program with memory at a device, without remoting. */
    private static final class Program implements AutoCloseable {
        private final SimHost host = SimHost.of(SimConfig.of(Profiles.DEFAULT));
        private final SimProcess process = host.open();
        private final CudaDriver cuda = process.lane(1);
        private final MemorySegment content;
        private final MemorySegment copy;
        private final long address;

        Program(Arena arena) {
            content = arena.allocate(BYTES, PAGE);
            copy = arena.allocate(BYTES, PAGE);
            Random random = new Random(1);
            for (long at = 0; at < BYTES; at += Long.BYTES) {
                content.set(ValueLayout.JAVA_LONG, at, random.nextLong());
            }
            long context = new SessionNames().handle(1);
            address = AddressWindow.of(context).start();
            cuda.cuInit(0);
            cuda.cuCtxCreateAs(context, 0, 0);
            cuda.cuMemAllocAs(address, BYTES);
            rewrite();
        }

        void rewrite() {
            cuda.cuMemcpyHtoD(address, content, BYTES);
        }

        /** Writes a byte to one page of so many. */
        void scatter(int every, int value) {
            for (long at = 0; at < BYTES; at += (long) every * PAGE) {
                cuda.cuMemsetD8(address + at, value, 1);
            }
            cuda.cuCtxSynchronize();
        }

        /** Returns the nanoseconds in which the program writes its working set many times. */
        long work() {
            long start = System.nanoTime();
            for (int i = 0; i < FILLS; i++) {
                cuda.cuMemsetD8(address, i, WORKING_SET);
                cuda.cuCtxSynchronize();
            }
            return System.nanoTime() - start;
        }

        @Override
        public void close() {
            host.close();
        }
    }

    private static void rates(Program program, int rounds, double promised, BenchReport report) {
        List<Long> plain = new ArrayList<>();
        List<Long> first = new ArrayList<>();
        List<Long> all = new ArrayList<>();
        List<Long> scattered = new ArrayList<>();
        List<Long> clean = new ArrayList<>();
        for (int round = -WARM_UP; round < rounds; round++) {
            program.rewrite();
            long copied = timed(() -> program.copy.copyFrom(program.content));
            try (MemoryRounds precopy = program.process.state().precopy()) {
                long begun = timed(() -> precopy.round(NOWHERE));
                program.rewrite();
                long dense = timed(() -> precopy.round(NOWHERE));
                program.scatter(4, round);
                long sparse = timed(() -> precopy.round(NOWHERE));
                long nothing = timed(() -> precopy.round(NOWHERE));
                if (round >= 0) {
                    plain.add(copied);
                    first.add(begun);
                    all.add(dense);
                    scattered.add(sparse);
                    clean.add(nothing);
                }
            }
        }
        double copy = Stats.of(plain).median();
        report.note("copy of 256 MiB (B)", BYTES / copy, "GB/s");
        report.atLeast(
                "rate of the first round / B", copy / Stats.of(first).median(), "×", promised);
        report.atLeast(
                "round after all was written / B", copy / Stats.of(all).median(), "×", promised);
        report.note("round of every fourth page / B", copy / 4 / Stats.of(scattered).median(), "×");
        report.note("round without a change", Stats.of(clean).median() / 1e6, "ms");
    }

    private static long timed(Runnable task) {
        long start = System.nanoTime();
        task.run();
        return System.nanoTime() - start;
    }

    /** Measures a program with a small working set during a pre-copy, beside one without. */
    private static void cost(Program program, int rounds, BenchReport report) {
        List<Long> without = new ArrayList<>();
        List<Long> between = new ArrayList<>();
        List<Long> during = new ArrayList<>();
        for (int round = -1; round < rounds; round++) {
            long free = program.work();
            try (MemoryRounds precopy = program.process.state().precopy()) {
                long ignored = precopy.round(NOWHERE);
                long tracked = program.work();
                long copied = workDuringRounds(program, precopy);
                if (round >= 0) {
                    without.add(free);
                    between.add(tracked);
                    during.add(copied);
                }
            }
        }
        double free = fastest(without);
        report.note("a program's " + FILLS + " fills of 4 MiB, fastest run", free / 1e6, "ms");
        report.atMost("  more between two rounds", 100 * (fastest(between) / free - 1), "%", 3);
        report.note("  more with a round every 100 ms", 100 * (fastest(during) / free - 1), "%");
    }

    private static double fastest(List<Long> nanos) {
        return Stats.of(nanos).percentile(0);
    }

    private static long workDuringRounds(Program program, MemoryRounds precopy) {
        CountDownLatch done = new CountDownLatch(1);
        Thread copier =
                Thread.ofPlatform()
                        .start(() -> {
                            boolean ended = false;
                            while (!ended) {
                                long ignored = precopy.round(NOWHERE);
                                ended = awaited(done);
                            }
                        });
        long took = program.work();
        done.countDown();
        try {
            copier.join();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
        return took;
    }

    private static boolean awaited(CountDownLatch done) {
        try {
            return done.await(100, TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }
}

package dev.hira.bench.migration;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.Stats;
import dev.hira.bench.spine.Yardstick;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;

/**
 * The time for which a program waits when its VM moves, and the rate of the copy, beside bytes
 * without a protocol between two processes and the program's usual synchronous call.
 */
final class DowntimeBench implements BenchPart {
    private static final String VM = "moving";
    private static final long SEED = 0x51AB;
    private static final int MOVES = 60;
    private static final int LEAST_MOVES = 20;
    private static final int WARM_UP = 30;
    private static final int MOST_PAUSE_MILLIS = 20;

    /** In mostly clean memory, one part of so many is not zero. */
    private static final int DIRTY = 16;

    private static final int ON_THE_WAY = 8;
    private static final int MIB = 1 << 20;

    /**
     * The memory of a program.
     *
     * @param dense whether none of it is zero
     * @param written the bytes that each turn of the program writes anew
     */
    private record Content(String name, int mib, boolean dense, int written) {}

    private static final List<Content> CONTENTS =
            List.of(
                    new Content("16 MiB, dense", 16, true, 0),
                    new Content("16 MiB, mostly zero", 16, false, 0),
                    new Content("16 MiB, 1 MiB of it written all the time", 16, true, MIB),
                    new Content("256 MiB, dense", 256, true, 0),
                    new Content("256 MiB, mostly zero", 256, false, 0),
                    new Content("256 MiB, 4 MiB of it written all the time", 256, true, 4 * MIB));

    @Override
    public void run(BenchSettings settings, BenchReport report) throws IOException {
        report.section("Moves of a VM that makes synchronous calls");
        report.say("the seed of the pauses between moves is " + SEED);
        DistributionFile distributions = new DistributionFile();
        try (LocalStack stack = MovingVm.stack();
                Yardstick yardstick = Yardstick.start();
                RoundTrips trips = new RoundTrips(stack)) {
            for (Content content : CONTENTS) {
                Stats downtime = measure(stack, yardstick, trips, content, settings, report);
                distributions.add(content.name(), downtime);
            }
            distributions.save(DistributionFile.usual());
        } catch (Exception e) {
            throw new IOException("the moves could not be measured", e);
        }
    }

    /** Returns the times without answers. */
    private static Stats measure(
            LocalStack stack,
            Yardstick yardstick,
            RoundTrips trips,
            Content content,
            BenchSettings settings,
            BenchReport report)
            throws Exception {
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + VM);
                MovingVm vm = new MovingVm(stack, VM)) {
            cuda.cuInit(0);
            long context = cuda.cuCtxCreate(0, 0);
            long memory = cuda.cuMemAlloc((long) content.mib * MIB);
            try (CallTimes calls = new CallTimes(() -> turn(cuda, context, memory, content))) {
                Samples samples = new Samples(content, trips, memory);
                return measure(samples, cuda, vm, calls, yardstick, settings, report);
            }
        }
    }

    /** A turn of the program: writes, perhaps, and a synchronous call. */
    private static void turn(CudaDriver cuda, long context, long memory, Content content) {
        if (content.written == 0) {
            cuda.cuDriverGetVersion();
        } else {
            cuda.cuCtxSetCurrent(context);
            cuda.cuMemsetD8Async(memory, 2, content.written, 0);
            cuda.cuStreamSynchronize(0);
        }
    }

    private static Stats measure(
            Samples samples,
            CudaDriver cuda,
            MovingVm vm,
            CallTimes calls,
            Yardstick yardstick,
            BenchSettings settings,
            BenchReport report)
            throws Exception {
        samples.ownRoundTrip =
                Stats.timing(20_000, settings.times(20_000), cuda::cuDriverGetVersion).median();
        samples.usual = calls.usual(settings.times(samples.content.written == 0 ? 20_000 : 500));
        vm.begin();
        SplittableRandom random = new SplittableRandom(SEED);
        int moves = Math.max(LEAST_MOVES, settings.times(MOVES));
        for (int i = -settings.times(WARM_UP); i < moves; i++) {
            samples.fill(cuda);
            long bytes = samples.yardstick(yardstick);
            samples.trips.sample();
            var sample =
                    calls.during(() -> {
                        BenchStack.await(random.nextInt(MOST_PAUSE_MILLIS));
                        return vm.move();
                    });
            if (i >= 0) {
                samples.add(sample, bytes);
            }
        }
        return samples.report(report);
    }

    /** The moves of one content. */
    private static final class Samples {
        private final Content content;
        private final long memory;
        private final List<Move> moves = new ArrayList<>();
        private final List<Long> longest = new ArrayList<>();
        private final List<Long> yardsticks = new ArrayList<>();
        private final RoundTrips trips;
        private double ownRoundTrip;

        /** The usual time of a turn of the program. */
        private double usual;

        /**
         * @param trips sampled before each move
         */
        Samples(Content content, RoundTrips trips, long memory) {
            this.content = content;
            this.trips = trips;
            this.memory = memory;
        }

        /** Writes all pages, so that those with zeros exist too. */
        void fill(CudaDriver cuda) {
            long bytes = (long) content.mib * MIB;
            cuda.cuMemsetD8(memory, content.dense ? 1 : 0, bytes);
            cuda.cuMemsetD8(memory, 1, bytes / DIRTY);
            cuda.cuCtxSynchronize();
        }

        /** Returns the nanoseconds for as many bytes as the content has that are not zero. */
        long yardstick(Yardstick yardstick) {
            long start = System.nanoTime();
            yardstick
                    .direct()
                    .sendAll(content.dense ? content.mib : content.mib / DIRTY, ON_THE_WAY);
            return System.nanoTime() - start;
        }

        void add(CallTimes.During<Move> sample, long bytes) {
            moves.add(sample.result());
            longest.add(sample.longest());
            yardsticks.add(bytes);
        }

        /** Reports the figures; returns the times without answers. */
        Stats report(BenchReport report) {
            Stats downtime = Stats.of(longest.stream().map(l -> l - (long) usual).toList());
            Stats bare = Stats.of(yardsticks);
            double bytes = (double) MIB * (content.dense ? content.mib : content.mib / DIRTY);
            double dirty = of(Move::dirty).median() * bare.median() / bytes;
            double roundTrip = trips.takeMedian();
            double goal = 100 * roundTrip + 1.5 * dirty;
            report.note(content.name + ", R", roundTrip / 1e3, "µs");
            report.note("  the same over rings, as the program's", ownRoundTrip / 1e3, "µs");
            report.note("  a turn of the program", usual / 1e3, "µs");
            report.note("  bytes ÷ B", bare.median() / 1e6, "ms");
            report.note("  bytes copied while held", of(Move::dirty).median() / 1024, "KiB");
            report.note("  dirty bytes ÷ B", dirty / 1e6, "ms");
            report.note("  longest turn less the usual, p50", downtime.median() / 1e6, "ms");
            report.note("  the same, p99", downtime.percentile(99) / 1e6, "ms");
            report.note("  held by the router, p50", of(Move::held).median() / 1e6, "ms");
            report.note("  the same, p99", of(Move::held).percentile(99) / 1e6, "ms");
            report.note("  to open ahead, p50", of(Move::open).median() / 1e6, "ms");
            report.note("  to rest, p50", of(Move::rest).median() / 1e6, "ms");
            report.note("  to recreate, p50", of(Move::recreate).median() / 1e6, "ms");
            report.note("  to copy the rest, p50", of(Move::copy).median() / 1e6, "ms");
            report.note("  to switch, p50", of(Move::change).median() / 1e6, "ms");
            report.note("  to the first answer, p50", firstAnswers().median() / 1e6, "ms");
            String limit = " of 100 R + 1.5 dirty bytes ÷ B";
            report.atMost("  p50" + limit, downtime.median() / goal, "×", 1);
            report.atMost("  p99" + limit, downtime.percentile(99) / goal, "×", 3);
            double own = 100 * ownRoundTrip + 1.5 * dirty;
            report.note("  p50 with R over rings", downtime.median() / own, "×");
            distribution(report, downtime);
            return downtime;
        }

        private static void distribution(BenchReport report, Stats downtime) {
            for (int percent : new int[] {10, 25, 50, 75, 90, 95, 100}) {
                double millis = downtime.percentile(percent) / 1e6;
                report.note("  downtime, p" + percent, millis, "ms");
            }
        }

        /** The parts of the longest turns in which the router did not hold commands. */
        private Stats firstAnswers() {
            List<Long> beside = new ArrayList<>();
            for (int i = 0; i < moves.size(); i++) {
                beside.add(longest.get(i) - (long) usual - moves.get(i).held());
            }
            return Stats.of(beside);
        }

        private Stats of(ToLongFunction<Move> part) {
            return Stats.of(moves.stream().map(part::applyAsLong).toList());
        }
    }
}

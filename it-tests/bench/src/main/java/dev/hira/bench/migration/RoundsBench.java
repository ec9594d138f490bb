package dev.hira.bench.migration;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.Stats;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The rate of a program while its VM is opened elsewhere and its memory is copied in rounds,
 * against its rate without a move; in alternating windows.
 */
final class RoundsBench implements BenchPart {
    private static final String VM = "copied";
    private static final long MEMORY = 256L << 20;

    /** The part of the memory that each turn of the program writes anew. */
    private static final long WRITTEN = 4L << 20;

    private static final int MOVES = 40;
    private static final int LEAST_MOVES = 10;
    private static final int WARM_UP = 5;
    private static final int ALONE_MILLIS = 300;

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("A program while its VM's memory is copied in rounds");
        try (LocalStack stack = MovingVm.stack();
                CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + VM);
                MovingVm vm = new MovingVm(stack, VM);
                Program program = new Program(cuda)) {
            vm.begin();
            List<Long> kept = new ArrayList<>();
            int moves = Math.max(LEAST_MOVES, settings.times(MOVES));
            for (int i = -WARM_UP; i < moves; i++) {
                double alone = program.rate(() -> BenchStack.await(ALONE_MILLIS));
                double beside = program.rateUntilRest(vm);
                if (i >= 0) {
                    kept.add(Math.round(1e5 * beside / alone));
                }
            }
            Stats shares = Stats.of(kept);
            report.note(
                    "rate during rounds, p10 of its rate alone", shares.percentile(10) / 1e3, "%");
            report.atLeast("  the same, p50", shares.median() / 1e3, "%", 80);
        }
    }

    /** A program that fills memory and waits, in turns. */
    private static final class Program implements AutoCloseable {
        private final AtomicLong turns = new AtomicLong();
        private final AtomicBoolean stop = new AtomicBoolean();
        private final Thread thread;

        Program(CudaDriver cuda) {
            cuda.cuInit(0);
            long context = cuda.cuCtxCreate(0, 0);
            long memory = cuda.cuMemAlloc(MEMORY);
            cuda.cuMemsetD8(memory, 1, MEMORY);
            cuda.cuCtxSynchronize();
            thread =
                    Thread.ofPlatform()
                            .start(() -> {
                                cuda.cuCtxSetCurrent(context);
                                while (!stop.get()) {
                                    cuda.cuMemsetD8Async(memory, 2, WRITTEN, 0);
                                    cuda.cuStreamSynchronize(0);
                                    turns.incrementAndGet();
                                }
                            });
        }

        /** Returns the turns per nanosecond during a task. */
        double rate(Runnable task) {
            long before = turns.get();
            long start = System.nanoTime();
            task.run();
            return (double) (turns.get() - before) / (System.nanoTime() - start);
        }

        /** Returns the turns per nanosecond from the request of a move until commands are held. */
        double rateUntilRest(MovingVm vm) {
            long before = turns.get();
            long start = System.nanoTime();
            AtomicLong after = new AtomicLong();
            AtomicLong end = new AtomicLong();
            vm.move(() -> {
                after.set(turns.get());
                end.set(System.nanoTime());
            });
            return (double) (after.get() - before) / (end.get() - start);
        }

        @Override
        public void close() {
            stop.set(true);
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

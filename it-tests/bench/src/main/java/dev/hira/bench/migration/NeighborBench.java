package dev.hira.bench.migration;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.Stats;
import dev.hira.bench.sharing.Books;
import dev.hira.bench.sharing.SpinGuest;
import dev.hira.bench.sharing.SpinGuest.Manner;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The throughput of a VM while another one moves to and from its device, against its throughput
 * while the other one stays; in alternating rounds.
 */
final class NeighborBench implements BenchPart {
    private static final String MOVING = "mover";
    private static final String NEIGHBOR = "neighbor";
    private static final long KERNEL_NANOS = 100_000;
    private static final long MEMORY = 16L << 20;
    private static final int ROUNDS = 11;
    private static final int ROUND_MILLIS = 2_000;

    /** The pause after each move, so that about one move starts in each tenth of a second. */
    private static final int PAUSE_MILLIS = 100;

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("A VM on a device while another one moves there and back");
        long nanos = settings.times(ROUND_MILLIS) * 1_000_000L;
        try (LocalStack stack = MovingVm.stack();
                Books books = new Books(stack.adminUri());
                CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + MOVING);
                MovingVm vm = new MovingVm(stack, MOVING);
                HiraProcess guest =
                        SpinGuest.start(
                                stack.uri(),
                                NEIGHBOR,
                                KERNEL_NANOS,
                                Manner.ASYNCHRONOUS,
                                SpinGuest.SHORT_BURST)) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            cuda.cuMemsetD8(cuda.cuMemAlloc(MEMORY), 1, MEMORY);
            cuda.cuCtxSynchronize();
            vm.begin();
            guest.tell("go");
            List<Long> kept = new ArrayList<>();
            AtomicInteger moved = new AtomicInteger();
            for (int round = -1; round < ROUNDS; round++) {
                double alone = rate(books, nanos, () -> {});
                double beside =
                        rate(
                                books,
                                nanos,
                                () -> {
                                    vm.move();
                                    moved.incrementAndGet();
                                });
                if (round >= 0) {
                    kept.add(Math.round(1e5 * beside / alone));
                }
            }
            report.note("moves in " + (ROUNDS + 1) + " rounds", moved.get(), "");
            report.atLeast("throughput of the other VM", Stats.of(kept).median() / 1e3, "%", 95);
        }
    }

    /** Returns the neighbor's commands per nanosecond while an operator acts from time to time. */
    private static double rate(Books books, long nanos, Runnable act) {
        long before = books.commands(NEIGHBOR);
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            act.run();
            BenchStack.await(PAUSE_MILLIS);
        }
        return (double) (books.commands(NEIGHBOR) - before) / (System.nanoTime() - start);
    }
}

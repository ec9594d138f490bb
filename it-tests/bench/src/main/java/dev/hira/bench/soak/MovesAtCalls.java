package dev.hira.bench.soak;

import com.google.protobuf.Duration;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.AdminClient;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Moves a VM before random calls of its program: the seed chooses the calls and the targets. A move
 * runs beside the calls that follow, and must have ended before the next move begins.
 *
 * <p>Belongs to the program's thread.
 */
final class MovesAtCalls implements Disturber {
    /** The mean number of calls between two moves. */
    private static final int MEAN_CALLS = 40;

    /** The longest pause: a soak loads its machine. */
    private static final Duration HOLD = Duration.newBuilder().setSeconds(30).build();

    private static final List<String> TARGETS =
            List.of("server0/0", "server1/0", "server0/1", "server1/1");
    private static final String ALREADY = "is there already";

    private final AdminClient admin;
    private final String vm;
    private final SplittableRandom random;
    private final ExecutorService operator = Executors.newSingleThreadExecutor();
    private final List<String> failures = new ArrayList<>();
    private @Nullable Future<MigrateVmProgress> underWay;
    private String order = "";
    private long calls;
    private long next;
    private int moves;

    MovesAtCalls(String adminUri, String vm, long seed) {
        this.admin = AdminClient.connect(adminUri);
        this.vm = vm;
        this.random = new SplittableRandom(seed);
        plan();
    }

    @Override
    public <T> T run(CudaDriver cuda, Function<CudaDriver, T> program) {
        try {
            return program.apply(CountedCalls.of(cuda, this::count));
        } finally {
            await();
        }
    }

    private void count() {
        if (++calls == next) {
            begin();
        }
    }

    private void begin() {
        await();
        String target = TARGETS.get(random.nextInt(TARGETS.size()));
        order = "the move to " + target + " before call " + calls;
        underWay = operator.submit(() -> move(target));
        plan();
    }

    private void plan() {
        next = calls + 1 + random.nextInt(2 * MEAN_CALLS);
    }

    private MigrateVmProgress move(String target) {
        Iterator<MigrateVmProgress> reports =
                admin.always()
                        .migrateVm(
                                MigrateVmRequest.newBuilder()
                                        .setVm(vm)
                                        .setTarget(target)
                                        .setHold(HOLD)
                                        .build());
        MigrateVmProgress last = reports.next();
        while (reports.hasNext()) {
            last = reports.next();
        }
        return last;
    }

    /** Waits until the present move has ended. */
    private void await() {
        Future<MigrateVmProgress> move = underWay;
        if (move == null) {
            return;
        }
        underWay = null;
        try {
            MigrateVmProgress last = move.get();
            if (last.getStep() == MigrationStep.MIGRATION_STEP_DONE) {
                moves++;
            } else if (!last.getProblem().contains(ALREADY)) {
                failures.add(order + " failed: " + last.getProblem());
            }
        } catch (ExecutionException e) {
            failures.add(order + " failed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failures.add(order + " was interrupted");
        }
    }

    /** Returns the number of moves that succeeded. */
    @Override
    public int events() {
        return moves;
    }

    @Override
    public List<String> failures() {
        return failures;
    }

    @Override
    public String text() {
        return moves + " moves";
    }

    @Override
    public void close() {
        operator.shutdownNow();
        admin.close();
    }
}

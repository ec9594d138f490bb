package dev.hira.e2e.migration;

import com.google.protobuf.Duration;
import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.admin.v1.Session;
import dev.hira.cli.client.AdminClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** An operator that moves a VM, from server to server and back. */
public final class Mover implements AutoCloseable {
    /** The limit of a move, and of its pause, that must succeed on a busy machine. */
    private static final java.time.Duration PATIENCE = java.time.Duration.ofSeconds(100);

    private final AdminClient admin;
    private final String vm;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final AtomicBoolean stop = new AtomicBoolean();

    public Mover(String adminUri, String vm) {
        this.admin = AdminClient.connect(adminUri);
        this.vm = vm;
    }

    /** Moves the VM within the router's usual time limits; returns the last report. */
    MigrateVmProgress move(String target) {
        return move(MigrateVmRequest.newBuilder().setTarget(target));
    }

    /** Moves the VM; the limit is also that of the pause. Returns the last report. */
    public MigrateVmProgress move(String target, java.time.Duration limit) {
        Duration most =
                Duration.newBuilder()
                        .setSeconds(limit.toSeconds())
                        .setNanos(limit.toNanosPart())
                        .build();
        return move(MigrateVmRequest.newBuilder().setTarget(target).setLimit(most).setHold(most));
    }

    private MigrateVmProgress move(MigrateVmRequest.Builder request) {
        return move(request, step -> {});
    }

    /** Moves the VM; tells each step as it begins, and returns the last report. */
    MigrateVmProgress move(MigrateVmRequest.Builder request, Consumer<MigrationStep> steps) {
        List<MigrateVmProgress> reports = new ArrayList<>();
        admin.always()
                .migrateVm(request.setVm(vm).build())
                .forEachRemaining(report -> {
                    reports.add(report);
                    steps.accept(report.getStep());
                });
        return reports.getLast();
    }

    /** Returns the open sessions of the VM. */
    public List<Session> sessions() {
        return admin.always()
                .listSessions(ListSessionsRequest.newBuilder().setVm(vm).build())
                .getSessionsList();
    }

    /** Moves the VM; it must succeed. */
    public MigrateVmProgress mustMove(String target) {
        MigrateVmProgress last = move(target, PATIENCE);
        if (last.getStep() != MigrationStep.MIGRATION_STEP_DONE) {
            throw new AssertionError("the move to " + target + " failed: " + last.getProblem());
        }
        return last;
    }

    /** Moves the VM to targets in turn until {@link #stop}; returns the number of moves. */
    Future<Integer> moveOn(List<String> targets, int least) {
        return thread.submit(() -> {
            int moves = 0;
            while (moves < least || !stop.get()) {
                mustMove(targets.get(moves % targets.size()));
                moves++;
            }
            return moves;
        });
    }

    void stop() {
        stop.set(true);
    }

    @Override
    public void close() {
        stop();
        thread.shutdownNow();
        admin.close();
    }
}

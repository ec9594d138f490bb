package dev.hira.bench.migration;

import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import java.util.ArrayList;
import java.util.List;

/** An operator that moves a VM with one session back and forth between two servers. */
final class MovingVm implements AutoCloseable {
    static final List<String> SERVERS = List.of("server0", "server1");

    private final AdminClient admin;
    private final String name;
    private int next;

    /** The time from the request until the first round begins. */
    private long opened;

    /** The VM's session must be open. */
    MovingVm(LocalStack stack, String name) {
        this.admin = AdminClient.connect(stack.adminUri());
        this.name = name;
    }

    /** Starts two servers with one device each. */
    static LocalStack stack() {
        return LocalStack.start(2, List.of("--devices", "1", "--profile", "default"), List.of());
    }

    /** Moves the VM to the first server, unless it is there. */
    void begin() {
        List<MigrateVmProgress> reports = moveTo(SERVERS.getFirst(), () -> {});
        MigrateVmProgress last = reports.getLast();
        if (last.getStep() != MigrationStep.MIGRATION_STEP_DONE
                && !last.getProblem().contains("is there already")) {
            throw new IllegalStateException("the first move failed: " + last.getProblem());
        }
        next = 1;
    }

    /** Moves the VM to the other server. */
    Move move() {
        return move(() -> {});
    }

    /**
     * Moves the VM to the other server.
     *
     * @param atRest runs when the commands are about to be held
     */
    Move move(Runnable atRest) {
        List<MigrateVmProgress> reports = moveTo(SERVERS.get(next), atRest);
        Move move = Move.of(reports, opened);
        next = 1 - next;
        return move;
    }

    private List<MigrateVmProgress> moveTo(String server, Runnable atRest) {
        List<MigrateVmProgress> reports = new ArrayList<>();
        long start = System.nanoTime();
        admin.always()
                .migrateVm(MigrateVmRequest.newBuilder().setVm(name).setTarget(server).build())
                .forEachRemaining(report -> {
                    reports.add(report);
                    if (report.getStep() == MigrationStep.MIGRATION_STEP_ROUND
                            && report.getRound() == 1) {
                        opened = System.nanoTime() - start;
                    }
                    if (report.getStep() == MigrationStep.MIGRATION_STEP_REST) {
                        atRest.run();
                    }
                });
        return reports;
    }

    @Override
    public void close() {
        admin.close();
    }
}

package dev.hira.cli.training;

import com.google.protobuf.Duration;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.AdminClient;
import dev.hira.guest.Hira;
import java.util.Iterator;
import java.util.List;

/**
 * The moves of a training run, back and forth between two servers. Thanks to them the first VM that
 * a process moves does not wait, with its commands held, until the classes for that are there.
 */
final class TrainingMoves {
    /** The longest pause: processes that are being trained are slow. */
    private static final Duration HOLD = Duration.newBuilder().setSeconds(30).build();

    private static final int BYTES = 4 << 20;

    private TrainingMoves() {}

    /**
     * Opens a session and moves its VM to and fro.
     *
     * @param uri the router's address for guests
     * @param vm the name of the VM
     * @param admin the router's address for operators
     * @param servers the names of two servers
     * @param moves the number of moves that must succeed
     */
    static void run(String uri, String vm, String admin, List<String> servers, int moves) {
        try (CudaDriver cuda = Hira.connect(uri + "?vm=" + vm);
                AdminClient operator = AdminClient.connect(admin)) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            long memory = cuda.cuMemAlloc(BYTES);
            move(operator, vm, servers.getFirst(), false);
            for (int i = 1; i <= moves; i++) {
                cuda.cuMemsetD8(memory, i, BYTES);
                move(operator, vm, servers.get(i % servers.size()), true);
                cuda.cuCtxSynchronize();
            }
        }
    }

    /**
     * Moves the VM and waits for the end of the move.
     *
     * @param must whether a failure is an error; the first move may find the VM at its target
     */
    private static void move(AdminClient operator, String vm, String server, boolean must) {
        Iterator<MigrateVmProgress> reports =
                operator.always()
                        .migrateVm(
                                MigrateVmRequest.newBuilder()
                                        .setVm(vm)
                                        .setTarget(server)
                                        .setHold(HOLD)
                                        .build());
        MigrateVmProgress last = MigrateVmProgress.getDefaultInstance();
        while (reports.hasNext()) {
            last = reports.next();
        }
        if (must && last.getStep() != MigrationStep.MIGRATION_STEP_DONE) {
            throw new IllegalStateException("a VM was not moved: " + last.getProblem());
        }
    }
}

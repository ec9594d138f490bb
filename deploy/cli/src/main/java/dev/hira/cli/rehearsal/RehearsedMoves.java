package dev.hira.cli.rehearsal;

import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.AdminClient;
import dev.hira.guest.Hira;
import java.util.Iterator;
import java.util.List;

/**
 * The moves of a rehearsal, back and forth between two servers. Thanks to them the first VM that a
 * process moves does not wait, with its commands held, until the classes for that are there.
 */
final class RehearsedMoves {
    private static final int BYTES = 4 << 20;

    private RehearsedMoves() {}

    /**
     * Moves a VM.
     *
     * @param uri the session to move
     * @param servers the names of two servers
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
     * @param must whether the VM is at another server
     */
    private static void move(AdminClient operator, String vm, String server, boolean must) {
        Iterator<MigrateVmProgress> reports =
                operator.always()
                        .migrateVm(
                                MigrateVmRequest.newBuilder().setVm(vm).setTarget(server).build());
        MigrateVmProgress last = MigrateVmProgress.getDefaultInstance();
        while (reports.hasNext()) {
            last = reports.next();
        }
        if (must && last.getStep() != MigrationStep.MIGRATION_STEP_DONE) {
            throw new IllegalStateException("a VM was not moved: " + last.getProblem());
        }
    }
}

package dev.hira.bench.migration;

import dev.hira.admin.v1.HeldParts;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.cli.client.ValueText;
import java.util.List;

/**
 * A completed move, by the router's clock.
 *
 * @param open the time to open the session at the new server and to repeat the recorded calls while
 *     the VM runs, by the operator's clock
 * @param rest the time until the session was at rest at the old server, in nanoseconds
 * @param recreate the time to repeat the calls that were recorded meanwhile
 * @param copy the time to copy the state that was left
 * @param change the time until the commands went on at the new server
 * @param held the time for which the router held the VM's commands
 * @param calls the repeated calls
 * @param bytes the copied bytes of device memory
 * @param dirty those of them that were copied while commands were held
 */
record Move(
        long open,
        long rest,
        long recreate,
        long copy,
        long change,
        long held,
        long calls,
        long bytes,
        long dirty) {
    /**
     * Returns the move of which these are the reports.
     *
     * @param open the time to open the session at the new server
     * @throws IllegalStateException when it failed
     */
    static Move of(List<MigrateVmProgress> reports, long open) {
        MigrateVmProgress last = reports.getLast();
        if (last.getStep() != MigrationStep.MIGRATION_STEP_DONE) {
            throw new IllegalStateException("a move failed: " + last.getProblem());
        }
        long ahead =
                reports.stream()
                        .filter(each -> each.getStep() == MigrationStep.MIGRATION_STEP_REST)
                        .mapToLong(MigrateVmProgress::getBytes)
                        .findFirst()
                        .orElse(0);
        HeldParts parts = last.getParts();
        return new Move(
                open,
                ValueText.nanos(parts.getRest()),
                ValueText.nanos(parts.getRecreate()),
                ValueText.nanos(parts.getCopy()),
                ValueText.nanos(parts.getChange()),
                ValueText.nanos(last.getHeld()),
                last.getCalls(),
                last.getBytes(),
                last.getBytes() - ahead);
    }
}

package dev.hira.bench.migration;

import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.cli.client.ValueText;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A completed move, by the router's clock.
 *
 * @param open the time to open the session at the new server and to repeat the recorded calls while
 *     the VM runs, by the operator's clock
 * @param rest the time until the session was at rest at the old server, in nanoseconds
 * @param recreate the time to repeat the calls that were recorded meanwhile
 * @param copy the time to copy its state, and to switch
 * @param calls the repeated calls
 * @param bytes the copied bytes of device memory
 * @param dirty those of them that were copied while commands were held
 */
record Move(long open, long rest, long recreate, long copy, long calls, long bytes, long dirty) {
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
        Map<MigrationStep, Long> begun = new EnumMap<>(MigrationStep.class);
        reports.forEach(each -> begun.put(each.getStep(), ValueText.nanos(each.getHeld())));
        long ahead =
                reports.stream()
                        .filter(each -> each.getStep() == MigrationStep.MIGRATION_STEP_REST)
                        .mapToLong(MigrateVmProgress::getBytes)
                        .findFirst()
                        .orElse(0);
        long recreate = at(begun, MigrationStep.MIGRATION_STEP_RECREATE);
        long copy = at(begun, MigrationStep.MIGRATION_STEP_COPY);
        long done = at(begun, MigrationStep.MIGRATION_STEP_DONE);
        return new Move(
                open,
                recreate - at(begun, MigrationStep.MIGRATION_STEP_REST),
                copy - recreate,
                done - copy,
                last.getCalls(),
                last.getBytes(),
                last.getBytes() - ahead);
    }

    private static long at(Map<MigrationStep, Long> begun, MigrationStep step) {
        return Objects.requireNonNull(begun.get(step), () -> "there was no report of " + step);
    }

    /** The time for which the router held the VM's commands. */
    long held() {
        return rest + recreate + copy;
    }
}

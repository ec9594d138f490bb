package dev.hira.e2e.faults;

import com.google.protobuf.Duration;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A moment in a migration.
 *
 * @param step the fault comes with the first report of this step
 * @param nanos the time after it
 */
record Fault(MigrationStep step, long nanos) {
    /** The number of faults after which each step has had its turn. */
    static final int ROUNDS = 5;

    private static final long SEED = 20_261_122;

    private static final List<MigrationStep> STEPS =
            List.of(
                    MigrationStep.MIGRATION_STEP_OPEN,
                    MigrationStep.MIGRATION_STEP_ROUND,
                    MigrationStep.MIGRATION_STEP_REST,
                    MigrationStep.MIGRATION_STEP_RECREATE,
                    MigrationStep.MIGRATION_STEP_COPY);

    /** Returns the source of a test's moments. */
    static Random seeded(String what) {
        System.out.println(what + ": seed " + SEED);
        return new Random(SEED + what.hashCode());
    }

    /** Returns a moment at random; each step has its turn. */
    static Fault in(int round, Random random) {
        return at(STEPS.get(round % STEPS.size()), random);
    }

    /** Returns a moment at random after the first report of a step. */
    static Fault at(MigrationStep step, Random random) {
        Fault fault = new Fault(step, random.nextLong(TimeUnit.MILLISECONDS.toNanos(5)));
        System.out.println(fault);
        return fault;
    }

    /** Migrates a VM and causes this fault on the way; returns the last report. */
    MigrateVmProgress during(TwoServers servers, String vm, int target, Runnable cause) {
        Iterator<MigrateVmProgress> reports = migration(servers, vm, target);
        MigrateVmProgress last = MigrateVmProgress.getDefaultInstance();
        boolean caused = false;
        while (reports.hasNext()) {
            last = reports.next();
            if (last.getStep() == step && !caused) {
                caused = true;
                cause(cause);
            }
        }
        System.out.println(last.getStep() + " " + last.getProblem());
        return last;
    }

    private void cause(Runnable cause) {
        long since = System.nanoTime();
        while (System.nanoTime() - since < nanos) {
            Thread.onSpinWait();
        }
        cause.run();
    }

    /** Begins a migration and returns its reports. */
    static Iterator<MigrateVmProgress> migration(TwoServers servers, String vm, int target) {
        return servers.admin()
                .always()
                .migrateVm(
                        MigrateVmRequest.newBuilder()
                                .setVm(vm)
                                .setTarget("server" + target)
                                .setHold(Duration.newBuilder().setSeconds(30))
                                .build());
    }
}

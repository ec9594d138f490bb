package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.guest.gpu.GpuBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Processes that are killed during a migration. */
@Tag("thorough")
final class MigrationFaultsTest {
    @RegisterExtension static final TwoServers servers = TwoServers.with();

    @Test
    void shouldStayOrEndClearlyWhenTheTargetIsKilled() {
        Random random = Fault.seeded("kill the target");
        for (int round = 0; round < Fault.ROUNDS; round++) {
            Fault fault = Fault.in(round, random);
            int target;
            try (MovedGuest guest = new MovedGuest(servers, "killed" + round)) {
                target = guest.elsewhere();
                HiraProcess process = servers.server(target);
                MigrateVmProgress last =
                        fault.during(servers, guest.vm, target, () -> process.kill());
                process.awaitExit(TwoServers.PATIENCE);
                servers.restart(target);
                guest.goesOnAfter(last, target, fault);
            }
            servers.awaitNothing();
        }
    }

    @Test
    void shouldStayWhenTheTargetIsKilledInItsSecondRound() throws Exception {
        ExecutorService writer = Executors.newSingleThreadExecutor();
        AtomicBoolean stop = new AtomicBoolean();
        try (MovedGuest guest = new MovedGuest(servers, "writer")) {
            GpuBytes written = guest.gpu.bytes(MovedGuest.BYTES);
            Future<?> writes =
                    writer.submit(() -> {
                        for (byte value = 1; !stop.get(); value++) {
                            written.fill(value);
                            guest.gpu.synchronize();
                        }
                    });
            int target = guest.elsewhere();
            HiraProcess process = servers.server(target);
            List<MigrateVmProgress> reports = new ArrayList<>();
            Fault.migration(servers, guest.vm, target)
                    .forEachRemaining(report -> {
                        reports.add(report);
                        if (report.getRound() == 2) {
                            process.kill();
                        }
                    });
            stop.set(true);
            writes.get(2, TimeUnit.MINUTES);
            process.awaitExit(TwoServers.PATIENCE);
            servers.restart(target);
            guest.goesOnAfter(
                    reports.getLast(), target, new Fault(MigrationStep.MIGRATION_STEP_ROUND, 0));
            // A VM that writes so much has a second round.
            assertThat(reports).anyMatch(report -> report.getRound() == 2);
            assertThat(reports.getLast().getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_FAILED);
            assertThat(reports)
                    .as("its commands were never held")
                    .noneMatch(r -> r.getStep() == MigrationStep.MIGRATION_STEP_REST);
        } finally {
            stop.set(true);
            writer.shutdownNow();
        }
        servers.awaitNothing();
    }

    @Test
    void shouldEndClearlyWhenTheOldServerIsKilled() {
        Random random = Fault.seeded("kill the old server");
        for (int round = 0; round < Fault.ROUNDS; round++) {
            Fault fault = Fault.in(round, random);
            try (MovedGuest guest = new MovedGuest(servers, "bereft" + round)) {
                int target = guest.elsewhere();
                int source = 1 - target;
                HiraProcess process = servers.server(source);
                MigrateVmProgress last = fault.during(servers, guest.vm, target, process::kill);
                process.awaitExit(TwoServers.PATIENCE);
                servers.restart(source);
                if (last.getStep() == MigrationStep.MIGRATION_STEP_DONE) {
                    guest.keepsItsMemory(fault.toString());
                    guest.moves();
                } else {
                    guest.hasEnded("server" + source);
                }
            }
            servers.awaitNothing();
        }
    }

    @Test
    void shouldReleaseEverythingWhenTheGuestIsKilled() {
        Random random = Fault.seeded("kill the guest");
        for (int round = 0; round < Fault.ROUNDS; round++) {
            String vm = "victim" + round;
            Fault fault = Fault.in(round, random);
            HiraProcess process = FloodGuest.start(servers.uri() + "?vm=" + vm, "flood");
            int target = 1 - servers.serverOf(vm);
            MigrateVmProgress last = fault.during(servers, vm, target, process::kill);
            process.awaitExit(TwoServers.PATIENCE);
            if (last.getStep() == MigrationStep.MIGRATION_STEP_FAILED) {
                assertThat(last.getProblem()).as(fault.toString()).contains("ended");
            }
            servers.awaitNothing();
            try (MovedGuest guest = new MovedGuest(servers, "after" + vm)) {
                guest.moves();
            }
        }
    }
}

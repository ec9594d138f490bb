package dev.hira.e2e.faults;

import static dev.hira.e2e.faults.ProtectedGuest.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.api.cuda.CudaException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An API server is killed while a protected VM moves from it or to it. */
@Tag("thorough")
@Timeout(60)
final class RebuildDuringMoveTest {
    @RegisterExtension
    static final TwoServers servers = TwoServers.with("policy.default.protection=rebuild");

    @Test
    void shouldSurviveTheDeathOfEitherServerDuringAMigration() {
        Random random = new Random(20_261_123);
        List<MigrationStep> steps =
                List.of(
                        MigrationStep.MIGRATION_STEP_REST,
                        MigrationStep.MIGRATION_STEP_RECREATE,
                        MigrationStep.MIGRATION_STEP_COPY);
        for (int round = 0; round < 6; round++) {
            try (ProtectedGuest guest = new ProtectedGuest(servers, "")) {
                int source = guest.server();
                int victim = round % 2 == 0 ? source : 1 - source;
                MigrateVmProgress last =
                        Fault.at(steps.get(round / 2), random)
                                .during(
                                        servers,
                                        guest.vm,
                                        1 - source,
                                        () -> servers.server(victim).kill());
                servers.server(victim).awaitExit(TwoServers.PATIENCE);
                String what = "round " + round + ": " + last.getStep() + " " + last.getProblem();
                byte[] content;
                try {
                    content = guest.content();
                } catch (CudaException e) {
                    assertTold(e, victim);
                    content = guest.content();
                    assertThat(content).as(what).containsOnly((byte) 0);
                }
                assertThat(content[0]).as(what).isIn((byte) 0, (byte) 3);
                assertThat(guest.server()).as(what).isEqualTo(1 - victim);
                servers.restart(victim);
            }
            servers.awaitNoSession();
        }
    }
}

package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.admin.v1.DrainServerProgress;
import dev.hira.admin.v1.DrainServerRequest;
import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.admin.v1.ServerState;
import dev.hira.admin.v1.UndrainServerRequest;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A server that the router prefers for a session, and that cannot take it: its limit for modules is
 * too small.
 */
@Tag("thorough")
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RefusingServerTest {
    private static final List<String> SMALL = List.of("--devices", "1", "--profile", "small");
    private static final String GUEST = "guest";
    private static final String PROGRAM =
            "//"
                    + "-".repeat(2000)
                    + """

                    .version 7.0
                    .target sm_70
                    .address_size 64
                    .visible .entry idle() { ret; }
                    """;

    private static CudaDriver open(LocalStack stack, String vm) {
        CudaDriver driver = Hira.connect(stack.uri() + "?devices=1&memory=off&rings=off&vm=" + vm);
        driver.cuInit(0);
        driver.cuCtxCreate(0, 0);
        return driver;
    }

    private static void awaitServers(AdminClient admin, int count) {
        long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        long up = 0;
        while (up < count && System.nanoTime() < deadline) {
            up =
                    admin
                            .always()
                            .listServers(ListServersRequest.getDefaultInstance())
                            .getServersList()
                            .stream()
                            .filter(server -> server.getState() == ServerState.SERVER_STATE_UP)
                            .count();
        }
        assertThat(up).as("servers that are up").isEqualTo(count);
    }

    private static DrainServerProgress drain(AdminClient admin, String server) {
        List<DrainServerProgress> reports = new ArrayList<>();
        admin.always()
                .drainServer(DrainServerRequest.newBuilder().setServer(server).build())
                .forEachRemaining(reports::add);
        return reports.getLast();
    }

    private static void undrain(AdminClient admin, String server) {
        admin.always().undrainServer(UndrainServerRequest.newBuilder().setServer(server).build());
    }

    private static void load(CudaDriver guest) {
        try (Arena arena = Arena.ofConfined()) {
            guest.cuModuleLoadData(arena.allocateFrom(PROGRAM));
        }
    }

    @Test
    void shouldGoToTheNextServerInDrainsResumesAndRecoveries() {
        List<String> limits = new ArrayList<>(SMALL);
        limits.addAll(List.of("--set", "limits.modules=1 KiB"));
        List<String> settings = List.of("--set", "policy.vms.guest.protection=rebuild");
        try (FarServer refusing = FarServer.start(limits);
                LocalStack stack = refusing.stack(2, SMALL, settings);
                AdminClient admin = AdminClient.connect(stack.adminUri());
                Mover mover = new Mover(stack.adminUri(), GUEST);
                Keeper keeper = new Keeper(stack.adminUri(), GUEST)) {
            awaitServers(admin, 3);
            drain(admin, FarServer.NAME);
            drain(admin, "server1");
            CudaDriver guest = open(stack, GUEST); // at server0
            load(guest);
            undrain(admin, "server1");
            CudaDriver other =
                    open(stack, "other"); // at server1, so that the third one is preferred
            undrain(admin, FarServer.NAME);

            DrainServerProgress drained = drain(admin, "server0");
            assertThat(drained.getProblem()).isEmpty();
            assertThat(drained.getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_DONE);
            assertThat(mover.sessions().getFirst().getServer()).isEqualTo("server1");

            keeper.mustSuspend();
            assertThatThrownBy(() -> keeper.resume(FarServer.NAME))
                    .hasMessageContaining("a recorded call failed at the new server 'far'");
            keeper.resume("");
            assertThat(mover.sessions().getFirst().getServer()).isEqualTo("server1");
            guest.cuCtxSynchronize();

            undrain(admin, "server0");
            drain(admin, FarServer.NAME);
            CudaDriver third = open(stack, "other"); // at server0
            undrain(admin, FarServer.NAME);
            stack.server(1).kill();
            assertThatThrownBy(guest::cuCtxSynchronize)
                    .hasMessageContaining("objects exist again at 'server0'");
            List.of(guest, other, third).forEach(CudaDriver::close);
        }
    }
}

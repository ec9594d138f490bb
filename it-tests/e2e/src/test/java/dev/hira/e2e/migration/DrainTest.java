package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import dev.hira.admin.v1.DrainServerProgress;
import dev.hira.admin.v1.DrainServerRequest;
import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.admin.v1.ServerState;
import dev.hira.admin.v1.Session;
import dev.hira.admin.v1.UndrainServerRequest;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.gpu.Gpu;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that is drained while programs compute there, and notice nothing. */
@Tag("thorough")
@Timeout(180)
class DrainTest {
    private static final List<String> OPTIONS = List.of("", "&rings=off", "&memory=off&rings=off");
    private static final int WALKERS = 6;

    private LocalStack stack;
    private AdminClient admin;

    @BeforeEach
    void start() {
        stack = LocalStack.start(3, List.of("--profile", "small"), List.of());
        admin = AdminClient.connect(stack.adminUri());
    }

    @AfterEach
    void stop() {
        admin.close();
        stack.close();
    }

    private List<DrainServerProgress> drain(String server) {
        List<DrainServerProgress> reports = new ArrayList<>();
        admin.always()
                .drainServer(
                        DrainServerRequest.newBuilder()
                                .setServer(server)
                                .setHold(Duration.newBuilder().setSeconds(30))
                                .build())
                .forEachRemaining(reports::add);
        return reports;
    }

    private long sessionsAt(String server) {
        return admin
                .now()
                .listSessions(ListSessionsRequest.getDefaultInstance())
                .getSessionsList()
                .stream()
                .map(Session::getServer)
                .filter(server::equals)
                .count();
    }

    private ServerState state(String server) {
        return admin
                .now()
                .listServers(ListServersRequest.getDefaultInstance())
                .getServersList()
                .stream()
                .filter(s -> s.getName().equals(server))
                .findFirst()
                .orElseThrow()
                .getState();
    }

    private static void awaitSteps(List<Walker> walkers, int more) throws InterruptedException {
        List<Integer> goals = walkers.stream().map(walker -> walker.steps() + more).toList();
        for (int i = 0; i < walkers.size(); i++) {
            walkers.get(i).awaitSteps(goals.get(i));
        }
    }

    @Test
    void shouldMoveProgramsThatComputeAndPlaceNewOnesElsewhere() throws Exception {
        List<Walker> walkers = new ArrayList<>();
        List<Future<Boolean>> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(WALKERS)) {
            for (int i = 0; i < WALKERS; i++) {
                String options = OPTIONS.get(i % OPTIONS.size());
                Walker walker = new Walker(stack.uri() + "?devices=1&vm=vm" + i % 4 + options);
                walkers.add(walker);
                results.add(threads.submit(walker));
            }
            try {
                awaitSteps(walkers, 10);
                long before = sessionsAt("server0");
                assertThat(before).isPositive();
                DrainServerProgress last = drain("server0").getLast();
                assertThat(last.getProblem()).isEmpty();
                assertThat(last.getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_DONE);
                assertThat(last.getMoved()).isEqualTo((int) before);
                assertThat(sessionsAt("server0")).isZero();
                assertThat(state("server0")).isEqualTo(ServerState.SERVER_STATE_DRAINING);
                awaitSteps(walkers, 10);
                shouldPlaceNothingAt("server0");
            } finally {
                walkers.forEach(Walker::stop);
            }
            for (Future<Boolean> result : results) {
                assertThat(result.get(60, TimeUnit.SECONDS)).isTrue();
            }
        }
        shouldServeAgain("server0");
    }

    private void shouldPlaceNothingAt(String server) {
        List<Gpu> late = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            late.add(Gpu.connect(stack.uri() + "?devices=1&vm=late" + i));
        }
        assertThat(sessionsAt(server)).isZero();
        late.forEach(Gpu::close);
    }

    private void shouldServeAgain(String server) {
        admin.now().undrainServer(UndrainServerRequest.newBuilder().setServer(server).build());
        assertThat(state(server)).isEqualTo(ServerState.SERVER_STATE_UP);
        try (Gpu one = Gpu.connect(stack.uri() + "?devices=1&vm=one");
                Gpu two = Gpu.connect(stack.uri() + "?devices=1&vm=two");
                Gpu three = Gpu.connect(stack.uri() + "?devices=1&vm=three")) {
            assertThat(List.of(one, two, three)).doesNotContainNull();
            assertThat(sessionsAt(server)).isPositive();
        }
    }
}

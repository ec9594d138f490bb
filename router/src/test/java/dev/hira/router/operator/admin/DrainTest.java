package dev.hira.router.operator.admin;

import static dev.hira.router.testing.AdminRig.fields;
import static dev.hira.router.testing.AdminRig.reason;
import static dev.hira.router.testing.AdminRig.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.DrainServerProgress;
import dev.hira.admin.v1.DrainServerRequest;
import dev.hira.admin.v1.Event;
import dev.hira.admin.v1.EventKind;
import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.admin.v1.Server;
import dev.hira.admin.v1.ServerState;
import dev.hira.admin.v1.UndrainServerRequest;
import dev.hira.admin.v1.WatchEventsRequest;
import dev.hira.link.grpc.net.LocalPeers;
import dev.hira.router.placement.ServerView;
import dev.hira.router.session.RouterSession;
import dev.hira.router.testing.AdminRig;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.v1.Control;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DrainTest {
    @TempDir private Path folder;
    private AdminRig rig;

    @BeforeEach
    void start() throws Exception {
        rig =
                new AdminRig(
                        folder,
                        "hira.router.servers = [{name = a, uri = \"hira+unix:///nowhere/a\"},"
                                + "{name = b, uri = \"hira+unix:///nowhere/b\"},"
                                + "{name = c, uri = \"hira+unix:///nowhere/c\"}]");
        rig.rig.moveAtServer();
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    /** The reports of a drain, whose sessions the test's thread runs. */
    private final class Reports
            implements ClientResponseObserver<DrainServerRequest, DrainServerProgress> {
        private final BlockingQueue<DrainServerProgress> reports = new LinkedBlockingQueue<>();
        private final CountDownLatch over = new CountDownLatch(1);
        private @Nullable ClientCallStreamObserver<DrainServerRequest> call;

        @Override
        public void beforeStart(ClientCallStreamObserver<DrainServerRequest> stream) {
            call = stream;
        }

        @Override
        public void onNext(DrainServerProgress report) {
            reports.add(report);
        }

        @Override
        public void onError(Throwable problem) {
            over.countDown();
        }

        @Override
        public void onCompleted() {
            over.countDown();
        }

        List<DrainServerProgress> all() {
            pumpUntil(() -> over.getCount() == 0);
            return List.copyOf(reports);
        }

        void cancel() {
            Objects.requireNonNull(call).cancel("enough", null);
        }
    }

    private void pumpUntil(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).isNegative();
            rig.rig.pump.run();
            Thread.onSpinWait();
        }
    }

    /** Makes the first servers that sessions move to end them. */
    private void refuseMoves(int times) {
        AtomicInteger refused = new AtomicInteger();
        rig.rig.atServer((server, control) -> {
            if (control.getOpen().getTakesOver() && refused.getAndIncrement() < times) {
                server.link().close(new LinkStatus(Cause.REFUSED, "not here"));
            } else {
                Rig.move(server, control);
            }
        });
    }

    @Test
    void shouldMoveASessionToTheNextServerWhenOneDoesNotTakeIt() {
        rig.open("blue");
        refuseMoves(1);
        List<DrainServerProgress> reports = drain("a").all();
        assertThat(reports.getLast().getMoved()).isEqualTo(1);
        assertThat(reports.getLast().getLeft()).isZero();
        assertThat(reports)
                .extracting(DrainServerProgress::getStep)
                .doesNotContain(MigrationStep.MIGRATION_STEP_FAILED);
        assertThat(sessionsAt("c")).isEqualTo(1);
        assertThat(counted("a") + counted("b")).isZero();
    }

    @Test
    void shouldNameEachServerAndItsReasonWhenNoneTakesASession() {
        Peer guest = rig.open("blue");
        refuseMoves(9);
        List<DrainServerProgress> reports = drain("a").all();
        assertThat(reports)
                .filteredOn(report -> !report.getSession().isEmpty())
                .filteredOn(DrainServerProgress::getStep, MigrationStep.MIGRATION_STEP_FAILED)
                .extracting(DrainServerProgress::getProblem)
                .singleElement()
                .asString()
                .contains("a: an operator drains it")
                .containsPattern("; b: .*'b'.* not here; c: .*'c'.* not here");
        assertThat(guest.isOpen()).isTrue();
        assertThat(sessionsAt("a")).isEqualTo(1);
        assertThat(counted("b") + counted("c")).isZero();
    }

    private Reports drain(String server) {
        return drain(DrainServerRequest.newBuilder().setServer(server).build());
    }

    private Reports drain(DrainServerRequest request) {
        Reports reports = new Reports();
        rig.async().drainServer(request, reports);
        return reports;
    }

    private Server undrain(String server) {
        return rig.admin()
                .undrainServer(UndrainServerRequest.newBuilder().setServer(server).build());
    }

    private Server server(String name) {
        return rig
                .admin()
                .listServers(ListServersRequest.getDefaultInstance())
                .getServersList()
                .stream()
                .filter(server -> server.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private long sessionsAt(String server) {
        return rig.rig.registry.all().stream().filter(s -> server.equals(place(s))).count();
    }

    private static String place(RouterSession session) {
        return Objects.requireNonNull(session.facts()).placed().server().name();
    }

    private int counted(String server) {
        return rig.rig.pool.view(server).map(ServerView::sessions).orElseThrow();
    }

    @Test
    void shouldMoveAllSessionsAndPlaceNoneThere() {
        List<Peer> guests = rig.openAll(List.of("blue", "blue", "blue", "green", "green", "red"));
        long before = sessionsAt("a");
        assertThat(before).isPositive();
        List<DrainServerProgress> reports = drain("a").all();

        DrainServerProgress last = reports.getLast();
        assertThat(last.getSession()).isEmpty();
        assertThat(last.getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_DONE);
        assertThat(last.getMoved()).isEqualTo((int) before);
        assertThat(last.getLeft()).isZero();
        assertThat(reports)
                .filteredOn(r -> r.getStep() == MigrationStep.MIGRATION_STEP_DONE)
                .filteredOn(r -> !r.getSession().isEmpty())
                .hasSize((int) before)
                .allMatch(r -> r.getTarget().matches("[bc]/[01]") && !r.getVm().isEmpty());
        assertThat(sessionsAt("a")).isZero();
        assertThat(counted("a")).isZero();
        assertThat(counted("b") + counted("c")).isEqualTo(6);
        assertThat(guests).allMatch(Peer::isOpen);
        for (int i = 0; i < 6; i++) {
            rig.open("late");
        }
        assertThat(sessionsAt("a")).isZero();
        assertThat(server("a").getState()).isEqualTo(ServerState.SERVER_STATE_DRAINING);
        assertThat(server("a").getDetail()).isEqualTo("an operator drains it");

        assertThat(undrain("a").getState()).isEqualTo(ServerState.SERVER_STATE_UP);
        rig.open("late");
        assertThat(sessionsAt("a")).isEqualTo(1);
    }

    @Test
    void shouldKeepTheSessionsOfAVmThatAreElsewhere() {
        rig.openAll(List.of("blue", "blue", "blue", "blue", "blue", "blue"));
        List<String> elsewhere = idsAt("b");
        assertThat(elsewhere).hasSize(2);
        drain("a").all();
        assertThat(idsAt("b")).containsAll(elsewhere);
    }

    private List<String> idsAt(String server) {
        List<String> ids = new ArrayList<>();
        rig.rig.registry.all().stream()
                .filter(session -> place(session).equals(server))
                .forEach(session -> ids.add(session.id()));
        return ids;
    }

    @Test
    void shouldReportSessionsThatCannotMoveAndMoveTheOthers() {
        rig.openAll(List.of("blue", "green", "red"));
        rig.rig.pool.drain("c", true);
        // The largest server is the only one for this session.
        rig.rig.serving("a", 5);
        rig.rig.open(open -> open.setVm("wide").setDevices(5));
        DrainServerProgress last = drain("a").all().getLast();
        assertThat(last.getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_FAILED);
        assertThat(last.getProblem()).isEqualTo("1 session stays");
        assertThat(last.getLeft()).isEqualTo(1);
        assertThat(last.getMoved()).isEqualTo(1);
        assertThat(sessionsAt("a")).isEqualTo(1);
        assertThat(drain("a").all())
                .filteredOn(r -> r.getVm().equals("wide"))
                .extracting(DrainServerProgress::getProblem)
                .singleElement()
                .asString()
                .contains("no API server has 5 devices");
    }

    @Test
    void shouldMoveASessionThatWasStillOpening() {
        rig.rig.ignoreAtServer();
        Peer guest = rig.open("late");
        Peer server = rig.rig.server();
        assertThat(counted("a")).isEqualTo(1);
        rig.rig.moveAtServer();
        server.onControl(Rig::move);
        rig.open("blue");
        Reports reports = drain("a");
        pumpUntil(() -> server("a").getState() == ServerState.SERVER_STATE_DRAINING);
        assertThat(reports.over.getCount()).isEqualTo(1);
        Rig.move(server, server.controls().getFirst());

        DrainServerProgress last = reports.all().getLast();
        assertThat(last.getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_DONE);
        assertThat(last.getMoved()).isEqualTo(1);
        assertThat(guest.isOpen()).isTrue();
        assertThat(counted("a")).isZero();
    }

    @Test
    void shouldPlaceASessionElsewhereThatOpensWhileItsVmMoves() {
        Peer guest = rig.open("blue");
        Peer old = rig.rig.server().onControl(Rig::welcome);
        Reports reports = drain("a");
        pumpUntil(() -> old.controls().getLast().hasTellPlacements());
        Peer late = rig.open("blue");
        assertThat(late.isOpen()).isTrue();
        assertThat(sessionsAt("a")).isEqualTo(1);
        assertThat(sessionsAt("b") + sessionsAt("c")).isEqualTo(1);

        old.onControl(Rig::move);
        Rig.move(old, old.controls().getLast());
        assertThat(reports.all().getLast().getMoved()).isEqualTo(1);
        assertThat(guest.isOpen()).isTrue();
        assertThat(late.isOpen()).isTrue();
    }

    /** Returns the servers' ends that were told to come to rest. */
    private long resting() {
        return rig.rig.servers.stream()
                .filter(peer -> peer.controls().stream().anyMatch(Control::hasTellPlacements))
                .count();
    }

    @Test
    void shouldMoveOnlyAsManyVmsAtATimeAsAsked() {
        rig.openAll(List.of("red", "green", "blue", "pink", "gold", "grey"));
        rig.rig.servers.forEach(peer -> peer.onControl(Rig::welcome));
        Reports reports =
                drain(DrainServerRequest.newBuilder().setServer("a").setConcurrency(1).build());
        pumpUntil(() -> resting() == 1 && !reports.reports.isEmpty());
        assertThat(reports.reports).hasSize(1);
        Peer first =
                rig.rig.servers.stream()
                        .filter(peer -> peer.controls().getLast().hasTellPlacements())
                        .findFirst()
                        .orElseThrow();
        rig.rig.servers.forEach(peer -> peer.onControl(Rig::move));
        Rig.move(first, first.controls().getLast());
        assertThat(reports.all().getLast().getMoved()).isEqualTo(2);
    }

    @Test
    void shouldNotCountASessionThatEndsOnItsWay() {
        Peer guest = rig.open("blue");
        rig.rig.server().onControl(Rig::welcome);
        Reports reports = drain("a");
        pumpUntil(() -> resting() == 1);
        guest.link().close();
        List<DrainServerProgress> all = reports.all();
        assertThat(all)
                .extracting(DrainServerProgress::getStep)
                .containsExactly(
                        MigrationStep.MIGRATION_STEP_OPEN, MigrationStep.MIGRATION_STEP_DONE);
        assertThat(all.getLast().getMoved()).isZero();
        assertThat(all.getLast().getLeft()).isZero();
        assertThat(counted("b")).isZero();
    }

    @Test
    void shouldWaitForAnotherMigrationOfAVm() {
        rig.open("blue");
        Peer old = rig.rig.server().onControl(Rig::welcome);
        BlockingQueue<MigrateVmProgress> moves = new LinkedBlockingQueue<>();
        rig.async()
                .migrateVm(
                        MigrateVmRequest.newBuilder().setVm("blue").setTarget("b").build(),
                        new Sink<>(moves));
        pumpUntil(() -> resting() == 1);
        Reports reports = drain("a");
        pumpUntil(() -> server("a").getState() == ServerState.SERVER_STATE_DRAINING);
        assertThat(reports.reports).isEmpty();

        old.onControl(Rig::move);
        Rig.move(old, old.controls().getLast());
        DrainServerProgress last = reports.all().getLast();
        assertThat(last.getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_DONE);
        assertThat(last.getMoved()).isZero();
        assertThat(sessionsAt("b")).isEqualTo(1);
    }

    @Test
    void shouldTellWatchersOfDrains() throws Exception {
        BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        rig.async().watchEvents(WatchEventsRequest.getDefaultInstance(), new Sink<>(events));
        await(() -> rig.rig.events.watchers() == 1);
        drain("a").all();
        undrain("a");
        Event drained = Objects.requireNonNull(events.poll(60, TimeUnit.SECONDS));
        Event undrained = Objects.requireNonNull(events.poll(60, TimeUnit.SECONDS));
        assertThat(drained.getKind()).isEqualTo(EventKind.EVENT_KIND_SERVER_DRAINED);
        assertThat(drained.getDetail())
                .matches("a: 0 sessions moved, 0 left; by .+ \\(user " + LocalPeers.own() + "\\)");
        assertThat(undrained.getKind()).isEqualTo(EventKind.EVENT_KIND_SERVER_UNDRAINED);
    }

    private record Sink<T>(BlockingQueue<T> messages) implements StreamObserver<T> {
        @Override
        public void onNext(T message) {
            messages.add(message);
        }

        @Override
        public void onError(Throwable problem) {}

        @Override
        public void onCompleted() {}
    }

    @Test
    void shouldLetTheMoveUnderWayFinishWhenItIsCancelled() {
        rig.openAll(List.of("blue", "blue", "blue", "blue"));
        assertThat(sessionsAt("a")).isEqualTo(2);
        // The test's thread alone lets moves go on.
        Reports reports =
                drain(DrainServerRequest.newBuilder().setServer("a").setConcurrency(1).build());
        await(() -> !reports.reports.isEmpty());
        reports.cancel();
        // The router handles requests of a connection in their order: the end of the first is
        // known.
        assertThat(server("a").getState()).isEqualTo(ServerState.SERVER_STATE_DRAINING);
        pumpUntil(() -> sessionsAt("a") == 1);
        DrainServerProgress last = again("a").getLast();
        assertThat(last.getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_DONE);
        assertThat(last.getMoved()).as("the other session").isEqualTo(1);
    }

    /** Drains a server as soon as its former drain has ended. */
    private List<DrainServerProgress> again(String server) {
        List<DrainServerProgress> reports = List.of();
        while (reports.isEmpty()) {
            reports = drain(server).all();
        }
        return reports;
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).isNegative();
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldEndTheDrainWhenTheServerIsUndrained() {
        rig.openAll(List.of("blue", "blue", "blue", "blue"));
        Reports reports = drain("a");
        await(() -> !reports.reports.isEmpty());
        undrain("a");
        DrainServerProgress last = reports.all().getLast();
        assertThat(last.getProblem()).isEqualTo("the drain was cancelled");
        assertThat(last.getMoved()).isEqualTo(1);
        assertThat(sessionsAt("a")).isEqualTo(1);
        assertThat(server("a").getState()).isEqualTo(ServerState.SERVER_STATE_UP);
    }

    @Test
    void shouldRefuseWhatCannotBe() {
        StatusRuntimeException unknown = refusal(() -> undrain("d"));
        assertThat(unknown.getStatus().getCode()).isEqualTo(Code.NOT_FOUND);
        assertThat(unknown.getMessage()).contains("no API server 'd'; there are a, b, c");
        StatusRuntimeException many =
                refusal(() ->
                        rig.admin()
                                .drainServer(
                                        DrainServerRequest.newBuilder()
                                                .setServer("a")
                                                .setConcurrency(65)
                                                .build())
                                .hasNext());
        assertThat(fields(many)).containsExactly("concurrency");

        drain("a").all();
        drain("b").all();
        rig.open("blue");
        StatusRuntimeException last =
                refusal(() ->
                        rig.admin()
                                .drainServer(DrainServerRequest.newBuilder().setServer("c").build())
                                .hasNext());
        assertThat(reason(last)).isEqualTo("NO_OTHER_SERVER");
        assertThat(server("c").getState()).isEqualTo(ServerState.SERVER_STATE_UP);
        assertThat(sessionsAt("c")).isEqualTo(1);
    }
}

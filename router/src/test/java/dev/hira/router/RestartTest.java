package dev.hira.router;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.FieldMask;
import com.typesafe.config.ConfigFactory;
import dev.hira.admin.v1.AdminServiceGrpc;
import dev.hira.admin.v1.AdminServiceGrpc.AdminServiceBlockingStub;
import dev.hira.admin.v1.AssignClassRequest;
import dev.hira.admin.v1.Change;
import dev.hira.admin.v1.ChangedSetting;
import dev.hira.admin.v1.CompareChangesRequest;
import dev.hira.admin.v1.CompareChangesResponse;
import dev.hira.admin.v1.DrainServerRequest;
import dev.hira.admin.v1.EvictVmRequest;
import dev.hira.admin.v1.GetPolicyRequest;
import dev.hira.admin.v1.GetRulesRequest;
import dev.hira.admin.v1.GetSchedulerRequest;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.ListChangesRequest;
import dev.hira.admin.v1.ListChangesResponse;
import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.LoadRulesRequest;
import dev.hira.admin.v1.PauseVmRequest;
import dev.hira.admin.v1.Policy;
import dev.hira.admin.v1.ResumeVmRequest;
import dev.hira.admin.v1.RollBackRequest;
import dev.hira.admin.v1.RollBackResponse;
import dev.hira.admin.v1.Rules;
import dev.hira.admin.v1.Server;
import dev.hira.admin.v1.ServerState;
import dev.hira.admin.v1.SetClassRequest;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.admin.v1.SetSchedulerRequest;
import dev.hira.admin.v1.UndrainServerRequest;
import dev.hira.admin.v1.VmState;
import dev.hira.link.grpc.GrpcChannels;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.LocalPeers;
import dev.hira.router.config.RouterConfig;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.router.session.kept.SessionFile;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.router.testing.ToyServer;
import dev.hira.state.v1.StoredSession;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators change by the admin service is there again after a restart of the router. */
final class RestartTest {
    @TempDir private Path folder;
    private final EventLoops loops = EventLoops.create(1, "test-admin");
    private ToyServer first;
    private ToyServer second;
    private Router router;
    private ManagedChannel channel;
    private AdminServiceBlockingStub admin;

    @BeforeEach
    void start() throws Exception {
        first = new ToyServer(uri("a.sock"));
        second = new ToyServer(uri("b.sock"));
        startRouter();
    }

    private void startRouter() {
        router =
                Router.start(
                        config(), RouterOptions.defaults().withCatalogs(List.of(new ToyCatalog())));
        channel = GrpcChannels.open(uri("admin.sock"), LinkOptions.on(loops.next()));
        admin = AdminServiceGrpc.newBlockingStub(channel).withDeadlineAfter(60, TimeUnit.SECONDS);
    }

    private RouterConfig config() {
        return RouterConfig.from(
                ConfigFactory.parseString(
                        "hira.router { listen = [\""
                                + uri("router.sock")
                                + "\"], admin.listen = [\""
                                + uri("admin.sock")
                                + "\"], servers = [{name = a, uri = \""
                                + uri("a.sock")
                                + "\"}, {name = b, uri = \""
                                + uri("b.sock")
                                + "\"}], timeouts.drain = 200 ms, timeouts.resume = 100 ms,"
                                + " event-loops = 1, memory.enabled = false, state.dir = \""
                                + folder.resolve("state")
                                + "\" }"));
    }

    @Test
    void shouldReleaseASessionWhoseGuestDoesNotComeBack() {
        stopRouter();
        Path sessions = folder.resolve("state").resolve("sessions");
        SessionFile left =
                requireNonNull(
                        KeptSessions.open(sessions)
                                .create(StoredSession.newBuilder().setSession("left").build()));
        left.close();
        Path file = sessions.resolve("left.session");
        assertThat(file).exists();
        startRouter();
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (Files.exists(file)) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            admin.listServers(ListServersRequest.getDefaultInstance());
        }
    }

    private void restart() {
        stopRouter();
        startRouter();
    }

    private void stopRouter() {
        channel.shutdownNow();
        router.close();
    }

    @AfterEach
    void stop() {
        stopRouter();
        first.close();
        second.close();
        loops.close();
    }

    private URI uri(String socket) {
        return URI.create("hira+unix://" + folder.resolve(socket));
    }

    private Policy policy(String vm) {
        return admin.getPolicy(GetPolicyRequest.newBuilder().setVm(vm).build());
    }

    private void changePolicies() {
        admin.setClass(
                SetClassRequest.newBuilder()
                        .setName("gold")
                        .setGrant(Grant.newBuilder().setShare(8).putQuotas("memory", 1 << 20))
                        .build());
        admin.assignClass(AssignClassRequest.newBuilder().setVm("blue").setClass_("gold").build());
        admin.setPolicy(
                SetPolicyRequest.newBuilder()
                        .setVm("blue")
                        .setGrant(Grant.newBuilder().setSessions(3))
                        .setUpdateMask(FieldMask.newBuilder().addPaths("sessions"))
                        .build());
    }

    @Test
    void shouldKnowGrantsAndClasses() {
        changePolicies();
        Policy before = policy("blue");
        restart();

        assertThat(policy("blue")).isEqualTo(before);
        assertThat(before.getGrant().getShare()).isEqualTo(8);
        assertThat(before.getOwnSettingsList()).containsExactly("sessions");
        assertThat(before.getVersion()).isEqualTo(4);
    }

    @Test
    void shouldRefuseADamagedFileOfChangesAndStartWithoutItsFolder() throws IOException {
        changePolicies();
        stopRouter();
        Path state = folder.resolve("state");
        Path changes = state.resolve("changes.log");
        byte[] bytes = Files.readAllBytes(changes);
        bytes[40] ^= 1;
        Files.write(changes, bytes);

        assertThatThrownBy(this::startRouter)
                .hasMessageContaining(changes + ", offset 24: the checksum of a record")
                .hasMessageContaining(
                        "restore the file from a copy, or move the folder away and start without"
                                + " what it kept");
        Files.move(state, folder.resolve("damaged"));
        startRouter();
        assertThat(policy("blue").getGrant().getShare()).isOne();
        assertThat(policy("blue").getOwnSettingsList()).isEmpty();
    }

    @Test
    void shouldKnowSchedulersAndRules() {
        admin.setScheduler(
                SetSchedulerRequest.newBuilder().setDevice("a/0").setName("round-robin").build());
        Rules loaded =
                admin.loadRules(
                        LoadRulesRequest.newBuilder()
                                .setText("deny if vm.sessions > 3: \"too many\"\n")
                                .setSource("test")
                                .build());
        restart();

        assertThat(
                        admin.getScheduler(
                                        GetSchedulerRequest.newBuilder().setDevice("a/0").build())
                                .getName())
                .isEqualTo("round-robin");
        assertThat(admin.getRules(GetRulesRequest.getDefaultInstance())).isEqualTo(loaded);
    }

    @Test
    void shouldKnowPausedAndEvictedVms() {
        for (String vm : List.of("blue", "red", "green")) {
            admin.setPolicy(SetPolicyRequest.newBuilder().setVm(vm).build());
        }
        admin.pauseVm(PauseVmRequest.newBuilder().setVm("blue").build());
        admin.evictVm(EvictVmRequest.newBuilder().setVm("red").setReason("too loud").build());
        admin.pauseVm(PauseVmRequest.newBuilder().setVm("green").build());
        admin.resumeVm(ResumeVmRequest.newBuilder().setVm("green").build());
        restart();

        assertThat(state("blue")).isEqualTo(VmState.VM_STATE_PAUSED);
        assertThat(state("red")).isEqualTo(VmState.VM_STATE_EVICTED);
        assertThat(state("green")).isEqualTo(VmState.VM_STATE_EXPECTED);
    }

    private VmState state(String vm) {
        return admin.getVm(GetVmRequest.newBuilder().setVm(vm).build()).getState();
    }

    @Test
    void shouldKnowDrainedServers() {
        admin.drainServer(DrainServerRequest.newBuilder().setServer("a").build())
                .forEachRemaining(report -> {});
        restart();
        assertThat(server("a")).isEqualTo(ServerState.SERVER_STATE_DRAINING);

        admin.undrainServer(UndrainServerRequest.newBuilder().setServer("a").build());
        restart();
        assertThat(server("a")).isEqualTo(ServerState.SERVER_STATE_UP);
    }

    private ServerState server(String name) {
        return admin.listServers(ListServersRequest.getDefaultInstance()).getServersList().stream()
                .filter(server -> server.getName().equals(name))
                .map(Server::getState)
                .findFirst()
                .orElseThrow();
    }

    private RollBackResponse rollBack(long to, boolean check) {
        return admin.rollBack(
                RollBackRequest.newBuilder().setTo(to).setValidateOnly(check).build());
    }

    private static List<String> lines(List<ChangedSetting> settings) {
        return settings.stream()
                .map(s ->
                        s.getSubject()
                                + " "
                                + s.getSetting()
                                + " "
                                + s.getBefore()
                                + ">"
                                + s.getAfter())
                .toList();
    }

    @Test
    void shouldListWhatWasChangedByWhom() {
        changePolicies();
        admin.pauseVm(PauseVmRequest.newBuilder().setVm("blue").build());
        restart();
        ListChangesResponse all = admin.listChanges(ListChangesRequest.getDefaultInstance());
        ListChangesResponse latest =
                admin.listChanges(
                        ListChangesRequest.newBuilder().setVm("blue").setPageSize(2).build());
        ListChangesResponse first =
                admin.listChanges(ListChangesRequest.newBuilder().setBefore(3).build());

        assertThat(all.getChangesList())
                .extracting(Change::getNumber)
                .containsExactly(5L, 4L, 3L, 2L);
        assertThat(all.getMore()).isFalse();
        assertThat(latest.getMore()).isTrue();
        assertThat(lines(latest.getChanges(0).getSettingsList()))
                .containsExactly("VM blue state >paused");
        assertThat(lines(latest.getChanges(1).getSettingsList()))
                .containsExactly("VM blue sessions >3");
        assertThat(latest.getChanges(1).getAuthor()).endsWith(" (user " + LocalPeers.own() + ")");
        assertThat(first.getChangesList())
                .singleElement()
                .satisfies(change ->
                        assertThat(lines(change.getSettingsList()))
                                .contains("class gold share >8", "class gold quotas.memory >1MiB"));
    }

    @Test
    void shouldCompareTwoStates() {
        changePolicies();
        CompareChangesResponse oneChange =
                admin.compareChanges(
                        CompareChangesRequest.newBuilder().setFrom(2).setTo(3).build());
        CompareChangesResponse sinceThen =
                admin.compareChanges(CompareChangesRequest.newBuilder().setFrom(3).build());

        assertThat(lines(oneChange.getSettingsList())).containsExactly("VM blue class >gold");
        assertThat(lines(sinceThen.getSettingsList())).containsExactly("VM blue sessions >3");
        assertThatThrownBy(() ->
                        admin.compareChanges(CompareChangesRequest.newBuilder().setFrom(9).build()))
                .hasMessageContaining("change 9 was asked; the router knows changes 1 to 4");
    }

    @Test
    void shouldRollBackThePolicyButNotPauses() {
        admin.setScheduler(
                SetSchedulerRequest.newBuilder().setDevice("a/0").setName("credit").build());
        LoadRulesRequest rules =
                LoadRulesRequest.newBuilder().setText("deny if vm.sessions > 3: \"x\"\n").build();
        Rules first = admin.loadRules(rules);
        long then =
                admin.listChanges(ListChangesRequest.getDefaultInstance())
                        .getChanges(0)
                        .getNumber();
        changePolicies();
        admin.pauseVm(PauseVmRequest.newBuilder().setVm("blue").build());
        admin.setScheduler(
                SetSchedulerRequest.newBuilder().setDevice("a/0").setName("round-robin").build());
        admin.setScheduler(
                SetSchedulerRequest.newBuilder().setDevice("b/0").setName("round-robin").build());
        admin.loadRules(rules.toBuilder().setText("").build());
        RollBackResponse checked = rollBack(then, true);
        assertThat(policy("blue").getGrant().getShare()).as("only checked").isEqualTo(8);

        RollBackResponse done = rollBack(then, false);
        assertThat(done.getSettingsList()).isEqualTo(checked.getSettingsList()).isNotEmpty();
        for (int start = 0; start < 2; start++) {
            assertThat(policy("blue").getGrant().getShare()).isEqualTo(1);
            assertThat(policy("blue").getClass_()).isEqualTo("default");
            assertThat(state("blue")).isEqualTo(VmState.VM_STATE_PAUSED);
            assertThat(scheduler("a/0")).isEqualTo("credit");
            assertThat(scheduler("b/0")).isEqualTo("fair");
            Rules now = admin.getRules(GetRulesRequest.getDefaultInstance());
            assertThat(now.getText()).isEqualTo(first.getText());
            assertThat(now.getVersion()).isEqualTo(3);
            assertThat(rollBack(then, false).getSettingsList()).isEmpty();
            restart();
        }
    }

    private String scheduler(String device) {
        return admin.getScheduler(GetSchedulerRequest.newBuilder().setDevice(device).build())
                .getName();
    }

    @Test
    void shouldRefuseASecondRouterWithTheSameDirectory() {
        assertThatThrownBy(() -> Router.start(config()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("it belongs to the running process");
        changePolicies();
        assertThat(policy("blue").getGrant().getShare()).isEqualTo(8);
    }
}

package dev.hira.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.FieldMask;
import com.typesafe.config.ConfigFactory;
import dev.hira.admin.v1.AdminServiceGrpc;
import dev.hira.admin.v1.AdminServiceGrpc.AdminServiceBlockingStub;
import dev.hira.admin.v1.AssignClassRequest;
import dev.hira.admin.v1.DrainServerRequest;
import dev.hira.admin.v1.EvictVmRequest;
import dev.hira.admin.v1.GetPolicyRequest;
import dev.hira.admin.v1.GetRulesRequest;
import dev.hira.admin.v1.GetSchedulerRequest;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.LoadRulesRequest;
import dev.hira.admin.v1.PauseVmRequest;
import dev.hira.admin.v1.Policy;
import dev.hira.admin.v1.ResumeVmRequest;
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
import dev.hira.router.config.RouterConfig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.router.testing.ToyServer;
import io.grpc.ManagedChannel;
import java.io.UncheckedIOException;
import java.net.URI;
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
                                + "\"}], timeouts.drain = 200 ms, event-loops = 1,"
                                + " memory.enabled = false, state.dir = \""
                                + folder.resolve("state")
                                + "\" }"));
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

    @Test
    void shouldRefuseASecondRouterWithTheSameDirectory() {
        assertThatThrownBy(() -> Router.start(config()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("it belongs to the running process");
        changePolicies();
        assertThat(policy("blue").getGrant().getShare()).isEqualTo(8);
    }
}

package dev.hira.router.operator.admin;

import static dev.hira.router.testing.AdminRig.reason;
import static dev.hira.router.testing.AdminRig.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import dev.hira.admin.v1.AssignClassRequest;
import dev.hira.admin.v1.DrainServerRequest;
import dev.hira.admin.v1.EvictVmRequest;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.ListChangesRequest;
import dev.hira.admin.v1.LoadRulesRequest;
import dev.hira.admin.v1.PauseVmRequest;
import dev.hira.admin.v1.SetClassRequest;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.admin.v1.SetSchedulerRequest;
import dev.hira.base.tls.PeerRole;
import dev.hira.link.grpc.net.PeerAdmission;
import dev.hira.link.grpc.net.PeerIdentity.LocalUser;
import dev.hira.policy.model.GrantsState;
import dev.hira.router.config.OperatorsConfig;
import dev.hira.router.config.RouterConfig;
import dev.hira.router.operator.changes.ChangeLog;
import dev.hira.router.operator.changes.Changes;
import dev.hira.router.operator.changes.ConfiguredPolicy;
import dev.hira.router.operator.changes.Edit;
import dev.hira.router.operator.changes.SubjectMap;
import dev.hira.router.operator.control.RulesText;
import dev.hira.router.operator.vms.VmStanding;
import dev.hira.router.placement.ServerView.Health;
import dev.hira.router.testing.AdminRig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A change that cannot be kept is not made. */
final class KeptChangesTest {
    private static final long USER = 4711;

    @TempDir private Path folder;
    private final FullDisk disk = new FullDisk();
    private AdminRig rig;

    @BeforeEach
    void start() throws IOException {
        rig =
                new AdminRig(
                        folder,
                        "hira.router.servers = [{name = a, uri = \"hira+unix:///nowhere/a\"},"
                                + "{name = b, uri = \"hira+unix:///nowhere/b\"}]",
                        disk);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private static final class FullDisk implements Changes {
        private volatile boolean full;

        @Override
        public void keep(String author, List<Edit> edits) {
            if (full) {
                throw new UncheckedIOException(new IOException("no space left on device"));
            }
        }

        @Override
        public void configure(SubjectMap configured, String author, List<Edit> edits) {
            keep(author, edits);
        }

        @Override
        public Optional<ChangeLog> log() {
            return Optional.empty();
        }
    }

    private static void assertNotKept(ThrowingCallable change) {
        var refusal = refusal(change);
        assertThat(reason(refusal)).isEqualTo("NOT_KEPT");
        assertThat(refusal.getStatus().getDescription())
                .startsWith("the change could not be kept, so it was not made: ")
                .contains("no space left on device");
    }

    private void setPolicy() {
        var _ =
                rig.admin()
                        .setPolicy(
                                SetPolicyRequest.newBuilder()
                                        .setVm("blue")
                                        .setGrant(Grant.newBuilder().setShare(3))
                                        .build());
    }

    @Test
    void shouldNotMakeChangesOfGrantsThatItCannotKeep() {
        disk.full = true;
        GrantsState before = rig.control.grants().state();

        assertNotKept(this::setPolicy);
        assertNotKept(() ->
                rig.admin()
                        .setClass(
                                SetClassRequest.newBuilder()
                                        .setName("gold")
                                        .setGrant(Grant.newBuilder().setShare(3))
                                        .build()));
        assertThat(rig.control.grants().state()).isEqualTo(before);
    }

    @Test
    void shouldTakeOverAConfigurationAsAWholeOrNotAtAll() {
        ConfiguredPolicy before = configured("");
        ConfiguredPolicy next = configured("vms { blue { share = 5 } }");
        OperatorsConfig operators = new OperatorsConfig(Map.of(USER, PeerRole.VIEWER), false);
        PeerAdmission admission = rig.service.admission();
        disk.full = true;

        assertThatThrownBy(() -> rig.service.reload(operators, before, next))
                .hasMessageContaining("no space left on device");
        assertThat(rig.control.grants().state().of("blue").share()).isEqualTo(1);
        assertThat(admission.problem(new LocalUser(USER))).isPresent();

        disk.full = false;
        rig.service.reload(operators, before, next);
        assertThat(rig.control.grants().state().of("blue").share()).isEqualTo(5);
        assertThat(admission.problem(new LocalUser(USER))).isEmpty();
    }

    private static ConfiguredPolicy configured(String policy) {
        return ConfiguredPolicy.of(
                RouterConfig.from(
                                ConfigFactory.parseString("hira.router.policy { " + policy + " }"))
                        .policy(),
                RulesText.NONE);
    }

    @Test
    void shouldCheckAChangeBeforeItIsKept() {
        disk.full = true;

        assertThat(
                        refusal(() ->
                                        rig.admin()
                                                .assignClass(
                                                        AssignClassRequest.newBuilder()
                                                                .setVm("blue")
                                                                .setClass_("gold")
                                                                .build()))
                                .getMessage())
                .contains("gold");
    }

    @Test
    void shouldNotChangeASchedulerOrRulesThatItCannotKeep() {
        disk.full = true;
        rig.open("blue");

        assertNotKept(() ->
                rig.admin()
                        .loadRules(
                                LoadRulesRequest.newBuilder()
                                        .setText("deny if vm.sessions > 3: \"x\"\n")
                                        .build()));
        assertThat(rig.control.rules().text()).isEmpty();
        String device = rig.rig.pool.views().getFirst().name() + "/0";
        assertNotKept(() ->
                rig.admin()
                        .setScheduler(
                                SetSchedulerRequest.newBuilder()
                                        .setDevice(device)
                                        .setName("round-robin")
                                        .build()));
        assertThat(rig.control.scheduler(device).name()).isEqualTo("none");
    }

    @Test
    void shouldNotPauseOrEvictAVmWhenItCannotKeepThat() {
        setPolicy();
        disk.full = true;

        assertNotKept(() -> rig.admin().pauseVm(PauseVmRequest.newBuilder().setVm("blue").build()));
        assertNotKept(() -> rig.admin().evictVm(EvictVmRequest.newBuilder().setVm("blue").build()));
        assertThat(rig.rig.services.registry().standings().of("blue"))
                .isEqualTo(VmStanding.RUNNING);
    }

    @Test
    void shouldNotDrainAServerWhenItCannotKeepThat() {
        disk.full = true;

        for (int attempt = 0; attempt < 2; attempt++) {
            assertNotKept(() ->
                    rig.admin()
                            .drainServer(DrainServerRequest.newBuilder().setServer("a").build())
                            .forEachRemaining(report -> {}));
        }
        assertThat(rig.rig.pool.view("a").orElseThrow().health()).isEqualTo(Health.SERVING);
    }

    @Test
    void shouldSayThatThereIsNoHistoryWithoutAStateDirectory() {
        assertThat(
                        reason(
                                refusal(() ->
                                        rig.admin()
                                                .listChanges(
                                                        ListChangesRequest.getDefaultInstance()))))
                .isEqualTo("NO_STATE_DIRECTORY");
    }
}

package dev.hira.cli.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import dev.hira.admin.v1.EventKind;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.ExitStatus;
import dev.hira.cli.testing.EventWatcher;
import dev.hira.cli.testing.Hira;
import dev.hira.router.Router;
import dev.hira.router.RouterOptions;
import dev.hira.router.config.RouterConfig;
import dev.hira.server.ApiServer;
import dev.hira.server.config.ApiServerConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/**
 * A router and an API server with certificates of {@code hira pki}, and what their peers may do.
 */
final class SecuredStackTest {
    private static final List<String> ANY_PORT = List.of("hira+tls://127.0.0.1:0");

    @TempDir static Path folder;
    private static final Hira HIRA = new Hira();
    private static ApiServer server;
    private static Router router;

    @BeforeAll
    static void start() {
        run("pki", "init", pki().toString());
        issue("server", "gpu");
        issue("router", "r1");
        issue("vm", "blue");
        issue("admin", "ann");
        server =
                ApiServer.start(
                        ApiServerConfig.from(
                                ConfigFactory.parseMap(
                                        Map.of(
                                                "hira.server.listen",
                                                ANY_PORT,
                                                "hira.server.devices",
                                                List.of("small"),
                                                "hira.server.tls.folder",
                                                identity("server-gpu")))));
        router =
                Router.start(
                        RouterConfig.from(
                                ConfigFactory.parseMap(
                                        Map.of(
                                                "hira.router.listen",
                                                ANY_PORT,
                                                "hira.router.admin.listen",
                                                ANY_PORT,
                                                "hira.router.servers",
                                                List.of(server.addresses().getFirst().toString()),
                                                "hira.router.state.dir",
                                                folder.resolve("state").toString(),
                                                "hira.router.tls.folder",
                                                identity("router-r1")))),
                        RouterOptions.defaults());
    }

    @AfterAll
    static void stop() {
        router.close();
        server.close();
    }

    private static Path pki() {
        return folder.resolve("pki");
    }

    private static String identity(String name) {
        return pki().resolve(name).toString();
    }

    private static void run(String... arguments) {
        assertThat(HIRA.run(arguments)).as(HIRA.err()).isZero();
    }

    private static void issue(String role, String name) {
        run("pki", "issue", role, name, "--authority", pki().toString());
        assertThat(HIRA.out()).isEqualToIgnoringNewLines(identity(role + "-" + name));
    }

    private static String guest(String parameters) {
        return router.addresses().getFirst() + "?" + parameters;
    }

    private static String admin() {
        return router.adminAddresses().getFirst().toString();
    }

    @Test
    void shouldServeAGuestAsTheVmOfItsCertificate() {
        try (CudaDriver cuda = blue()) {
            cuda.cuInit(0);
            assertThat(cuda.cuDeviceGetCount()).isEqualTo(1);
            assertThat(HIRA.runAt(admin(), "session", "list", "--tls", identity("admin-ann")))
                    .as(HIRA.err())
                    .isZero();
            assertThat(HIRA.out()).contains("blue");
        }
    }

    @Test
    void shouldRefuseAGuestThatClaimsAnotherVm() {
        assertThatThrownBy(() ->
                        dev.hira.guest.Hira.connect(guest("vm=red&tls=" + identity("vm-blue"))))
                .hasMessageContaining(
                        "the certificate is that of VM 'blue', but the guest claims to be 'red'");
    }

    @Test
    void shouldRefuseAGuestAtTheServer() {
        String uri = server.addresses().getFirst() + "?tls=" + identity("vm-blue");
        assertThatThrownBy(() -> dev.hira.guest.Hira.connect(uri))
                .hasMessageContaining("its certificate is that of server 'gpu', not of a router");
    }

    @Test
    void shouldRefuseARevokedGuestAndEndItsSession() {
        issue("vm", "red");
        String uri = guest("tls=" + identity("vm-red"));
        try (EventWatcher ann = new EventWatcher(admin(), identity("admin-ann"));
                CudaDriver before = dev.hira.guest.Hira.connect(uri)) {
            ann.awaitStart(() -> blue().close());
            run("pki", "revoke", "vm/red", "--authority", pki().toString());
            assertThatThrownBy(() -> dev.hira.guest.Hira.connect(uri + "&task=other"))
                    .hasMessageContaining("this process's certificate: it is revoked");
            assertThat(ann.await(EventKind.EVENT_KIND_IDENTITY_REVOKED, "red").getDetail())
                    .startsWith("VM 'red': its certificate");
            assertThat(ann.await(EventKind.EVENT_KIND_SESSION_ENDED, "red").getDetail())
                    .matches("its certificate [0-9a-f]+ is revoked");
            assertThatThrownBy(() -> before.cuInit(0)).hasMessageContaining("is revoked");
        }
        run("pki", "list", "--authority", pki().toString());
        assertThat(HIRA.out())
                .containsPattern("vm +red +revoked")
                .containsPattern("vm +blue +valid");
    }

    @Test
    void shouldEndTheStreamsOfARevokedOperator() {
        issue("viewer", "vera");
        try (EventWatcher ann = new EventWatcher(admin(), identity("admin-ann"));
                EventWatcher vera = new EventWatcher(admin(), identity("viewer-vera"))) {
            ann.awaitStart(() -> blue().close());
            vera.awaitStart(() -> blue().close());
            run("pki", "revoke", "viewer/vera", "--authority", pki().toString());
            assertThat(vera.awaitEnd()).contains("its certificate").contains("is revoked");
            assertThat(ann.await(EventKind.EVENT_KIND_IDENTITY_REVOKED, "").getDetail())
                    .startsWith("viewer 'vera': its certificate");
        }
    }

    private static CudaDriver blue() {
        return dev.hira.guest.Hira.connect(guest("tls=" + identity("vm-blue")));
    }

    @Test
    void shouldAnswerOperatorsOnly() {
        assertThat(HIRA.runAt(admin(), "status", "--tls", identity("vm-blue")))
                .isEqualTo(ExitStatus.FORBIDDEN.code());
        assertThat(HIRA.err())
                .contains(
                        "the certificate is that of VM 'blue', and the router's address for operators");
        assertThat(HIRA.runAt(admin().replace("hira+tls", "hira"), "status"))
                .isEqualTo(ExitStatus.FORBIDDEN.code());
        assertThat(HIRA.err()).contains("this address takes connections by TLS only");
        assertThat(HIRA.runAt(admin(), "status")).isEqualTo(ExitCode.USAGE);
        assertThat(HIRA.err())
                .contains("needs a certificate of this process; name its folder in HIRA_TLS")
                .contains("with --tls of a command");
    }

    @Test
    void shouldLetOperatorsDoWhatTheirRolesAllowAndNameThem() {
        issue("viewer", "vic");
        issue("operator", "otto");
        assertThat(HIRA.runAt(admin(), "vm", "list", "--tls", identity("viewer-vic")))
                .as(HIRA.err())
                .isZero();
        assertThat(changeBy("viewer-vic")).isEqualTo(ExitStatus.FORBIDDEN.code());
        assertThat(HIRA.err())
                .contains(
                        "vic (viewer, 127.0.0.1) is in the role viewer, and SetPolicy needs the role"
                                + " admin; ask for such a certificate");
        assertThat(changeBy("operator-otto")).isEqualTo(ExitStatus.FORBIDDEN.code());
        assertThat(changeBy("admin-ann")).as(HIRA.err()).isZero();
        assertThat(HIRA.runAt(admin(), "vm", "pause", "green", "--tls", identity("viewer-vic")))
                .isEqualTo(ExitStatus.FORBIDDEN.code());
        assertThat(HIRA.err()).contains("PauseVm needs the role operator");
        assertThat(HIRA.runAt(admin(), "vm", "pause", "green", "--tls", identity("operator-otto")))
                .as(HIRA.err())
                .isZero();
        assertThat(HIRA.runAt(admin(), "policy", "history", "--tls", identity("viewer-vic")))
                .as(HIRA.err())
                .isZero();
        assertThat(HIRA.out())
                .contains("ann (admin, 127.0.0.1)", "otto (operator, 127.0.0.1)")
                .doesNotContain("vic");
    }

    private static int changeBy(String operator) {
        return HIRA.runAt(
                admin(), "policy", "set", "green", "share=3", "--tls", identity(operator));
    }

    @Test
    void shouldNameARoleThatDoesNotExist() {
        assertThat(HIRA.run("pki", "issue", "king", "k", "--authority", pki().toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(HIRA.err())
                .contains(
                        "'king' is not a role; allowed are vm, router, server, viewer, operator, admin");
    }

    @Test
    void shouldNotStartWithoutACertificateForItsAddress() {
        assertThatThrownBy(() ->
                        RouterConfig.from(
                                ConfigFactory.parseMap(Map.of("hira.router.listen", ANY_PORT))))
                .hasMessageContaining("tls.folder")
                .hasMessageContaining("'hira+tls://127.0.0.1:0' needs a certificate");
    }
}

package dev.hira.link.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.base.tls.PeerRole;
import dev.hira.base.tls.TlsFiles;
import dev.hira.link.Link;
import dev.hira.link.LinkProbe;
import dev.hira.link.grpc.net.GrpcFixture;
import dev.hira.link.grpc.net.PeerAdmission;
import dev.hira.link.grpc.net.PeerIdentity;
import dev.hira.link.grpc.tls.Revocation;
import dev.hira.link.grpc.tls.TestAuthority;
import dev.hira.link.grpc.tls.TlsClient;
import dev.hira.link.grpc.tls.TlsIdentity;
import dev.hira.pki.Authority;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which peers a server with TLS takes, and what the others are told. */
class TlsPeersTest {
    private static final URI ANY_PORT = URI.create("hira+tls://127.0.0.1:0");

    @TempDir Path folder;
    private TestAuthority authority;
    private TlsIdentity router;
    private GrpcFixture fixture;

    @BeforeEach
    void start() throws Exception {
        authority = TestAuthority.in(folder.resolve("pki"));
        router = authority.identity(PeerRole.ROUTER, "r1");
        fixture =
                new GrpcFixture(
                        ANY_PORT,
                        builder ->
                                builder.tls(router)
                                        .admit(
                                                PeerAdmission.certified(
                                                        "this address", PeerRole.VM)));
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private Link connect(@Nullable TlsClient tls) {
        return GrpcLinkClient.connect(fixture.server.uri(), fixture.options().withTls(tls));
    }

    private static LinkStatus endOf(Link link) throws Exception {
        LinkProbe probe = new LinkProbe();
        link.start(probe);
        return probe.awaitClosed();
    }

    @Test
    void shouldKnowAGuestByItsCertificate() throws Exception {
        Link link = connect(authority.client(PeerRole.VM, "blue"));
        assertThat(fixture.accepted().peer().identity())
                .isInstanceOfSatisfying(
                        PeerIdentity.Certified.class,
                        guest -> {
                            assertThat(guest.role()).isEqualTo(PeerRole.VM);
                            assertThat(guest.name()).isEqualTo("blue");
                        });
        link.close();
    }

    @Test
    void shouldTellAPeerWithAnotherRoleWhyItIsRefused() throws Exception {
        assertThat(endOf(connect(authority.client(PeerRole.VIEWER, "ann"))))
                .isEqualTo(
                        new LinkStatus(
                                Cause.UNAUTHENTICATED,
                                "the certificate is that of viewer 'ann', and this address takes"
                                        + " certificates with the role vm only; use such a"
                                        + " certificate, or the address for this one"));
    }

    @Test
    void shouldRefuseACertificateOfAnotherAuthority() throws Exception {
        TlsFiles other = TestAuthority.in(folder.resolve("other")).issue(PeerRole.VM, "blue");
        Path ours = authority.issue(PeerRole.VM, "blue").authority();
        Files.copy(ours, other.authority(), StandardCopyOption.REPLACE_EXISTING);
        Files.delete(other.revoked());
        assertThat(
                        endOf(connect(new TlsClient(TlsIdentity.read(other), PeerRole.ROUTER)))
                                .message())
                .contains(
                        "the peer refused this process's certificate: the peer's authority did not sign it");
    }

    @Test
    void shouldNotTrustAServerOfAnotherAuthority() throws Exception {
        TestAuthority other = TestAuthority.in(folder.resolve("other"));
        assertThat(endOf(connect(other.client(PeerRole.VM, "blue"))).message())
                .endsWith(
                        "the peer is not trusted: its certificate is not signed by the authority of"
                                + " this process");
    }

    @Test
    void shouldRefuseAnExpiredCertificate() throws Exception {
        Authority past =
                Authority.open(folder.resolve("pki"), () -> Instant.parse("2020-01-01T00:00:00Z"));
        TlsFiles expired =
                TlsFiles.in(past.issue(PeerRole.VM, "old", List.of(), Duration.ofDays(1)));
        TlsClient guest = new TlsClient(TlsIdentity.read(expired), PeerRole.ROUTER);
        assertThat(endOf(connect(guest)).message())
                .contains("the peer refused this process's certificate: it has expired");
    }

    @Test
    void shouldRefuseARevokedCertificateAsSoonAsTheListHasChanged() throws Exception {
        TlsClient guest = authority.client(PeerRole.VM, "blue");
        authority.authority().revoke("vm/blue");
        assertThat(endOf(connect(guest)).message())
                .contains("the peer refused this process's certificate: it is revoked");
    }

    @Test
    void shouldRefuseARevokedCertificateWhileTheListIsMissingOrOlder() throws Exception {
        TlsClient guest = authority.client(PeerRole.VM, "blue");
        Path list = folder.resolve("pki/crl.pem");
        Path former = Files.copy(list, folder.resolve("former.pem"));
        authority.authority().revoke("vm/blue");
        router.refresh();
        Files.delete(list);
        assertThat(endOf(connect(guest)).message()).contains("it is revoked");
        Files.copy(former, list);
        assertThat(endOf(connect(guest)).message()).contains("it is revoked");
    }

    @Test
    void shouldEndTheOpenConnectionsOfARevokedCertificateOnly() throws Exception {
        Link other = connect(authority.client(PeerRole.VM, "green"));
        LinkProbe untouched = new LinkProbe();
        other.start(untouched);
        fixture.accepted();
        Link link = connect(authority.client(PeerRole.VM, "blue"));
        LinkProbe guest = new LinkProbe();
        link.start(guest);
        Link accepted = fixture.accepted().link();
        LinkProbe server = new LinkProbe();
        accepted.start(server);
        List<Revocation> told = new CopyOnWriteArrayList<>();
        router.onRevoked(told::add);
        authority.authority().revoke("vm/blue");
        router.refresh();
        assertThat(guest.awaitClosed()).isEqualTo(server.awaitClosed());
        assertThat(server.awaitClosed().cause()).isEqualTo(Cause.UNAUTHENTICATED);
        assertThat(server.awaitClosed().message()).matches("its certificate [0-9a-f]+ is revoked");
        assertThat(told)
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.peer().text()).isEqualTo("VM 'blue'");
                    assertThat(one.connections()).isEqualTo(1);
                });
        assertThat(untouched.isClosed()).isFalse();
        other.close();
    }

    @Test
    void shouldEndTheConnectionsToARevokedServer() throws Exception {
        TlsIdentity own = authority.identity(PeerRole.VM, "blue");
        Link link = connect(new TlsClient(own, PeerRole.ROUTER));
        LinkProbe guest = new LinkProbe();
        link.start(guest);
        fixture.accepted();
        authority.authority().revoke("router/r1");
        own.refresh();
        assertThat(guest.awaitClosed().cause()).isEqualTo(Cause.UNAVAILABLE);
    }

    @Test
    void shouldUseARenewedCertificateWithoutARestart() throws Exception {
        TlsFiles files = authority.issue(PeerRole.VM, "green");
        TlsClient guest = new TlsClient(TlsIdentity.read(files), PeerRole.ROUTER);
        PeerIdentity first = identityOf(guest);
        authority.issue(PeerRole.VM, "green");
        assertThat(identityOf(guest).text()).isEqualTo(first.text());
        assertThat(identityOf(guest)).isNotEqualTo(first);
    }

    @Test
    void shouldKeepTheFormerCertificateWhileTheFilesCannotBeUsed() throws Exception {
        TlsFiles files = authority.issue(PeerRole.VM, "green");
        TlsClient guest = new TlsClient(TlsIdentity.read(files), PeerRole.ROUTER);
        Files.writeString(files.certificate(), "half a certifi");
        assertThat(identityOf(guest).text()).isEqualTo("VM 'green'");
    }

    private PeerIdentity identityOf(TlsClient guest) throws Exception {
        Link link = connect(guest);
        PeerIdentity identity = fixture.accepted().peer().identity();
        link.close();
        return identity;
    }

    @Test
    void shouldRefuseACertificateThatDoesNotNameItsHost() {
        TlsFiles elsewhere =
                TlsFiles.in(
                        authority
                                .authority()
                                .issue(
                                        PeerRole.ROUTER,
                                        "far",
                                        List.of("far.example"),
                                        Duration.ofDays(1)));
        assertThat(refusalBy(TlsIdentity.read(elsewhere)))
                .contains(
                        "the peer is not trusted: No subject alternative names matching IP address 127.0.0.1 found");
    }

    @Test
    void shouldRefuseAServerWithAnotherRole() {
        assertThat(refusalBy(authority.identity(PeerRole.VM, "evil")))
                .endsWith(
                        "the peer is not trusted: its certificate is that of VM 'evil', not of a router");
    }

    private String refusalBy(TlsIdentity server) {
        try (GrpcFixture other = new GrpcFixture(ANY_PORT, builder -> builder.tls(server))) {
            return endOf(
                            GrpcLinkClient.connect(
                                    other.server.uri(),
                                    other.options().withTls(authority.client(PeerRole.VM, "blue"))))
                    .message();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldTellAPlainClientToUseTls() throws Exception {
        URI plain = URI.create("hira://127.0.0.1:" + fixture.server.uri().getPort());
        assertThat(endOf(GrpcLinkClient.connect(plain, fixture.options())))
                .isEqualTo(
                        new LinkStatus(
                                Cause.UNAUTHENTICATED,
                                "this address takes connections by TLS only; use"
                                        + " hira+tls://host:port with a certificate"));
    }

    @Test
    void shouldTellATlsClientThatItsPeerIsPlain() throws Exception {
        try (GrpcFixture plain = new GrpcFixture(URI.create("hira://127.0.0.1:0"))) {
            URI uri = URI.create("hira+tls://127.0.0.1:" + plain.server.uri().getPort());
            assertThat(
                            endOf(
                                            GrpcLinkClient.connect(
                                                    uri,
                                                    plain.options()
                                                            .withTls(
                                                                    authority.client(
                                                                            PeerRole.VM, "a"))))
                                    .message())
                    .contains("the peer does not speak TLS");
        }
    }

    @Test
    void shouldSayThatTlsNeedsACertificate() {
        assertThatThrownBy(() -> connect(null))
                .hasMessageContaining(
                        "needs a certificate of this process; name its folder in HIRA_TLS, with"
                                + " --tls of a command, or with the setting tls.folder of a router"
                                + " or an API server");
        assertThatThrownBy(() -> new GrpcFixture(ANY_PORT))
                .hasMessageContaining("needs a certificate of this process");
    }

    @Test
    void shouldRefuseAKeyOfAnotherCertificate() {
        TlsFiles one = authority.issue(PeerRole.VM, "one");
        TlsFiles two = authority.issue(PeerRole.VM, "two");
        TlsFiles mixed = new TlsFiles(one.certificate(), two.key(), one.authority(), one.revoked());
        assertThatThrownBy(() -> TlsIdentity.read(mixed))
                .hasMessage(
                        "the key '"
                                + two.key()
                                + "' is not that of the certificate '"
                                + one.certificate()
                                + "'; name both of one identity");
    }
}

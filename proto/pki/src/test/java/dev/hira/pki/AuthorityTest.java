package dev.hira.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.base.tls.PeerRole;
import dev.hira.base.tls.TlsFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what an authority keeps in its folder. */
final class AuthorityTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final InstantSource CLOCK = InstantSource.fixed(NOW);

    @TempDir Path folder;
    private Authority authority;

    @BeforeEach
    void init() {
        authority = Authority.init(folder.resolve("pki"), CLOCK);
    }

    private Authority opened() {
        return Authority.open(folder.resolve("pki"), CLOCK);
    }

    private static String mode(Path file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void shouldKeepKeysFromOtherUsers() throws Exception {
        Path identity = authority.issue(PeerRole.VM, "blue", List.of(), DAY);
        assertThat(mode(identity.resolve(TlsFiles.KEY))).isEqualTo("rw-------");
        assertThat(mode(identity)).isEqualTo("rwx------");
        assertThat(mode(folder.resolve("pki/ca.key"))).isEqualTo("rw-------");
    }

    @Test
    void shouldStateRoleAndHostsInTheCertificate() throws Exception {
        Path identity =
                authority.issue(PeerRole.ROUTER, "r1", List.of("a.example", "10.0.0.7"), DAY);
        X509Certificate made = PemFiles.certificate(identity.resolve(TlsFiles.CERTIFICATE));
        assertThat(made.getSubjectAlternativeNames())
                .containsExactlyInAnyOrder(
                        List.of(6, "hira://router/r1"),
                        List.of(2, "a.example"),
                        List.of(7, "10.0.0.7"));
        assertThat(made.getNotAfter()).isEqualTo(NOW.plus(DAY));
        made.verify(PemFiles.certificate(identity.resolve(TlsFiles.AUTHORITY)).getPublicKey());
    }

    @Test
    void shouldListWhatItIssuedAfterItWasOpenedAgain() {
        authority.issue(PeerRole.VM, "blue", List.of(), DAY);
        authority.issue(PeerRole.ADMIN, "ann", List.of(), DAY);
        opened().revoke("vm/blue");
        assertThat(opened().issued())
                .extracting(one -> one.holder().name() + " " + one.state(NOW))
                .containsExactlyInAnyOrder("blue revoked", "ann valid");
        assertThat(opened().issued().getFirst().state(NOW.plus(DAY))).isIn("expired", "revoked");
    }

    @Test
    void shouldKeepEarlierRevocations() {
        authority.issue(PeerRole.VM, "blue", List.of(), DAY);
        authority.issue(PeerRole.VM, "red", List.of(), DAY);
        authority.revoke("vm/blue");
        authority.revoke("vm/red");
        assertThat(authority.issued()).allMatch(one -> one.revoked().isPresent());
        assertThatThrownBy(() -> authority.revoke("vm/red"))
                .hasMessageContaining("no certificate that could be revoked")
                .hasMessageContaining("'vm/red'");
    }

    @Test
    void shouldNumberItsListsAndNeverDateOneBeforeAnEarlierOne() throws Exception {
        authority.issue(PeerRole.VM, "blue", List.of(), DAY);
        authority.issue(PeerRole.VM, "red", List.of(), DAY);
        authority.revoke("vm/blue");
        Authority.open(folder.resolve("pki"), () -> NOW.minus(DAY)).revoke("vm/red");
        X509CRL list = PemFiles.revocations(folder.resolve("pki/crl.pem"));
        assertThat(list.getThisUpdate()).isEqualTo(NOW);
        assertThat(list.getExtensionValue("2.5.29.20"))
                .as("the third")
                .isEqualTo(new byte[] {4, 3, 2, 1, 3});
        assertThat(authority.issued()).allMatch(one -> one.revoked().isPresent());
    }

    @Test
    void shouldNameABrokenListOfRevocations() throws Exception {
        authority.issue(PeerRole.VM, "blue", List.of(), DAY);
        Path list = folder.resolve("pki/crl.pem");
        Authority.init(folder.resolve("other"), CLOCK);
        byte[] good = Files.readAllBytes(list);
        for (byte[] broken :
                List.of(
                        new byte[0],
                        "a note\n".getBytes(StandardCharsets.US_ASCII),
                        Arrays.copyOf(good, good.length / 2),
                        Files.readAllBytes(folder.resolve("other/crl.pem")))) {
            Files.write(list, broken);
            assertThatThrownBy(authority::issued)
                    .hasMessage(
                            "the list of revoked certificates '"
                                    + list
                                    + "' is empty, broken or signed by another authority; put its"
                                    + " newest copy there, for example that of a router or an API"
                                    + " server");
            assertThatThrownBy(() -> authority.revoke("vm/blue"))
                    .hasMessageContaining("is empty, broken or signed by another authority");
            assertThat(list).hasBinaryContent(broken);
        }
        Files.delete(list);
        assertThatThrownBy(authority::issued)
                .hasMessageContaining("'" + list + "' is missing; put");
    }

    @Test
    void shouldRenewAnIdentityInItsPlace() {
        Path first = authority.issue(PeerRole.VM, "blue", List.of(), DAY);
        assertThat(authority.issue(PeerRole.VM, "blue", List.of(), DAY)).isEqualTo(first);
        assertThat(authority.issued()).hasSize(2);
    }

    @Test
    void shouldCopyItsOwnFilesToAnIdentityElsewhere() {
        Path elsewhere = folder.resolve("elsewhere");
        authority.issue(PeerRole.VM, "blue", List.of(), DAY, elsewhere);
        assertThat(elsewhere.resolve(TlsFiles.REVOKED)).isRegularFile();
        assertThat(elsewhere.resolve(TlsFiles.AUTHORITY)).isRegularFile();
        assertThat(Files.isSymbolicLink(elsewhere.resolve(TlsFiles.AUTHORITY))).isFalse();
    }

    @Test
    void shouldRefuseWhatCannotStandInACertificate() {
        assertThatThrownBy(() -> authority.issue(PeerRole.VM, "../blue", List.of(), DAY))
                .hasMessageContaining("the name '../blue' cannot stand in a certificate");
        assertThatThrownBy(() -> authority.issue(PeerRole.VM, "blue", List.of("a b"), DAY))
                .hasMessageContaining("'a b' is neither the name of a host nor an address");
        assertThatThrownBy(
                        () -> authority.issue(PeerRole.VM, "b", List.of(), Duration.ofDays(9999)))
                .hasMessageContaining("a certificate for 9999 days was asked; at most 3650");
    }

    @Test
    void shouldNotReplaceAnAuthority() {
        assertThatThrownBy(() -> Authority.init(folder.resolve("pki"), CLOCK))
                .hasMessageContaining("is an authority already");
        assertThatThrownBy(() -> Authority.open(folder.resolve("none"), CLOCK))
                .hasMessageContaining("holds no authority; create one with hira pki init");
    }
}

package dev.hira.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.base.tls.PeerRole;
import dev.hira.base.tls.TlsFiles;
import dev.hira.cli.doctor.Finding.Level;
import dev.hira.pki.Authority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CertificateChecksTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final Duration LIFE = Duration.ofDays(90);

    @TempDir Path folder;
    private Authority authority;

    @BeforeEach
    void init() {
        authority = Authority.init(folder.resolve("pki"), () -> NOW);
    }

    private Path issue(PeerRole role) {
        return authority.issue(role, "one", List.of("localhost"), LIFE);
    }

    private static Map<String, Finding> bad(Path identity, Instant now) {
        return new CertificateChecks(identity, now)
                .all().stream()
                        .filter(finding -> finding.level() != Level.OK)
                        .collect(Collectors.toMap(Finding::check, finding -> finding));
    }

    private static void assertOnly(
            Map<String, Finding> bad, String check, Level level, String word) {
        assertThat(bad).containsOnlyKeys(check);
        Finding found = Objects.requireNonNull(bad.get(check));
        assertThat(found.level()).isEqualTo(level);
        assertThat(found.found()).contains(word);
        assertThat(found.why()).isNotEmpty();
        assertThat(found.advice()).isNotEmpty();
    }

    @Test
    void shouldFindNothingInAGoodIdentityAndNameIt() {
        assertThat(bad(issue(PeerRole.VM), NOW)).isEmpty();
        assertThat(new CertificateChecks(issue(PeerRole.ROUTER), NOW).all())
                .extracting(Finding::found)
                .contains("router 'one' at [localhost]", "readable by its owner only");
    }

    @Test
    void shouldCompareTheDatesWithTheClock() {
        Path identity = issue(PeerRole.VM);
        Duration day = Duration.ofDays(1);
        assertOnly(bad(identity, NOW.plus(LIFE)), "dates", Level.PROBLEM, "valid from");
        assertOnly(bad(identity, NOW.minus(day)), "dates", Level.PROBLEM, "and here it is");
        assertOnly(bad(identity, NOW.plus(LIFE).minus(day)), "dates", Level.WARNING, "until");
    }

    @Test
    void shouldFindAKeyThatOthersCanRead() throws IOException {
        Path identity = issue(PeerRole.VM);
        Files.setPosixFilePermissions(
                identity.resolve(TlsFiles.KEY), PosixFilePermissions.fromString("rw-r-----"));
        assertOnly(bad(identity, NOW), "key", Level.PROBLEM, "GROUP_READ");
    }

    @Test
    void shouldFindARevokedCertificateAndOneOfAnotherAuthority() throws IOException {
        Path identity = issue(PeerRole.VM);
        authority.revoke("vm/one");
        assertOnly(bad(identity, NOW), "authority", Level.PROBLEM, "and revoked");
        Authority other = Authority.init(folder.resolve("other"), () -> NOW);
        Path stranger = other.issue(PeerRole.VM, "one", List.of("localhost"), LIFE);
        Files.delete(stranger.resolve(TlsFiles.REVOKED));
        Files.delete(stranger.resolve(TlsFiles.AUTHORITY));
        Files.copy(
                identity.resolve(TlsFiles.AUTHORITY),
                stranger.resolve(TlsFiles.AUTHORITY),
                StandardCopyOption.REPLACE_EXISTING);
        assertOnly(bad(stranger, NOW), "authority", Level.PROBLEM, "and not by one in");
    }

    @Test
    void shouldSayWhichFileCannotBeUsed() throws IOException {
        Path identity = issue(PeerRole.VM);
        Files.delete(identity.resolve(TlsFiles.KEY));
        assertOnly(bad(identity, NOW), "certificate", Level.PROBLEM, "tls.key' does not exist");
    }
}

package dev.hira.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.pki.Authority;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UpCertificatesTest {
    private static final Instant START = Instant.parse("2026-11-30T08:00:00Z");

    @Test
    void shouldIssueThoseThatAreMissingOrEndSoon(@TempDir Path folder) {
        Path pki = folder.resolve("pki");
        assertThat(issuedBy(pki, Duration.ZERO)).isEqualTo(2);
        assertThat(issuedBy(pki, Duration.ofDays(44))).isEqualTo(2);
        assertThat(issuedBy(pki, Duration.ofDays(46))).isEqualTo(4);
        assertThat(issuedBy(pki, Duration.ofDays(90))).isEqualTo(4);
        assertThat(issuedBy(pki, Duration.ofDays(300))).isEqualTo(6);
    }

    private static int issuedBy(Path pki, Duration later) {
        InstantSource clock = InstantSource.fixed(START.plus(later));
        new UpCertificates(pki, clock).issue("up", "me");
        return Authority.open(pki, clock).issued().size();
    }
}

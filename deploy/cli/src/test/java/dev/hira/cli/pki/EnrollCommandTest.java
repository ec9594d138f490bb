package dev.hira.cli.pki;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.base.tls.HashedToken;
import dev.hira.base.tls.TlsFiles;
import dev.hira.cli.testing.Hira;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** The identities of a whole stack, as a container issues them for others. */
final class EnrollCommandTest {
    private final Hira hira = new Hira();

    @TempDir private Path folder;

    private int enroll(String... more) {
        String[] arguments = new String[6 + more.length];
        String[] first = {"pki", "enroll", "--authority", at("ca"), "--out", at("out")};
        System.arraycopy(first, 0, arguments, 0, first.length);
        System.arraycopy(more, 0, arguments, first.length, more.length);
        return hira.run(arguments);
    }

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    private String mode(String name) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name)));
    }

    @Test
    void shouldGiveEachHolderAFolderThatStandsAlone() throws Exception {
        assertThat(enroll("server/gpu@a,b", "vm/blue")).as(hira.err()).isZero();
        for (String identity : new String[] {"out/server-gpu", "out/vm-blue"}) {
            assertThat(folder.resolve(identity))
                    .isDirectoryContaining("glob:**" + TlsFiles.CERTIFICATE)
                    .isDirectoryContaining("glob:**" + TlsFiles.KEY);
            assertThat(folder.resolve(identity).resolve(TlsFiles.AUTHORITY))
                    .isRegularFile()
                    .isNot(new org.assertj.core.api.Condition<>(Files::isSymbolicLink, "a link"));
            assertThat(mode(identity + "/" + TlsFiles.KEY)).isEqualTo("rw-------");
        }
        assertThat(hira.run("pki", "list", "--authority", at("ca"))).isZero();
        assertThat(hira.out())
                .containsPattern("server +gpu +valid")
                .containsPattern("vm +blue +valid");
    }

    @Test
    void shouldRenewWithTheSameAuthority() throws Exception {
        assertThat(enroll("vm/blue")).as(hira.err()).isZero();
        byte[] authority = Files.readAllBytes(folder.resolve("out/vm-blue/ca.crt"));
        byte[] certificate = Files.readAllBytes(folder.resolve("out/vm-blue/tls.crt"));
        assertThat(enroll("vm/blue")).as(hira.err()).isZero();
        assertThat(folder.resolve("out/vm-blue/ca.crt")).hasBinaryContent(authority);
        assertThat(Files.readAllBytes(folder.resolve("out/vm-blue/tls.crt")))
                .isNotEqualTo(certificate);
    }

    @Test
    void shouldTellOfCertificatesThatStayValidBesideANewOne() {
        assertThat(enroll("server/gpu@a")).as(hira.err()).isZero();
        assertThat(hira.run("pki", "issue", "vm", "blue", "--authority", at("ca"))).isZero();
        assertThat(hira.err()).isEmpty();
        assertThat(hira.run("pki", "issue", "vm", "blue", "--authority", at("ca"))).isZero();
        assertThat(hira.err())
                .containsPattern(
                        "hira pki issue: an earlier certificate of vm/blue stays valid until .*Z; 'hira pki"
                                + " revoke [0-9a-f]+' ends it");
    }

    @Test
    void shouldOpenKeysAndTokensToTheGroupOnlyIfAsked() throws Exception {
        assertThat(enroll("--group", "--metrics", "scraper", "router/r@h")).as(hira.err()).isZero();
        assertThat(mode("out/router-r")).isEqualTo("rwxr-x---");
        assertThat(mode("out/router-r/tls.key")).isEqualTo("rw-r-----");
        assertThat(mode("out/scraper/token")).isEqualTo("rw-r-----");
        assertThat(mode("out/metrics/tokens")).isEqualTo("rw-r-----");
        assertThat(mode("ca/ca.key")).isEqualTo("rw-------");
    }

    @Test
    void shouldKeepEarlierTokensOfReadersOfMetrics() throws Exception {
        assertThat(enroll("--metrics", "scraper", "router/r@h")).as(hira.err()).isZero();
        String first = Files.readString(folder.resolve("out/scraper/token"));
        assertThat(enroll("--metrics", "scraper", "router/r@h")).as(hira.err()).isZero();
        String second = Files.readString(folder.resolve("out/scraper/token"));
        assertThat(first).isNotEqualTo(second);
        assertThat(folder.resolve("out/metrics/tokens"))
                .content()
                .contains(HashedToken.hash(first), HashedToken.hash(second));
    }

    @Test
    void shouldRefuseAHolderWithoutARole() {
        assertThat(enroll("blue")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("'blue' is not a holder; write ROLE/NAME");
    }
}

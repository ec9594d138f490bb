package dev.hira.cli.pki;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.base.tls.TlsFiles;
import dev.hira.cli.testing.Hira;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** The folder of an authority, as the commands of {@code hira pki} name it. */
final class PkiCommandTest {
    private final Hira hira = new Hira();

    @TempDir private Path folder;

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void shouldCreateAnAuthorityInAFolderThatIsNamedEitherWay() {
        assertThat(hira.run("pki", "init", "--authority", at("one"))).as(hira.err()).isZero();
        assertThat(hira.out()).contains("created the authority " + at("one"));
        assertThat(hira.run("pki", "init", at("two"))).as(hira.err()).isZero();
        assertThat(folder.resolve("one").resolve(TlsFiles.AUTHORITY)).isRegularFile();
        assertThat(folder.resolve("two").resolve(TlsFiles.AUTHORITY)).isRegularFile();
    }

    @Test
    void shouldRefuseTwoFoldersForOneAuthority() {
        assertThat(hira.run("pki", "init", at("two"), "--authority", at("one")))
                .isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .contains(
                        "the folder '"
                                + at("two")
                                + "' and --authority "
                                + at("one")
                                + " were given; name the authority's folder once");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldNameTheListThatCannotBeRead() throws Exception {
        assertThat(hira.run("pki", "init", at("pki"))).as(hira.err()).isZero();
        Path list = folder.resolve("pki").resolve(TlsFiles.REVOKED);
        Files.writeString(list, "");
        assertThat(hira.run("pki", "list", "--authority", at("pki"))).isNotZero();
        assertThat(hira.err())
                .contains("'" + list + "' is empty, broken or", "put its newest copy there");
        assertThat(hira.run("pki", "revoke", "vm/blue", "--authority", at("pki"))).isNotZero();
        assertThat(hira.err())
                .contains("'" + list + "' is empty, broken or", "put its newest copy there");
    }
}

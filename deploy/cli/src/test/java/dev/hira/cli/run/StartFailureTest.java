package dev.hira.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command says about programs that the system refuses to start. */
final class StartFailureTest {
    @TempDir Path folder;

    private StartFailure start(String... command) {
        IOException failure =
                catchThrowableOfType(IOException.class, () -> new ProcessBuilder(command).start());
        assertThat(failure).isNotNull();
        return StartFailure.of(command[0], System.getenv("PATH") + ":" + folder, failure);
    }

    private String file(String name, String permissions) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/no/such/interpreter\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return file.toString();
    }

    @Test
    void shouldEndWith127WithoutAProgram() {
        assertThat(start("no-such-program"))
                .isEqualTo(failure(127, "no-such-program", "it is not on the PATH"));
        assertThat(start("/no/such/program"))
                .isEqualTo(failure(127, "/no/such/program", "there is no such file"));
        assertThat(start("")).isEqualTo(failure(127, "", "it is not on the PATH"));
    }

    @Test
    void shouldEndWith126ForAFileThatIsNotExecutable() throws IOException {
        String file = file("hira-plain", "rw-r--r--");
        String why = file + " is not executable; run chmod +x on it";
        assertThat(start(file)).isEqualTo(failure(126, file, why));
        assertThat(start("hira-plain")).isEqualTo(failure(126, "hira-plain", why));
        assertThat(start(folder.toString()))
                .isEqualTo(failure(126, folder.toString(), folder + " is not a regular file"));
    }

    @Test
    void shouldSayTheCauseOfOtherFailures() throws IOException {
        StartFailure noInterpreter = start(file("script", "rwxr-xr-x"));
        assertThat(noInterpreter.status()).isEqualTo(126);
        assertThat(noInterpreter.message()).contains("No such file or directory");

        StartFailure tooLong = start("/bin/true", "x".repeat(4 << 20));
        assertThat(tooLong.status()).isEqualTo(126);
        assertThat(tooLong.message())
                .startsWith("the program '/bin/true' cannot be started: ")
                .contains("Argument list too long");
    }

    private static StartFailure failure(int status, String program, String why) {
        return new StartFailure(status, "the program '" + program + "' cannot be started: " + why);
    }
}

package dev.hira.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How {@code ./hira} and {@code ./mvnw} find a JDK whichever {@code java} is on the PATH. */
final class JdkScriptTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    @TempDir private Path folder;
    private Path output;

    @BeforeEach
    void name() {
        output = folder.resolve("output");
    }

    private Path jdk(String version) throws IOException {
        Path jdk = Files.createDirectories(folder.resolve("jdk-" + version));
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        for (String tool : new String[] {"java", "javac"}) {
            Path file = Files.writeString(jdk.resolve("bin").resolve(tool), "#!/bin/sh\nexit 9\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        return jdk;
    }

    private int run(Path javaHome, String command) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", command);
        shell.environment().put("JAVA_HOME", javaHome.toString());
        shell.environment().put("HOME", folder.toString());
        Process process = shell.redirectErrorStream(true).redirectOutput(output.toFile()).start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private String said() throws IOException {
        return Files.readString(output, UTF_8).strip();
    }

    @Test
    void shouldTakeTheJdkOfTheEnvironmentWhenItIsNewEnough() throws Exception {
        Path jdk = jdk("25.0.1");
        assertThat(run(jdk, ". " + ROOT + "/.mvn/jdk.sh && find_jdk && echo $JAVA_HOME")).isZero();
        assertThat(said()).isEqualTo(jdk.toString());
    }

    @Test
    void shouldPassOverAnOlderJdkOrSayWhatToDo() throws Exception {
        Path old = jdk("17.0.15");
        int exit = run(old, ". " + ROOT + "/.mvn/jdk.sh && find_jdk && echo $JAVA_HOME");
        assertThat(said()).doesNotStartWith(old.toString());
        if (exit != 0) {
            assertThat(exit).isEqualTo(69);
            assertThat(said()).contains("found no JDK 25 or later", "set JAVA_HOME to it");
        }
    }

    @Test
    void shouldFindTheHomeOfTheUserWhereTheEnvironmentNamesNone() throws Exception {
        Path jdk = jdk("25.0.1");
        for (String home : List.of("unset HOME", "HOME=")) {
            int exit =
                    run(
                            jdk,
                            "set -eu; %s; . %s/.mvn/jdk.sh; find_jdk; echo $JAVA_HOME; cd $HOME; pwd"
                                    .formatted(home, ROOT));
            assertThat(exit).as("%s: %s", home, said()).isZero();
            assertThat(said().lines())
                    .containsExactly(
                            jdk.toString(),
                            Path.of(System.getProperty("user.home")).toRealPath().toString());
        }
        assertThat(run(jdk, "unset HOME; exec " + ROOT + "/hira test --help")).isZero();
    }

    @Test
    void shouldBeAskedByTheMavenWrapper() throws IOException {
        assertThat(Files.readString(ROOT.resolve("mvnw")))
                .contains(". \"$(dirname \"$0\")/.mvn/jdk.sh\"\nfind_jdk || exit $?\n");
    }
}

package dev.hira.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example's own build, far from this tree: it has the published folder and Maven's plugins, and
 * keeps what it resolves in a local repository of its own.
 */
@Tag("thorough")
final class ExampleProjectTest {
    private static final Path EXAMPLE = Published.TREE.resolve("guestlib/example");
    private static final int MINUTES = 2;

    @TempDir private static Path folder;
    private static Path repository = Path.of("");

    @BeforeAll
    static void build() throws Exception {
        repository = folder.resolve("repository");
        Published.to(repository, "--no-javadoc");
        for (Map.Entry<String, Path> file : Jars.below(EXAMPLE).entrySet()) {
            if (!file.getKey().startsWith("target/")) {
                Path copy = folder.resolve("example").resolve(file.getKey());
                Files.createDirectories(copy.getParent());
                Files.copy(file.getValue(), copy);
            }
        }
        mvn();
    }

    /** Builds the project in the example's folder. */
    private static void mvn() throws Exception {
        run(
                List.of(
                        Published.TREE.resolve("mvnw").toString(),
                        "-o",
                        "-B",
                        "-ntp",
                        "-Daether.offline.protocols=file",
                        "-Dmaven.repo.local=" + folder.resolve("local"),
                        "-Dmaven.repo.local.tail="
                                + Objects.requireNonNull(
                                        System.getProperty("hira.maven.repository")),
                        "-Dhira.repository=" + repository.toUri(),
                        "package"),
                0);
    }

    /** Runs a program in the example's folder and returns its output. */
    private static String run(List<String> command, int status) throws Exception {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory(folder.resolve("example").toFile());
        builder.environment().put("HIRA_URI", "sim:");
        Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES))
                    .as("%s ends within %d minutes", command, MINUTES)
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String text = Files.readString(output, UTF_8);
        assertThat(process.exitValue()).as(text).isEqualTo(status);
        return text;
    }

    private static List<String> java(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(arguments));
        return command;
    }

    @Test
    void shouldRunWithASimulatedGpuInItsOwnProcess() throws Exception {
        assertThat(run(java("-jar", "target/saxpy.jar", "3"), 0)).contains("3 rounds are right");
    }

    /** The dependencies and the program stand in the README as blocks of code. */
    @Test
    void shouldRunTheReadmesProgramWithTheReadmesDependencies() throws Exception {
        String readme = Files.readString(Published.TREE.resolve("README.md"));
        Path project = folder.resolve("example");
        Path pom = project.resolve("pom.xml");
        Path hello = project.resolve("src/main/java/Hello.java");
        String before = Files.readString(pom);
        try {
            Files.writeString(hello, block(readme, "java"));
            Files.writeString(
                    pom,
                    before.replaceFirst(
                            "(?s)<dependencies>.*?</dependencies>",
                            Matcher.quoteReplacement(
                                    "<dependencies>" + block(readme, "xml") + "</dependencies>")));
            mvn();
            assertThat(run(java("-cp", "target/classes:target/lib/*", "Hello"), 0))
                    .contains("Hira Default: 3.0 3.0");
        } finally {
            Files.delete(hello);
            Files.writeString(pom, before);
            mvn();
        }
    }

    private static String block(String document, String language) {
        Matcher block = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(document);
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    @Test
    void shouldNameTheArtifactThatItLacksWithoutIt() throws Exception {
        String guest =
                Published.file(Path.of("target/lib"), Artifact.GUEST, ".jar")
                        .getFileName()
                        .toString();
        assertThat(run(java("-cp", "target/classes:target/lib/" + guest, "example.Saxpy"), 1))
                .contains("the artifact is dev.hira:hira-sim");
    }

    @Test
    void shouldNameTheCoordinatesThatTheReadmeShows() throws Exception {
        for (String line : Files.readAllLines(EXAMPLE.resolve("pom.xml"))) {
            if (line.contains("<groupId>dev.hira</groupId>")) {
                String version = Published.version();
                assertThat(Published.TREE.resolve("README.md"))
                        .content()
                        .contains(line.strip().replace("${hira.version}", version));
            }
        }
    }
}

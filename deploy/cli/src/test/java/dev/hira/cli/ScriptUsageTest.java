package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.completion.ScriptCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Every script and every command refuses a wrong use before it does anything: it says what was
 * given and what is allowed, and ends with the status of usage errors.
 */
final class ScriptUsageTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    @TempDir private Path folder;

    private String refusal(Path script, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        if (!Files.isExecutable(script)) {
            command.add("sh");
        }
        command.add(script.toString());
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("%s ends", command).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(output);
        assertThat(process.exitValue()).as("%s: %s", command, said).isEqualTo(ExitCode.USAGE);
        return said;
    }

    private String hiraRefusal(String... arguments) throws Exception {
        return refusal(ROOT.resolve("hira"), arguments);
    }

    @Test
    void shouldRefuseAnUnknownOptionOfEachCommandOfTheScriptAndListTheAllowedOnes()
            throws Exception {
        for (ScriptCommand each : ScriptCommand.values()) {
            String name = each.spelled();
            List<String> allowed = new ArrayList<>(each.options());
            if (each != ScriptCommand.TEST) {
                allowed.addAll(List.of("--help", "--version"));
            }
            assertThat(hiraRefusal(name, "--bogus"))
                    .isEqualTo(
                            "hira %1$s: unknown option: '--bogus'; allowed are %2$s%3$s\n'hira %1$s --help' tells its options and shows an example\n"
                                    .formatted(
                                            name,
                                            String.join(", ", allowed),
                                            each == ScriptCommand.TEST
                                                    ? " and options of Maven"
                                                    : ""));
        }
    }

    @Test
    void shouldRefuseAnArgumentTooManyOfEachCommandOfTheScript() throws Exception {
        for (ScriptCommand each : ScriptCommand.values()) {
            String[] words =
                    each == ScriptCommand.GUEST_JAR
                            ? new String[] {"guest-jar", folder.toString(), "bogus"}
                            : new String[] {each.spelled(), "bogus"};
            assertThat(hiraRefusal(words))
                    .startsWith(
                            "hira %s: unmatched argument: 'bogus'; allowed "
                                    .formatted(each.spelled()))
                    .contains(String.join(", ", each.words()));
        }
        for (String way : List.of("--thorough", "--conformance", "--documents", "--native")) {
            assertThat(hiraRefusal("test", way, "bogus"))
                    .contains("unmatched argument: 'bogus'; " + way + " takes nothing more");
        }
        assertThat(hiraRefusal("test", "--mutations", "nosuch"))
                .contains("there is no module 'nosuch'");
        assertThat(hiraRefusal("test", "--interleavings", "a", "b")).contains("not 2");
        assertThat(hiraRefusal("test", "--containers", "bogus")).contains("'bogus'");
    }

    @Test
    void shouldRefuseAnOptionWithoutItsValue() throws Exception {
        for (ScriptCommand each :
                List.of(
                        ScriptCommand.BENCH,
                        ScriptCommand.SOAK,
                        ScriptCommand.PUBLISH,
                        ScriptCommand.IMAGES)) {
            String option = each.options().getFirst();
            assertThat(hiraRefusal(each.spelled(), option))
                    .contains("missing value for option '" + option + "'");
            assertThat(hiraRefusal(each.spelled(), option, "--help"))
                    .contains("missing value for option '" + option + "'");
        }
    }

    @Test
    void shouldFindItsFilesThroughALinkAndWithAPathForCd() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), ROOT.resolve("hira"));
        Process process =
                new ProcessBuilder(
                                "bash",
                                "-c",
                                "cd /; export CDPATH=/tmp:/usr; \"$0\" test --help",
                                link.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("output").toFile())
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(folder.resolve("output"))).startsWith("Usage: hira test");
        assertThat(process.exitValue()).isZero();
    }

    /** Returns a folder with the script, which cannot build there. */
    private Path unbuildable() throws IOException {
        Path clone = Files.createDirectories(folder.resolve("clone"));
        Files.createDirectories(clone.resolve(".mvn"));
        Files.copy(ROOT.resolve("hira"), clone.resolve("hira"));
        Files.copy(ROOT.resolve(".mvn/jdk.sh"), clone.resolve(".mvn/jdk.sh"));
        Files.createFile(clone.resolve("target"));
        return clone;
    }

    @Test
    void shouldNameALimitOfOpenFilesThatIsTooLow() throws Exception {
        Process process =
                new ProcessBuilder("bash", "-c", "ulimit -n 64; exec ./hira version")
                        .directory(unbuildable().toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("output").toFile())
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(folder.resolve("output")))
                .startsWith(
                        "hira: a process may have 64 open files here, and Hira needs 128; raise ")
                .hasLineCount(1);
        assertThat(process.exitValue()).isEqualTo(69);
    }

    @Test
    void shouldSayWhatToDoWhereItCannotBuild() throws Exception {
        Path clone = unbuildable();
        Process process =
                new ProcessBuilder(clone.resolve("hira").toString(), "version")
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("output").toFile())
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(folder.resolve("output")))
                .startsWith("hira: Hira has to be built, and this user cannot write to the folder ")
                .contains(clone.resolve("target") + "; ", "./hira build")
                .hasLineCount(1);
        assertThat(process.exitValue()).isEqualTo(70);
    }

    @Test
    void shouldNameTheFolderThatCannotBeCreated() throws Exception {
        Path taken = Files.createFile(folder.resolve("file"));
        for (String wrong : List.of("/proc/nope", taken.resolve("x").toString())) {
            assertThat(hiraRefusal("guest-jar", "--compiler", wrong))
                    .startsWith("hira guest-jar: the folder " + wrong + " cannot be created: ")
                    .doesNotContain("mkdir");
            assertThat(hiraRefusal("publish", "--to", wrong))
                    .startsWith("hira publish: the folder " + wrong + " cannot be created: ");
            assertThat(hiraRefusal("publish", "--no-javadoc", "--to=" + wrong))
                    .startsWith("hira publish: the folder " + wrong + " cannot be created: ");
        }
        assertThat(hiraRefusal("publish", "--no-javadoc"))
                .contains("missing required option: '--to=FOLDER'");
    }

    /** Returns the scripts that are run by their names, wherever they lie. */
    private static List<Path> scripts() throws IOException {
        List<Path> scripts = new ArrayList<>();
        Files.walkFileTree(
                ROOT,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes a) {
                        String name = path.getFileName().toString();
                        return name.equals("target") || name.startsWith(".")
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes a) {
                        if (file.toString().endsWith(".sh")) {
                            scripts.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return scripts;
    }

    @Test
    void shouldRefuseImagesForAnotherProcessorWithoutAllOfItBeforeABuild() throws Exception {
        for (String[] half :
                new String[][] {{"images", "--jdk", "/opt/jdk"}, {"images", "--system=/mnt"}}) {
            assertThat(hiraRefusal(half)).contains("--jdk and --system belong together");
        }
    }

    @Test
    void shouldRefuseAWrongUseOfEachOtherScript() throws Exception {
        assertThat(scripts()).hasSizeGreaterThanOrEqualTo(7);
        for (Path script : scripts()) {
            assertThat(refusal(script, "--bogus"))
                    .as("%s", script)
                    .contains("'--bogus'")
                    .containsPattern("takes|allowed are|there are");
            assertThat(refusal(script, "--bogus", "1", "2", "3"))
                    .as("%s", script)
                    .contains("'--bogus");
        }
        Path containers = ROOT.resolve("deploy/containers");
        assertThat(refusal(containers.resolve("engine.sh"))).contains("up, down and health");
        assertThat(refusal(containers.resolve("engine.sh"), "up", "2")).contains("'up 2'");
        assertThat(refusal(containers.resolve("starts.sh"), "0")).contains("from 1", "'0'");
        assertThat(refusal(containers.resolve("reproduce.sh"), "--out", "x")).contains("'--out'");
        assertThat(refusal(containers.resolve("reproduce.sh"), "--tag"))
                .contains("missing value for option '--tag'");
    }

    @Test
    void shouldRefuseAnUnknownOptionOfEachOtherCommand() {
        CommandLine root = CommandLines.of("help");
        SoftAssertions all = new SoftAssertions();
        int tried = 0;
        List<CommandLine> lines = new ArrayList<>(root.getSubcommands().values());
        while (!lines.isEmpty()) {
            CommandLine line = lines.removeLast();
            lines.addAll(line.getSubcommands().values());
            String name = line.getCommandSpec().qualifiedName();
            if (name.equals("hira help")) {
                continue;
            }
            List<String> words = new ArrayList<>(List.of(name.split(" ")));
            words.removeFirst();
            for (ArgSpec arg : line.getCommandSpec().args()) {
                if (arg.required() && arg instanceof OptionSpec option) {
                    words.add(option.longestName());
                }
                if (arg.required()) {
                    Iterable<String> values = arg.completionCandidates();
                    words.add(values == null ? "1" : values.iterator().next());
                }
            }
            words.add("--bogus");
            StringWriter err = new StringWriter();
            root.setErr(new PrintWriter(err, true));
            int status = root.execute(words.toArray(String[]::new));
            all.assertThat(status).as(name).isEqualTo(ExitCode.USAGE);
            all.assertThat(err.toString())
                    .as(name)
                    .startsWith(name + ": unknown option: '--bogus'\n")
                    .contains(
                            line.getSubcommands().isEmpty()
                                    ? "'" + name + " --help' tells its options"
                                    : name + " has the commands ");
            tried++;
        }
        assertThat(tried).isGreaterThan(50);
        all.assertAll();
    }
}

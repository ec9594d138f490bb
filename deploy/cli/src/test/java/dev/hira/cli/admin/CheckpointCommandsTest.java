package dev.hira.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.ExitStatus;
import dev.hira.cli.client.UsageException;
import dev.hira.cli.testing.Hira;
import dev.hira.cli.testing.LiveStack;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** The commands that save a VM to files and restore it from them. */
final class CheckpointCommandsTest {
    private static final int MEMORY_BYTES = 8 << 20;

    @TempDir private Path folder;
    private final Hira hira = new Hira();
    private LiveStack stack;
    private CudaDriver blue;
    private long memory;

    @BeforeEach
    void start() {
        stack = new LiveStack(folder, List.of("one", "two"));
        blue = stack.open("blue");
        memory = blue.cuMemAlloc(MEMORY_BYTES);
        write(0, MEMORY_BYTES);
    }

    @AfterEach
    void stop() {
        blue.close();
        stack.close();
    }

    private void write(int at, int bytes) {
        byte[] data = new byte[bytes];
        new Random(23).nextBytes(data);
        blue.cuMemcpyHtoD(memory + at, MemorySegment.ofArray(data), bytes);
    }

    private byte[] memory() {
        byte[] data = new byte[MEMORY_BYTES];
        blue.cuMemcpyDtoH(MemorySegment.ofArray(data), memory, MEMORY_BYTES);
        return data;
    }

    private int run(String... arguments) {
        return hira.runAt(stack.admin(), arguments);
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private long size(String name) throws IOException {
        return Files.size(folder.resolve(name));
    }

    @Test
    void shouldRestoreAVmFromAnIncrement() throws IOException {
        assertThat(run("vm", "checkpoint", "blue", file("monday"))).isZero();
        blue.cuMemsetD8(memory + 100, (byte) 7, 100);
        byte[] before = memory();
        assertThat(run("vm", "suspend", "blue")).isZero();
        assertThat(run("vm", "checkpoint", "blue", file("tuesday"), "--on", file("monday")))
                .isZero();
        assertThat(hira.out()).containsPattern("blue: .*tuesday on .*monday");
        assertThat(size("monday")).isGreaterThan(MEMORY_BYTES);
        assertThat(size("tuesday")).isLessThan(MEMORY_BYTES / 4);

        assertThat(run("vm", "restore", file("tuesday"))).isNotZero();
        assertThat(hira.err()).contains("name that one with --on");
        assertThat(run("vm", "restore", file("monday"), "--on", file("monday"))).isNotZero();
        assertThat(hira.err()).contains("are the same file", "leave out --on");
        assertThat(run("vm", "restore", file("tuesday"), "--on", file("none"))).isNotZero();
        assertThat(hira.err()).contains("none");

        assertThat(run("vm", "restore", file("tuesday"), "--on", file("monday"))).isZero();
        assertThat(memory()).isEqualTo(before);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(Path::toString))
                    .noneMatch(name -> name.matches(".*\\.(part|whole|increment)"));
        }
    }

    @Test
    void shouldSaveNothingWhenTheEarlierFileIsNoCheckpoint() throws IOException {
        Files.writeString(folder.resolve("text"), "This is a text, and not a checkpoint.");
        assertThat(run("vm", "checkpoint", "blue", file("new"), "--on", file("text"))).isNotZero();
        assertThat(hira.err()).contains("text", "does not begin with HIRACKPT");
        assertThat(folder.resolve("new")).doesNotExist();
    }

    @Test
    void shouldNotReplaceAFileUnlessToldTo() throws IOException {
        Path notes = Files.writeString(folder.resolve("notes.txt"), "mine");
        assertThat(run("vm", "checkpoint", "blue", notes.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .contains("the file " + notes + " exists; name another file, or pass --force");
        assertThat(notes).hasContent("mine");

        assertThat(run("vm", "checkpoint", "blue", notes.toString(), "--force")).isZero();
        assertThat(Files.size(notes)).isGreaterThan(MEMORY_BYTES);
    }

    @Test
    void shouldKeepTheEarlierCheckpointWhateverNamesItAndWhateverIsForced() throws IOException {
        assertThat(run("vm", "checkpoint", "blue", file("monday"))).isZero();
        byte[] monday = Files.readAllBytes(folder.resolve("monday"));
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("monday"));
        Files.createLink(folder.resolve("second"), folder.resolve("monday"));
        for (String name : List.of("monday", "link", "second", "./monday")) {
            for (String on : List.of("monday", "link", "second")) {
                assertThat(run("vm", "checkpoint", "blue", file(name), "--force", "--on", file(on)))
                        .isEqualTo(ExitCode.USAGE);
                assertThat(hira.err()).contains("FILE and EARLIER are the same file");
                assertThat(run("vm", "restore", file(name), "--on", file(on)))
                        .isEqualTo(ExitCode.USAGE);
                assertThat(hira.err()).contains("FILE and EARLIER are the same file");
            }
        }
        assertThat(folder.resolve("monday")).hasBinaryContent(monday);
        assertThat(run("vm", "checkpoint", "blue", file("monday"), "--on", file("none")))
                .isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("the file " + file("none") + " does not exist");
    }

    /** A VM that was held would have been counted. */
    @Test
    void shouldHoldNoVmForAFileThatCannotBeWritten() throws IOException {
        Path pipe = folder.resolve("router.sock");
        for (Path wrong : List.of(folder, Path.of("/dev/null"), pipe, Path.of("/"))) {
            assertThat(run("vm", "checkpoint", "nosuch", wrong.toString(), "--force"))
                    .isEqualTo(ExitCode.USAGE);
            assertThat(hira.err()).contains(wrong + " is ", "; name a");
        }
        assertThat(run("vm", "checkpoint", "nosuch", file("x")))
                .isEqualTo(ExitStatus.UNKNOWN_NAME.code());
        CheckpointTarget target = CheckpointTarget.of(folder.resolve("x"), null, false);
        assertThatThrownBy(() -> target.requireRoom("blue", 8 << 20, false, 1 << 20))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("holds 8.0 MiB of memory, and the folder " + folder)
                .hasMessageContaining("has room for 1.0 MiB; name another file, or pass --force");
        target.requireRoom("blue", 1 << 20, false, 1 << 20);
    }

    @Test
    void shouldTakeTheLongestNameOfAFile() throws IOException {
        String longest = "x".repeat(255);
        assertThat(run("vm", "checkpoint", "blue", file(longest))).isZero();
        assertThat(size(longest)).isGreaterThan(MEMORY_BYTES);
        assertThat(run("vm", "checkpoint", "blue", file("y" + longest))).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .contains("the file " + file("y" + longest) + " cannot be used: file name too long")
                .doesNotContain(".part");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".part"));
        }
    }

    @Test
    void shouldNameTheFolderInWhichNoFileCanBeCreated() {
        assertThatThrownBy(() -> CheckpointFiles.scratch(folder.resolve("gone/x")))
                .isInstanceOf(UsageException.class)
                .hasMessage("no file can be created in the folder " + folder.resolve("gone"));
    }

    @Test
    void shouldSayWhichFileIsMissingAndWhatToDoWithADamagedOne() throws IOException {
        assertThat(run("vm", "restore", file("none"))).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .isEqualToIgnoringNewLines(
                        "hira vm restore: the file " + file("none") + " does not exist");
        assertThat(run("vm", "checkpoint", "blue", file("no/x.cp"))).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .contains("hira vm checkpoint: there is no folder " + file("no") + "; create it");
        assertThat(run("vm", "checkpoint", "blue", file("x"), "--on", file("none")))
                .isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("the file " + file("none") + " does not exist");

        assertThat(run("vm", "checkpoint", "blue", file("whole"))).isZero();
        assertThat(run("vm", "suspend", "blue")).isZero();
        byte[] content = Files.readAllBytes(folder.resolve("whole"));
        content[content.length / 2] ^= 1;
        Files.write(folder.resolve("damaged"), content);
        assertThat(run("vm", "restore", file("damaged"))).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .contains("damaged", "nothing was restored: use another file", "'vm resume'");
        assertThat(run("vm", "resume", "blue")).isZero();
    }
}

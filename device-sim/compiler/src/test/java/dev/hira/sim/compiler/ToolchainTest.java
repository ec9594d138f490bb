package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.source.Build;
import dev.hira.api.source.SourceProgram;
import dev.hira.sim.compiler.clang.BuildFailedException;
import dev.hira.sim.compiler.clang.CompilerLimits;
import dev.hira.sim.compiler.clang.CompilerSettings;
import dev.hira.sim.compiler.clang.Toolchain;
import dev.hira.sim.compiler.clang.ToolchainJar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unpacking the compiler. */
final class ToolchainTest {
    @TempDir Path folder;

    /** Unpacks a jar to a cache folder and prints where, for processes of the tests. */
    public static final class Unpacking {
        private Unpacking() {}

        public static void main(String[] arguments) throws BuildFailedException {
            Toolchain tools =
                    Toolchain.of(new ToolchainJar(Path.of(arguments[0])), Path.of(arguments[1]));
            System.out.print(tools.folder());
        }
    }

    @Test
    void shouldBeUnpackedOnceByProcessesThatStartTogether() throws Exception {
        Path jar = FakeToolchain.jar(folder, "echo");
        Path cache = folder.resolve("cache");
        Files.createDirectories(cache.resolve("unpacking-abandoned/bin"));
        Files.setPosixFilePermissions(
                cache, java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            processes.add(
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-XX:+UseSerialGC",
                                    "-XX:TieredStopAtLevel=1",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Unpacking.class.getName(),
                                    jar.toString(),
                                    cache.toString())
                            .redirectErrorStream(true)
                            .start());
        }
        List<String> found = new ArrayList<>();
        for (Process process : processes) {
            found.add(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            assertThat(process.waitFor()).as(found.getLast()).isZero();
        }
        try (Stream<Path> files = Files.list(cache)) {
            List<Path> folders = files.filter(Files::isDirectory).toList();
            assertThat(folders).hasSize(1);
            assertThat(found).containsOnly(folders.getFirst().toString());
            assertThat(folders.getFirst().resolve("bin/clang")).isExecutable();
        }
    }

    @Test
    void shouldHaveAFolderOfItsOwnForOtherContents() throws Exception {
        Path cache = folder.resolve("cache");
        Toolchain first =
                Toolchain.of(new ToolchainJar(FakeToolchain.jar(folder, "echo a")), cache);
        Toolchain second =
                Toolchain.of(new ToolchainJar(FakeToolchain.jar(folder, "echo b")), cache);
        assertThat(first.folder()).isNotEqualTo(second.folder());
        assertThat(Files.readString(second.clang())).contains("echo b");
    }

    @Test
    void shouldRunFromAFolderThatWasUnpackedBeforehand() throws Exception {
        Path jar = FakeToolchain.jar(folder, "echo ptx");
        Path unpacked = folder.resolve("unpacked");
        ClangCompiler.unpack(jar, unpacked);
        Path cache = folder.resolve("cache");
        Build build =
                new ClangCompiler(new CompilerSettings(unpacked, cache, CompilerLimits.usual()))
                        .build(SourceProgram.cuda("x"));
        assertThat(build).as(build.log()).isInstanceOf(Build.Built.class);
        try (Stream<Path> files = Files.list(cache)) {
            assertThat(files).noneMatch(file -> file.getFileName().toString().startsWith("clang-"));
        }
        assertThat(Toolchain.in(unpacked).id())
                .isEqualTo(Toolchain.of(new ToolchainJar(jar), cache).id());
        assertThatThrownBy(() -> Toolchain.in(cache))
                .isInstanceOf(BuildFailedException.class)
                .hasMessage(
                        "HIRA_COMPILER names the folder "
                                + cache
                                + ", which has no unpacked compiler");
    }

    @Test
    void shouldSayWhatIsWrongWithAJar() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jar"), "text");
        assertThatThrownBy(() -> Toolchain.of(new ToolchainJar(text), folder.resolve("cache")))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContaining("cannot be unpacked from " + text);
    }

    @Test
    void shouldSayWhichFolderOfTheCacheCannotBeMadeAndWhatToDo() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "not a folder");
        Path cache = file.resolve("home").resolve("cache");
        ToolchainJar jar = new ToolchainJar(FakeToolchain.jar(folder, "echo ptx"));
        assertThatThrownBy(() -> Toolchain.of(jar, cache))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageEndingWith(
                        " to "
                                + cache
                                + ": "
                                + file.resolve("home")
                                + " cannot be created or written (Not a directory); name a folder"
                                + " that this user can write to in HIRA_COMPILER_CACHE");
    }
}

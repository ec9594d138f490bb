package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.source.Build;
import dev.hira.api.source.SourceCompiler;
import dev.hira.api.source.SourceProgram;
import dev.hira.sim.compiler.clang.CompilerLimits;
import dev.hira.sim.compiler.clang.CompilerSettings;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of a compiler that behaves as a script says. */
final class CompilerRunsTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir Path folder;

    private String log(String script) throws IOException {
        return log(script, LONG);
    }

    private String log(String script, Duration wall) throws IOException {
        return FakeToolchain.compiler(folder, script, 1, wall).build(SourceProgram.cuda("x")).log();
    }

    @Test
    void shouldNotKeepTheSourcesOfProgramsThatItHasBuilt() throws IOException {
        SourceCompiler compiler = FakeToolchain.compiler(folder, "echo '// ptx'", 1, LONG);
        WeakReference<String> source = built(compiler);
        for (int i = 0; i < 100 && source.get() != null; i++) {
            System.gc();
        }
        assertThat(source.get()).as("the source of a program that nothing uses any more").isNull();
    }

    private static WeakReference<String> built(SourceCompiler compiler) {
        String source = "// " + "x".repeat(1000);
        assertThat(compiler.build(SourceProgram.cuda(source))).isInstanceOf(Build.Built.class);
        return new WeakReference<>(source);
    }

    @Test
    void shouldEndARunThatTakesTooLong() throws IOException {
        assertThat(
                        log(
                                "echo begun >&2; read x < /dev/zero; while :; do :; done",
                                Duration.ofMillis(300)))
                .contains("the longest time that it may take");
    }

    @Test
    void shouldEndARunThatPrintsTooMuch() throws IOException {
        assertThat(log("yes")).contains("error: the output exceeds the limit of 64 KiB");
        assertThat(log("yes >&2"))
                .contains("error: the errors and warnings exceed the limit of 16 KiB");
    }

    @Test
    void shouldSayHowARunCrashed() throws IOException {
        assertThat(
                        log(
                                "echo 'a.cu:1:1: note: n' >&2; echo 'Stack dump:' >&2; echo /secret >&2; kill -SEGV $$"))
                .isEqualTo(
                        "a.cu:1:1: note: n\nerror: the compiler crashed on this program (exit status 139)");
        assertThat(log("echo 'LLVM ERROR: out of memory' >&2; kill -ABRT $$"))
                .isEqualTo("error: the compiler needs more memory than the limit of 1024 MiB");
        assertThat(log("kill -XCPU $$")).contains("20 s of processor time");
        assertThat(log("echo 'a.cu:1:1: error: no' >&2; exit 1"))
                .isEqualTo("a.cu:1:1: error: no\n");
    }

    @Test
    void shouldGiveTheCompilerNeitherEnvironmentNorInputNorRoomForFiles() throws IOException {
        assertThat(
                        log(
                                "env >&2; cat >&2; ulimit -f >&2; ulimit -t >&2; ulimit -v >&2; ulimit -c >&2; exit 1"))
                .matches("(?:(?:PWD|OLDPWD|_|SHLVL)=.*\n)*0\n20\n1048576\n0\n");
        assertThat(log("echo x > big 2>/dev/null; exit 1")).contains("error:");
    }

    @Test
    void shouldRunOnlySoManyCompilersAtOnce() throws Exception {
        Path running = folder.resolve("running");
        ClangCompiler compiler =
                FakeToolchain.compiler(
                        folder,
                        "mkdir "
                                + running
                                + " || exit 7; for i in 1 2 3 4 5; do /bin/true; done; rmdir "
                                + running
                                + "; echo done",
                        1,
                        LONG);
        List<Future<Build>> builds = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                SourceProgram program = SourceProgram.cuda("// " + i);
                builds.add(threads.submit(() -> compiler.build(program)));
            }
        }
        for (Future<Build> build : builds) {
            assertThat(build.get()).as(build.get().log()).isInstanceOf(Build.Built.class);
        }
    }

    @Test
    void shouldRunOnceForEqualPrograms() throws Exception {
        Path runs = Files.createDirectory(folder.resolve("runs"));
        String script =
                "mkdir "
                        + runs
                        + "/$$; for i in 1 2 3; do /bin/true; done; echo ptx; echo warning >&2";
        ClangCompiler compiler = FakeToolchain.compiler(folder, script, 4, LONG);
        buildAtOnce(compiler);
        long runsOfOne = count(runs);
        assertThat(runsOfOne).as("the library, and the program").isEqualTo(2);
        Build again =
                new ClangCompiler(
                                new CompilerSettings(
                                        folder.resolve("llvm.jar"),
                                        folder.resolve("cache"),
                                        CompilerLimits.usual()))
                        .build(SourceProgram.cuda("same"));
        assertThat(again)
                .isEqualTo(new Build.Built("ptx\n", "warning\n", java.util.Map.of(), List.of()));
        assertThat(count(runs)).isEqualTo(runsOfOne);
        compiler.build(SourceProgram.cuda("same").withOptions("-DX"));
        compiler.build(SourceProgram.cuda("same").withFile("other.cu"));
        assertThat(count(runs)).isEqualTo(runsOfOne + 2);
    }

    private static void buildAtOnce(ClangCompiler compiler)
            throws InterruptedException, ExecutionException {
        List<Future<Build>> builds = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 6; i++) {
                builds.add(threads.submit(() -> compiler.build(SourceProgram.cuda("same"))));
            }
        }
        for (Future<Build> build : builds) {
            assertThat(build.get().log()).isEqualTo("warning\n");
        }
    }

    private static long count(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }

    @Test
    void shouldBuildAgainAfterAFailure() throws IOException {
        Path broken = Files.createFile(folder.resolve("broken"));
        ClangCompiler compiler =
                FakeToolchain.compiler(folder, "[ ! -e " + broken + " ] && echo ptx", 1, LONG);
        assertThat(compiler.build(SourceProgram.cuda("x"))).isInstanceOf(Build.Failed.class);
        Files.delete(broken);
        assertThat(compiler.build(SourceProgram.cuda("x"))).isInstanceOf(Build.Built.class);
    }

    @Test
    void shouldCountDamagedResultsAsMissing() throws IOException {
        Path cache = folder.resolve("cache");
        ClangCompiler compiler = FakeToolchain.compiler(folder, "echo ptx", 1, LONG);
        compiler.build(SourceProgram.cuda("x"));
        try (Stream<Path> results = Files.list(cache.resolve("results"))) {
            for (Path result : results.toList()) {
                Files.writeString(result, Files.readString(result).replace("ptx", "xxx"));
            }
        }
        ClangCompiler other = FakeToolchain.compiler(folder, "echo ptx", 1, LONG);
        assertThat(((Build.Built) other.build(SourceProgram.cuda("x"))).text()).isEqualTo("ptx\n");
    }

    @Test
    void shouldDeleteWhatAKilledProcessLeft() throws IOException {
        Path cache = folder.resolve("cache");
        ClangCompiler living = FakeToolchain.compiler(folder, "echo ptx", 1, LONG);
        assertThat(living.build(SourceProgram.cuda("x"))).isInstanceOf(Build.Built.class);
        Path left = Files.createDirectory(cache.resolve("work-left"));
        Files.createFile(left.resolve("lock"));
        Files.writeString(Files.createDirectory(left.resolve("run-1")).resolve("0"), "secret");
        Path older = Files.createDirectory(cache.resolve("work-older"));
        Files.writeString(older.resolve("0"), "secret");
        ClangCompiler next = FakeToolchain.compiler(folder, "echo ptx", 1, LONG);
        assertThat(next.build(SourceProgram.cuda("y"))).isInstanceOf(Build.Built.class);
        assertThat(left).doesNotExist();
        assertThat(older).doesNotExist();
        assertThat(living.build(SourceProgram.cuda("z"))).isInstanceOf(Build.Built.class);
        try (Stream<Path> folders = Files.list(cache)) {
            assertThat(
                            folders.filter(
                                    each -> String.valueOf(each.getFileName()).startsWith("work-")))
                    .as("of the compilers that live")
                    .hasSize(2)
                    .allSatisfy(each -> assertThat(each).isDirectoryContaining("glob:**lock"));
        }
    }

    @Test
    void shouldKeepResultsWhenARunCannotBePreparedThoughThereIsRoom() throws IOException {
        Path cache = folder.resolve("cache");
        Path inTheWay = Files.createDirectories(cache.resolve("results").resolve("old"));
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwx------"));
        Files.createSymbolicLink(cache.resolve("work.lock"), inTheWay);
        assertThat(log("echo ptx")).contains("error: the compiler did not start");
        assertThat(inTheWay).isDirectory();
    }

    @Test
    void shouldDeleteHalfACompilerAndHalfALibraryThatKilledProcessesLeft() throws IOException {
        Path cache = folder.resolve("cache");
        log("echo ptx");
        Path compiler = Files.createDirectory(cache.resolve("unpacking-left"));
        Path library = Files.createFile(cache.resolve("half-left.bc"));
        Files.setLastModifiedTime(library, FileTime.from(Instant.EPOCH));
        FakeToolchain.compiler(folder, "echo ptx", 1, LONG).build(SourceProgram.cuda("y"));
        assertThat(compiler).doesNotExist();
        assertThat(library).doesNotExist();
    }

    @Test
    void shouldBuildTextThatUtf8CannotHold() throws IOException {
        assertThat(
                        FakeToolchain.compiler(folder, "echo ptx", 1, LONG)
                                .build(SourceProgram.cuda("// \ud800")))
                .isInstanceOf(Build.Built.class);
    }

    @Test
    void shouldKeepItsFilesFromOtherUsers() throws IOException {
        Path cache = folder.resolve("cache");
        log("echo ptx");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)))
                .isEqualTo("rwx------");
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(log("echo ptx # changed"))
                .contains("has mode rwxrwxrwx, so other users can change the compiler in it");
    }
}

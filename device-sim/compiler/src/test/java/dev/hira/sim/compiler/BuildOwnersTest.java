package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.source.Build;
import dev.hira.api.source.Build.Failed.Reason;
import dev.hira.api.source.BuildOwner;
import dev.hira.api.source.SourceProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Builds of processes that share a compiler whose runs end only when a test lets them. */
@Timeout(120)
final class BuildOwnersTest {
    private static final int BUILDS = 60;

    @TempDir Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final BuildOwner slow = new BuildOwner("slow");
    private final BuildOwner other = new BuildOwner("other");
    private Path runs;
    private Path go;
    private ClangCompiler compiler;

    /**
     * A run makes a folder of its process's number, ends when a file "go" is there, and gives its
     * process as the result. The library is built first.
     */
    @BeforeEach
    void prepare() throws Exception {
        runs = Files.createDirectory(folder.resolve("runs"));
        go = folder.resolve("go");
        String script = "mkdir " + runs + "/$$; while [ ! -e " + go + " ]; do :; done; echo $$";
        compiler = FakeToolchain.compiler(folder, script, 1, Duration.ofMinutes(1));
        Files.createFile(go);
        assertThat(build(other, 0).get()).isInstanceOf(Build.Built.class);
        Files.delete(go);
        for (String process : running()) {
            Files.delete(runs.resolve(process));
        }
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    private Future<Build> build(BuildOwner owner, int number) {
        SourceProgram program = SourceProgram.cuda("// " + owner.vm() + number);
        return threads.submit(() -> owner.make(() -> compiler.build(program)));
    }

    /** Begins builds, of which one runs; returns all. */
    private List<Future<Build>> beginSlow() throws IOException {
        List<Future<Build>> builds = new ArrayList<>();
        for (int i = 0; i < BUILDS; i++) {
            builds.add(build(slow, i));
        }
        while (running().isEmpty()) {
            Thread.onSpinWait();
        }
        return builds;
    }

    /** The processes of the compiler so far, in the order of their starts. */
    private List<String> running() throws IOException {
        List<Path> made;
        try (Stream<Path> folders = Files.list(runs)) {
            made = new ArrayList<>(folders.toList());
        }
        Map<Path, FileTime> times = new HashMap<>();
        for (Path each : made) {
            times.put(each, Files.getLastModifiedTime(each));
        }
        made.sort(Comparator.comparing(times::get));
        return made.stream().map(each -> String.valueOf(each.getFileName())).toList();
    }

    private static Reason reason(Future<Build> build) throws Exception {
        assertThat(build.get()).isInstanceOf(Build.Failed.class);
        return ((Build.Failed) build.get()).reason();
    }

    @Test
    void shouldLetAllBuildsOfAProcessWaitForTheirTurn() throws Exception {
        List<Future<Build>> builds = beginSlow();
        Files.createFile(go);
        for (Future<Build> each : builds) {
            assertThat(each.get()).isInstanceOf(Build.Built.class);
        }
    }

    @Test
    void shouldNotLetABuildWaitWhoseResultIsKnown() throws Exception {
        List<Future<Build>> builds = beginSlow();
        SourceProgram known = SourceProgram.cuda("// other0");
        assertThat(slow.make(() -> compiler.build(known))).isInstanceOf(Build.Built.class);
        assertThat(builds).noneMatch(Future::isDone);
        slow.close();
    }

    @Test
    void shouldBuildOnAThreadThatIsInterrupted() throws Exception {
        List<Build> outcomes = new ArrayList<>();
        List<Boolean> interrupted = new ArrayList<>();
        Thread program =
                Thread.ofPlatform()
                        .start(() -> {
                            Thread.currentThread().interrupt();
                            outcomes.add(compiler.build(SourceProgram.cuda("// in process")));
                            interrupted.add(Thread.interrupted());
                        });
        while (running().isEmpty()) {
            Thread.onSpinWait();
        }
        program.interrupt();
        while (program.isInterrupted()) {
            Thread.onSpinWait();
        }
        Files.createFile(go);
        program.join();
        assertThat(outcomes).singleElement().isInstanceOf(Build.Built.class);
        assertThat(running()).as("runs").hasSize(1);
        assertThat(interrupted).as("kept for the caller").containsExactly(true);
    }

    @Test
    void shouldEndTheRunsOfAProcessThatEnds() throws Exception {
        List<Future<Build>> builds = beginSlow();
        slow.close();
        for (Future<Build> each : builds) {
            assertThat(reason(each)).isEqualTo(Reason.OWNER);
        }
        assertThat(running()).hasSize(1).noneMatch(BuildOwnersTest::isAlive);
        assertThat(reason(build(slow, 0))).isEqualTo(Reason.OWNER);
        Files.createFile(go);
        assertThat(build(other, 1).get()).isInstanceOf(Build.Built.class);
    }

    private static boolean isAlive(String process) {
        return ProcessHandle.of(Long.parseLong(process)).map(ProcessHandle::isAlive).orElse(false);
    }

    @Test
    void shouldBuildForAnotherVmBeforeAVmHasSeveralTurns() throws Exception {
        List<Future<Build>> builds = beginSlow();
        FutureTask<Build> small =
                new FutureTask<>(
                        () -> other.make(() -> compiler.build(SourceProgram.cuda("// small"))));
        Thread thread = Thread.ofPlatform().start(small);
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        Files.createFile(go);
        for (Future<Build> each : builds) {
            each.get();
        }
        String process = ((Build.Built) small.get()).text().strip();
        assertThat(running().indexOf(process)).as("%s", running()).isBetween(1, 2);
    }

    @Test
    void shouldBuildForTheProcessThatIsLeftWhenTwoWaitForOneRun() throws Exception {
        SourceProgram program = SourceProgram.cuda("// same");
        Future<Build> first = threads.submit(() -> slow.make(() -> compiler.build(program)));
        while (running().isEmpty()) {
            Thread.onSpinWait();
        }
        Future<Build> second = threads.submit(() -> other.make(() -> compiler.build(program)));
        slow.close();
        assertThat(reason(first)).isEqualTo(Reason.OWNER);
        Files.createFile(go);
        assertThat(second.get()).isInstanceOf(Build.Built.class);
    }
}

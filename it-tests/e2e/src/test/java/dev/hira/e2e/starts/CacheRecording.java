package dev.hira.e2e.starts;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.hira.cli.launch.JvmCommand;
import dev.hira.cli.training.TrainingRun;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records the two caches of loaded classes, as {@code ./hira} does after a build, in the background
 * and at a low priority. Processes that start before a cache is complete do without it. One JVM
 * records when several run tests; caches that are newer than all jars stay. Older ones go before
 * any process starts, because a JVM would take the classes of former jars from them.
 */
final class CacheRecording implements AutoCloseable {
    private static final Path FOLDER = Path.of("target").toAbsolutePath();
    private static final List<Path> JARS =
            Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                    .filter(entry -> entry.endsWith(".jar"))
                    .map(Path::of)
                    .toList();

    /** Whether modules are folders of classes, as in Maven's phase test: then no cache fits. */
    private static final boolean HAS_CLASS_FOLDERS =
            Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                    .anyMatch(entry -> Path.of(entry).endsWith(Path.of("target", "classes")));

    private @Nullable Process recorder;
    private boolean closed;

    CacheRecording() {
        if (HAS_CLASS_FOLDERS) {
            return;
        }
        System.setProperty(JvmCommand.CACHE, cache(false).toString());
        try {
            for (boolean hostsDevices : new boolean[] {false, true}) {
                if (!isFresh(cache(hostsDevices))) {
                    Files.deleteIfExists(cache(hostsDevices));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a cache of former classes cannot be deleted", e);
        }
        Thread.ofPlatform().daemon().name("caches").start(this::recordAll);
    }

    private static Path cache(boolean hostsDevices) {
        return FOLDER.resolve(hostsDevices ? "hira-devices.aot" : "hira.aot");
    }

    private void recordAll() {
        try (FileChannel file = FileChannel.open(FOLDER.resolve("caches.lock"), CREATE, WRITE);
                FileLock lock = file.tryLock()) {
            if (lock != null) {
                record(true);
                record(false);
            }
        } catch (IOException | InterruptedException e) {
            System.err.println("processes start without caches: " + e);
        }
    }

    private void record(boolean hostsDevices) throws IOException, InterruptedException {
        Path cache = cache(hostsDevices);
        if (isFresh(cache)) {
            return;
        }
        Path incomplete = Path.of(cache + ".new");
        Process process = start(command(incomplete, hostsDevices));
        if (process != null && process.waitFor() == 0 && Files.exists(incomplete)) {
            Files.move(incomplete, cache, ATOMIC_MOVE);
        }
    }

    private static boolean isFresh(Path cache) throws IOException {
        if (!Files.exists(cache)) {
            return false;
        }
        for (Path jar : JARS) {
            if (Files.getLastModifiedTime(jar).compareTo(Files.getLastModifiedTime(cache)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static List<String> command(Path output, boolean hostsDevices) {
        List<String> command = new ArrayList<>(List.of("nice"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmCommand.jvmOptions(hostsDevices));
        command.add("-XX:AOTCacheOutput=" + output);
        command.add("-cp");
        command.add(String.join(File.pathSeparator, JARS.stream().map(Path::toString).toList()));
        command.addAll(List.of(TrainingRun.class.getName(), "20"));
        return command;
    }

    private synchronized @Nullable Process start(List<String> command) throws IOException {
        if (closed) {
            return null;
        }
        recorder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(Redirect.to(FOLDER.resolve("caches.log").toFile()))
                        .start();
        return recorder;
    }

    /** Ends a recording that the tests no longer need. */
    @Override
    public synchronized void close() {
        closed = true;
        if (recorder != null) {
            recorder.descendants().forEach(ProcessHandle::destroyForcibly);
            recorder.destroyForcibly();
        }
    }
}

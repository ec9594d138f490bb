package dev.hira.sim.compiler;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * One process of the compiler: with an empty environment, in a private folder, and within {@link
 * CompilerLimits}. The shell sets the limits that the kernel holds, then becomes the compiler.
 */
final class CompilerRun {
    private static final int CHUNK = 1 << 14;

    private final CompilerLimits limits;

    /**
     * What a run gave.
     *
     * @param ending how the process ended
     * @param exit its exit status, 128 and the signal's number if a signal ended it
     * @param output each byte as one character
     */
    record Result(Ending ending, int exit, String output, String log) {}

    /** How a process ended. */
    enum Ending {
        BY_ITSELF,
        AFTER_THE_TIME_LIMIT,
        AFTER_THE_OUTPUT_LIMIT,
        AFTER_THE_LOG_LIMIT
    }

    CompilerRun(CompilerLimits limits) {
        this.limits = limits;
    }

    Result of(List<String> command, Path folder) throws IOException {
        List<String> limited = new ArrayList<>();
        limited.addAll(List.of("/bin/sh", "-c", script(), "sh"));
        limited.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(limited).directory(folder.toFile());
        builder.environment().clear();
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            return watch(process);
        } finally {
            process.destroyForcibly();
        }
    }

    private String script() {
        return "ulimit -c 0; ulimit -f 0; ulimit -t "
                + Math.max(1, limits.cpu().toSeconds())
                + "; ulimit -v "
                + limits.memoryBytes() / 1024
                + "; exec \"$@\"";
    }

    private Result watch(Process process) throws IOException {
        FutureTask<Captured> output =
                capture(
                        process,
                        process.getInputStream(),
                        limits.outputBytes(),
                        StandardCharsets.ISO_8859_1);
        FutureTask<Captured> log =
                capture(
                        process,
                        process.getErrorStream(),
                        limits.logBytes(),
                        StandardCharsets.UTF_8);
        try {
            boolean ended = process.waitFor(limits.wall().toMillis(), TimeUnit.MILLISECONDS);
            kill(process);
            int exit = process.waitFor();
            Ending ending = ending(ended, output.get(), log.get());
            return new Result(ending, exit, output.get().text(), log.get().text());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the thread was interrupted while the compiler ran", e);
        } catch (ExecutionException e) {
            throw new IOException("the compiler's output cannot be read", e);
        }
    }

    private static Ending ending(boolean inTime, Captured output, Captured log) {
        if (!output.whole()) {
            return Ending.AFTER_THE_OUTPUT_LIMIT;
        }
        if (!log.whole()) {
            return Ending.AFTER_THE_LOG_LIMIT;
        }
        return inTime ? Ending.BY_ITSELF : Ending.AFTER_THE_TIME_LIMIT;
    }

    /** Ends a process; unlike its own method, the handle's leaves the streams open. */
    private static void kill(Process process) {
        process.toHandle().destroyForcibly();
    }

    /** What a stream gave, and whether that is all of it. */
    private record Captured(String text, boolean whole) {}

    /**
     * Reads a stream to its end on a thread of its own; a stream that is too long ends the process.
     */
    private static FutureTask<Captured> capture(
            Process process, InputStream stream, int most, Charset charset) {
        FutureTask<Captured> task = new FutureTask<>(() -> read(process, stream, most, charset));
        Thread.ofVirtual().name("compiler output").start(task);
        return task;
    }

    private static Captured read(Process process, InputStream stream, int most, Charset charset)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK];
        try (stream) {
            for (int n = stream.read(chunk); n >= 0; n = stream.read(chunk)) {
                if (bytes.size() + n > most) {
                    bytes.write(chunk, 0, most - bytes.size());
                    kill(process);
                    return new Captured(bytes.toString(charset), false);
                }
                bytes.write(chunk, 0, n);
            }
        }
        return new Captured(bytes.toString(charset), true);
    }
}

package dev.hira.sim.compiler.clang;

import dev.hira.api.OwnedWaits;
import dev.hira.api.source.BuildOwner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * One process of the compiler: with an empty environment, in a private folder, and within {@link
 * CompilerLimits}. The process reads its arguments from its input first, which it gets only once
 * the limits that the kernel holds are set, so that it does nothing without them.
 */
final class CompilerRun {
    private static final int CHUNK = 1 << 14;

    /** Programs of LLVM read further arguments from a file after this sign. */
    private static final String ARGUMENTS_FROM_INPUT = "@/proc/self/fd/0";

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

    /**
     * Runs a command.
     *
     * @throws OwnedWaits.EndedException when the owner of the build has ended; the process has then
     *     too
     */
    Result of(List<String> command, Path folder) throws IOException, OwnedWaits.EndedException {
        ProcessBuilder builder =
                new ProcessBuilder(command.getFirst(), ARGUMENTS_FROM_INPUT)
                        .directory(folder.toFile());
        builder.environment().clear();
        Process process = builder.start();
        try {
            ProcessLimits.set(process, limits);
            byte[] arguments = quoted(command.subList(1, command.size()));
            Thread.ofVirtual().name("compiler arguments").start(() -> give(process, arguments));
            return watch(process);
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }

    private static byte[] quoted(List<String> arguments) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String argument : arguments) {
            if (argument.indexOf('\0') >= 0) {
                throw new IOException("an argument has a character of code 0");
            }
            String escaped = argument.replace("\\", "\\\\").replace("\"", "\\\"");
            text.append('"').append(escaped).append("\"\n");
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Gives a process its arguments; one that has crashed takes none, and its status says so. */
    private static void give(Process process, byte[] arguments) {
        try (OutputStream input = process.getOutputStream()) {
            input.write(arguments);
        } catch (IOException e) {
            kill(process);
        }
    }

    private Result watch(Process process) throws IOException, OwnedWaits.EndedException {
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
            OwnedWaits waits = BuildOwner.current().waits();
            // An interrupt that is kept begins the time anew; that of the processor stays limited.
            waits.await(() -> process.waitFor(limits.wall().toMillis(), TimeUnit.MILLISECONDS));
            boolean ended = !process.isAlive();
            kill(process);
            waits.await(process::waitFor);
            waits.await(output::get);
            waits.await(log::get);
            Ending ending = ending(ended, output.resultNow(), log.resultNow());
            return new Result(
                    ending, process.exitValue(), output.resultNow().text(), log.resultNow().text());
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

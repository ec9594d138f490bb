package dev.hira.images;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program that a build runs and waits for. */
final class Tool {
    private static final long MINUTES = 10;

    private Tool() {}

    /**
     * Runs a program and returns its output.
     *
     * @throws IOException if it fails; the message has its output
     */
    static String run(List<String> command, Map<String, String> environment, Path folder)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.directory(folder.toFile());
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        try {
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IOException(command.getFirst() + " took over " + MINUTES + " minutes");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command.getFirst() + " ran", e);
        }
        if (process.exitValue() != 0) {
            throw new IOException(
                    command.getFirst() + " ended with " + process.exitValue() + ": " + output);
        }
        return output;
    }
}

package dev.hira.containers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code deploy/compose.yaml} as a project of its own, run by Docker Compose. Closing it removes
 * its containers, networks and volumes.
 */
final class Compose implements AutoCloseable {
    private static final Path DEPLOY = Path.of("../../deploy").toAbsolutePath().normalize();
    private static final List<List<String>> PROGRAMS =
            List.of(List.of("docker-compose"), List.of("docker", "compose"));

    /** Starting everything takes a minute on a busy machine. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final List<String> program;
    private final Map<String, String> variables;
    private final Path output;
    private final @Nullable Process health;

    /**
     * Prepares the project.
     *
     * @param more a file that changes services
     * @param variables for the files
     */
    Compose(Path more, Map<String, String> variables) throws IOException {
        program = new ArrayList<>(program().orElseThrow());
        program.addAll(
                List.of(
                        "--project-name",
                        "hira-" + UUID.randomUUID().toString().substring(0, 8),
                        "-f",
                        DEPLOY.resolve("compose.yaml").toString(),
                        "-f",
                        more.toString()));
        this.variables = variables;
        output = Files.createTempFile("compose", ".txt");
        health = checkHealth();
    }

    /** Returns the command that runs compose files, if this machine has one. */
    static Optional<List<String>> program() {
        return PROGRAMS.stream().filter(Compose::isThere).findFirst();
    }

    private static boolean isThere(List<String> program) {
        try {
            return run(join(program, "version"), Map.of(), Path.of("/dev/null")) == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> join(List<String> first, String... rest) {
        return Stream.concat(first.stream(), Stream.of(rest)).toList();
    }

    /** Podman leaves the checks to systemd; the engine for tests has a program for them. */
    private static @Nullable Process checkHealth() throws IOException {
        if (System.getenv("CONTAINERS_CONF") == null) {
            return null;
        }
        return new ProcessBuilder(DEPLOY.resolve("containers/engine.sh").toString(), "health")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Runs a command of compose and returns its output. */
    String run(String... arguments) throws IOException {
        int status = run(join(program, arguments), variables, output);
        String text = Files.readString(output, UTF_8);
        if (status != 0) {
            throw new IOException(
                    String.join(" ", arguments) + " ended with " + status + ": " + text);
        }
        return text;
    }

    private static int run(List<String> command, Map<String, String> variables, Path output)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(variables);
        builder.redirectInput(Path.of("/dev/null").toFile()).redirectOutput(output.toFile());
        Process process = builder.start();
        try {
            if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException(command + " takes longer than " + LONGEST);
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while compose ran", e);
        } finally {
            process.destroyForcibly();
        }
    }

    @Override
    public void close() {
        try {
            run("down", "--volumes", "--timeout", "0");
            Files.delete(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (health != null) {
                Objects.requireNonNull(health).descendants().forEach(ProcessHandle::destroy);
                health.destroy();
            }
        }
    }
}

package dev.hira.cli.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A child process that runs a command of {@code hira} on this process's class path. It says {@code
 * ready …} on its standard output once it serves, and ends when its standard input is closed, so it
 * never outlives its parent.
 */
public final class HiraProcess implements AutoCloseable {
    /** The word that announces that a process serves; the rest of the line names its addresses. */
    public static final String READY = "ready ";

    private static final int KEPT_LINES = 200;

    private final String name;
    private final Process process;
    private final CompletableFuture<String> ready = new CompletableFuture<>();
    private final Deque<String> lines = new ArrayDeque<>();
    private final Consumer<String> listener;
    private final List<Thread> readers = new ArrayList<>();

    private HiraProcess(String name, Process process, Consumer<String> listener) {
        this.name = name;
        this.process = process;
        this.listener = listener;
    }

    /**
     * Starts a process.
     *
     * @param name for messages
     * @param main the class to run
     * @param jvmOptions further JVM options
     * @param arguments for the class
     * @param listener receives every line that the process prints, on threads of this object
     */
    public static HiraProcess start(
            String name,
            String main,
            List<String> jvmOptions,
            List<String> arguments,
            Consumer<String> listener) {
        List<String> command = JvmCommand.of(main, jvmOptions, arguments);
        try {
            Process process = new ProcessBuilder(command).start();
            HiraProcess started = new HiraProcess(name, process, listener);
            started.read(process.inputReader(UTF_8), "out");
            started.read(process.errorReader(UTF_8), "err");
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot start " + name + " with " + command.getFirst(), e);
        }
    }

    /** Starts {@code hira <arguments>} as a process that hosts devices. */
    public static HiraProcess hiraWithDevices(String name, List<String> arguments) {
        return hiraWithDevices(name, List.of(), arguments);
    }

    /** The same with further JVM options. */
    static HiraProcess hiraWithDevices(
            String name, List<String> jvmOptions, List<String> arguments) {
        List<String> options =
                Stream.concat(JvmCommand.DEVICES.stream(), jvmOptions.stream()).toList();
        return start(name, "dev.hira.cli.Main", options, arguments, line -> {});
    }

    /** Starts a process of the class {@code main} that hosts devices. */
    public static HiraProcess withDevices(String name, String main, List<String> arguments) {
        return start(name, main, JvmCommand.DEVICES, arguments, line -> {});
    }

    /** Starts {@code hira <arguments>}. */
    public static HiraProcess hira(String name, List<String> arguments) {
        return hira(name, List.of(), arguments);
    }

    /** The same with further JVM options. */
    static HiraProcess hira(String name, List<String> jvmOptions, List<String> arguments) {
        return start(name, "dev.hira.cli.Main", jvmOptions, arguments, line -> {});
    }

    /** Waits until the process serves, and returns the addresses that it announced. */
    public String awaitReady(Duration limit) {
        try {
            return ready.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    name + " was not ready within " + limit + ":\n" + output(), e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    name + " ended before it was ready:\n" + output(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + name, e);
        }
    }

    /** Waits for the end of the process and returns its exit code. */
    public int awaitExit(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(
                        name + " did not end within " + limit + ":\n" + output());
            }
            for (Thread reader : readers) {
                reader.join(limit);
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + name, e);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** Returns the last lines that the process printed. */
    public String output() {
        synchronized (lines) {
            return String.join("\n", lines);
        }
    }

    /** Ends the process at once (SIGKILL). */
    public void kill() {
        process.destroyForcibly();
    }

    /** Asks the process to end (SIGTERM). */
    public void terminate() {
        process.destroy();
    }

    /** Writes a line to the standard input of the process. */
    public void tell(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " no longer reads its input", e);
        }
    }

    /** Asks the process to end, by closing its standard input. */
    public void endInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The process is gone already, as intended.
        }
    }

    @Override
    public void close() {
        endInput();
        terminate();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                kill();
                process.waitFor(10, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }

    private void read(BufferedReader from, String stream) {
        readers.add(
                Thread.ofPlatform()
                        .daemon()
                        .name(name + "-" + stream)
                        .start(() -> {
                            try (from) {
                                String line;
                                while ((line = from.readLine()) != null) {
                                    take(line);
                                }
                            } catch (IOException e) {
                                take("(reading std" + stream + " ended: " + e.getMessage() + ")");
                            } finally {
                                if (stream.equals("out")) {
                                    ready.completeExceptionally(
                                            new IllegalStateException("its output ended"));
                                }
                            }
                        }));
    }

    private void take(String line) {
        synchronized (lines) {
            lines.addLast(line);
            if (lines.size() > KEPT_LINES) {
                lines.removeFirst();
            }
        }
        if (line.startsWith(READY)) {
            ready.complete(line.substring(READY.length()).strip());
        }
        listener.accept(line);
    }
}

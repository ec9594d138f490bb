package dev.hira.cli.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A child process that runs a command of {@code hira} on this process's class path. It says {@code
 * ready …} on its standard output once it serves, and ends when its standard input is closed, so it
 * never outlives its parent.
 */
public final class HiraProcess implements AutoCloseable {
    /** The word that announces that a process serves; the rest of the line names its addresses. */
    public static final String READY = "ready ";

    /** The property with which {@code ./hira} names the cache of loaded classes. */
    public static final String CACHE = "hira.aot";

    /** The property that names a file with flags for the JVMs that this process starts. */
    private static final String FLAGS = "hira.jvm.flags";

    /** Options of every JVM of Hira; {@link #DEVICES} has those of processes that host devices. */
    private static final List<String> USUAL = options("hira.options");

    private static final List<String> DEVICES = options("hira-devices.options");

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
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(USUAL);
        command.addAll(startCache(jvmOptions.containsAll(DEVICES)));
        command.addAll(jvmOptions);
        command.addAll(flags());
        command.add("-cp");
        command.add(classPath());
        command.add(main);
        command.addAll(arguments);
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

    /** Returns the options of every JVM of Hira, and those of processes that host devices. */
    public static List<String> jvmOptions(boolean hostsDevices) {
        return hostsDevices ? Stream.concat(USUAL.stream(), DEVICES.stream()).toList() : USUAL;
    }

    /** Returns this process's class path, jars first: a cache covers only them. */
    private static String classPath() {
        List<String> entries =
                List.of(System.getProperty("java.class.path").split(File.pathSeparator));
        return Stream.concat(
                        entries.stream().filter(entry -> entry.endsWith(".jar")),
                        entries.stream().filter(entry -> !entry.endsWith(".jar")))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Reads options from a file beside this class, which {@code ./hira} passes to its JVMs too. */
    private static List<String> options(String name) {
        try (InputStream in = HiraProcess.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> line.startsWith("-"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the options of JVMs cannot be read", e);
        }
    }

    /**
     * Returns the options for the cache of loaded classes. It is the one that this process was
     * started with, which fits its class path, or the one beside it for processes that host
     * devices, since a cache must also fit the modules.
     */
    private static List<String> startCache(boolean hostsDevices) {
        String cache = System.getProperty(CACHE);
        if (cache == null) {
            return List.of();
        }
        String own = hostsDevices ? cache.replaceFirst("\\.aot$", "-devices.aot") : cache;
        return Files.exists(Path.of(own))
                ? List.of("-XX:AOTCache=" + own, "-Xlog:aot=off", "-D" + CACHE + "=" + cache)
                : List.of("-D" + CACHE + "=" + cache);
    }

    private static List<String> flags() {
        String file = System.getProperty(FLAGS);
        return file == null ? List.of() : List.of("-XX:Flags=" + file);
    }

    /** Starts {@code hira <arguments>} as a process that hosts devices. */
    public static HiraProcess hiraWithDevices(String name, List<String> arguments) {
        return hiraWithDevices(name, List.of(), arguments);
    }

    /** The same with further JVM options. */
    static HiraProcess hiraWithDevices(
            String name, List<String> jvmOptions, List<String> arguments) {
        List<String> options = Stream.concat(DEVICES.stream(), jvmOptions.stream()).toList();
        return start(name, "dev.hira.cli.Main", options, arguments, line -> {});
    }

    /** Starts a process of the class {@code main} that hosts devices. */
    public static HiraProcess withDevices(String name, String main, List<String> arguments) {
        return start(name, main, DEVICES, arguments, line -> {});
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

package dev.hira.cli.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Command lines of processes that run on this process's class path, with the options and the cache
 * of loaded classes that every process of Hira has.
 */
public final class JvmCommand {
    /** The property with which {@code ./hira} names the cache of loaded classes. */
    public static final String CACHE = "hira.aot";

    /** The property that names a file with flags for the JVMs that this process starts. */
    private static final String FLAGS = "hira.jvm.flags";

    /** Options of every JVM of Hira; {@link #DEVICES} has further ones. */
    private static final List<String> USUAL = options("hira.options");

    /** Further options of processes that host devices. */
    static final List<String> DEVICES = options("hira-devices.options");

    private JvmCommand() {}

    /** Returns the command line of a process that runs the class {@code main}. */
    static List<String> of(String main, List<String> jvmOptions, List<String> arguments) {
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
        return command;
    }

    /** Returns the options of every JVM of Hira, and those of processes that host devices. */
    public static List<String> jvmOptions(boolean hostsDevices) {
        return hostsDevices ? Stream.concat(USUAL.stream(), DEVICES.stream()).toList() : USUAL;
    }

    /**
     * Returns the options of a JVM that hosts devices inside another program, on this process's
     * class path.
     */
    public static List<String> embedded() {
        List<String> options = new ArrayList<>(jvmOptions(true));
        options.addAll(startCache(true));
        options.add("-Djava.class.path=" + classPath());
        return options;
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
        try (InputStream in = JvmCommand.class.getResourceAsStream(name)) {
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
        return isFresh(Path.of(own), classPath())
                ? List.of("-XX:AOTCache=" + own, "-Xlog:aot=off", "-D" + CACHE + "=" + cache)
                : List.of("-D" + CACHE + "=" + cache);
    }

    /**
     * Whether there is a cache, and it was recorded after all jars of a class path were built. From
     * an older one a JVM may take classes of former jars, without the methods that classes of newer
     * jars call.
     */
    public static boolean isFresh(Path cache, String classPath) {
        long recorded = cache.toFile().lastModified();
        return recorded > 0
                && Arrays.stream(classPath.split(File.pathSeparator))
                        .filter(entry -> entry.endsWith(".jar"))
                        .allMatch(jar -> Path.of(jar).toFile().lastModified() <= recorded);
    }

    private static List<String> flags() {
        String file = System.getProperty(FLAGS);
        return file == null ? List.of() : List.of("-XX:Flags=" + file);
    }
}

package dev.hira.images;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An image to build.
 *
 * @param name its name without repository and tag
 * @param command the command line of its process; there is no shell
 * @param layers the folders and files of each layer, the layer that changes least first
 * @param environment variables of its process
 * @param health the command that tells whether the process serves; empty if it does not serve
 */
record Image(
        String name,
        List<String> command,
        List<Layer> layers,
        Map<String, String> environment,
        List<String> health) {
    private static final String JAVA = ImageRoot.inContainer(ImageRoot.JAVA) + "/bin/java";
    private static final String MAIN = "dev.hira.cli.Main";

    private static final Layer RUNTIME = new Layer("runtime", List.of(ImageRoot.RUNTIME));
    private static final Layer DEPENDENCIES =
            new Layer("dependencies", List.of(ProgramFiles.DEPENDENCIES, ProgramFiles.NATIVE));
    private static final Layer HIRA =
            new Layer("hira", List.of(ProgramFiles.LIB, ProgramFiles.OPTIONS, ProgramFiles.LEGAL));

    /**
     * A layer of images.
     *
     * @param name for people
     * @param paths its folders and files
     */
    record Layer(String name, List<String> paths) {}

    /** Returns the image of an API server that compiles kernels in source. */
    static Image withCompiler() {
        List<Layer> layers = new ArrayList<>(layers(true));
        layers.add(1, new Layer("clang", List.of(CompilerFiles.CLANG)));
        layers.add(layers.indexOf(HIRA) + 1, new Layer("compiler", List.of(CompilerFiles.JAR)));
        Map<String, String> environment =
                new TreeMap<>(
                        Map.of(
                                "HIRA_COMPILER",
                                ImageRoot.inContainer(CompilerFiles.FOLDER),
                                "HIRA_COMPILER_CACHE",
                                "/tmp/hira-compiler"));
        Image plain = serving("api-server", true, "server");
        environment.putAll(plain.environment());
        List<String> command =
                List.of(
                        JAVA,
                        "@" + ImageRoot.inContainer(ProgramFiles.COMPILER_OPTIONS),
                        MAIN,
                        plain.name());
        return new Image(plain.name() + "-compiler", command, layers, environment, plain.health());
    }

    /** Returns the images of every build. */
    static List<Image> all() {
        return List.of(
                serving("router", false, "router"),
                serving("api-server", true, "server"),
                new Image("hira", hira(false), layers(false), Map.of(), List.of()),
                new Image(
                        "guest",
                        GuestExample.command(JAVA),
                        List.of(RUNTIME, new Layer("guest", List.of(GuestExample.FOLDER))),
                        Map.of(),
                        List.of()));
    }

    private static Image serving(String name, boolean hostsDevices, String socket) {
        return new Image(
                name,
                hira(hostsDevices, name),
                layers(hostsDevices),
                Map.of("HIRA_HEALTH", "hira+unix:///tmp/hira/" + socket + ".sock"),
                hira(hostsDevices, "health"));
    }

    /** Returns a command line that starts with the cache in the image. */
    private static List<String> hira(boolean hostsDevices, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(JAVA);
        command.add("@" + ImageRoot.inContainer(ProgramFiles.optionsFile(hostsDevices)));
        command.add(MAIN);
        command.addAll(List.of(arguments));
        return command;
    }

    private static List<Layer> layers(boolean hostsDevices) {
        Layer cache = new Layer("cache", List.of(ProgramFiles.cache(hostsDevices)));
        return List.of(RUNTIME, DEPENDENCIES, HIRA, cache);
    }
}

package dev.hira.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The example of a guest program, and the one jar of Hira that it links. */
final class GuestExample {
    static final String FOLDER = "guest/opt/hira/guest";
    private static final String JAR = FOLDER + "/hira-guest.jar";
    private static final String CLASSES = FOLDER + "/classes";

    private final ImageRoot root;
    private final Path tree;

    /**
     * Prepares the example.
     *
     * @param tree the built source tree
     */
    GuestExample(ImageRoot root, Path tree) {
        this.root = root;
        this.tree = tree;
    }

    /** Returns the command line that runs the example in a container. */
    static List<String> command(String java) {
        return List.of(
                java,
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                ImageRoot.inContainer(JAR) + ":" + ImageRoot.inContainer(CLASSES),
                "example.Saxpy");
    }

    /** Compiles the example against the jar that guests link, as its users do. */
    void build() throws IOException {
        Path jar;
        try (Stream<Path> jars = Files.list(tree.resolve("guestlib/jar/target"))) {
            jar =
                    jars.filter(file ->
                                    file.getFileName()
                                            .toString()
                                            .matches("hira-guest-[0-9][^-]*(-SNAPSHOT)?\\.jar"))
                            .findFirst()
                            .orElseThrow(() -> new IOException("guestlib/jar is not built"));
        }
        root.copy(jar, JAR);
        Path source = tree.resolve("guestlib/example/src/main");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        command.addAll(List.of("-cp", root.at(JAR).toString(), "-d", root.at(CLASSES).toString()));
        try (Stream<Path> files = Files.walk(source.resolve("java"))) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .forEach(file -> command.add(file.toString()));
        }
        Tool.run(command, Map.of(), tree);
        for (Path file : ImageRoot.files(source.resolve("resources"))) {
            root.copy(file, CLASSES + "/" + file.getFileName());
        }
        root.finish(FOLDER);
    }
}

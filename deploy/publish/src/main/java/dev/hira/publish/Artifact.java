package dev.hira.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A jar for guest programs, and the modules of the tree that are in it.
 *
 * @param module the folder of the module that builds the jar
 * @param contents the folders of the modules whose classes are in the jar
 * @param documented the names of the packages that programs use
 */
record Artifact(String module, List<String> contents, Pattern documented) {
    /** The library that guest programs link; it needs no other jar. */
    static final Artifact GUEST =
            new Artifact(
                    "guestlib/jar",
                    List.of("proto/base", "proto/api", "proto/wire", "proto/link", "guestlib/stub"),
                    Pattern.compile("dev\\.hira\\.(guest|guest\\.gpu|api|api\\.[a-z0-9]+)"));

    /** Simulated GPUs in the process of the program. */
    static final Artifact SIM =
            new Artifact(
                    "guestlib/sim",
                    List.of("device-sim/ptx", "device-sim/kernels", "device-sim/gpu"),
                    Pattern.compile("dev\\.hira\\.sim"));

    /** The compiler of kernels in source, for programs that call it. */
    static final Artifact COMPILER =
            new Artifact(
                    "device-sim/compiler",
                    List.of("device-sim/compiler"),
                    Pattern.compile("dev\\.hira\\.sim\\.compiler"));

    static final List<Artifact> ALL = List.of(GUEST, SIM, COMPILER);

    /** Returns the published artifacts by the names of the modules that they hold. */
    static Map<String, String> byModule(Path tree) throws IOException {
        Map<String, String> published = new TreeMap<>();
        for (Artifact artifact : ALL) {
            String name = Pom.read(tree, artifact.module()).artifact();
            for (String content : artifact.contents()) {
                published.put(Pom.read(tree, content).artifact(), name);
            }
        }
        return published;
    }

    /**
     * Returns the sources of the classes in the jar, by their names in a jar of sources.
     *
     * @param tree the built source tree
     */
    Map<String, Path> sources(Path tree) throws IOException {
        Map<String, Path> sources = new TreeMap<>();
        for (String content : contents) {
            for (Path root : roots(tree.resolve(content))) {
                try (Stream<Path> files = Files.walk(root)) {
                    files.filter(file -> file.toString().endsWith(".java"))
                            .forEach(file -> sources.put(root.relativize(file).toString(), file));
                }
            }
        }
        return sources;
    }

    /** Returns the sources of the packages that programs use. */
    List<Path> documentedSources(Path tree) throws IOException {
        List<Path> documented = new ArrayList<>();
        sources(tree)
                .forEach((name, file) -> {
                    int end = name.lastIndexOf('/');
                    if (end > 0
                            && this.documented
                                    .matcher(name.substring(0, end).replace('/', '.'))
                                    .matches()) {
                        documented.add(file);
                    }
                });
        return documented;
    }

    /** Returns the folders of a module with sources, written and generated. */
    private static List<Path> roots(Path module) throws IOException {
        List<Path> roots = new ArrayList<>(List.of(module.resolve("src/main/java")));
        Path generated = module.resolve("target/generated-sources");
        if (Files.exists(generated)) {
            try (Stream<Path> folders = Files.list(generated)) {
                folders.sorted().forEach(roots::add);
            }
        }
        return roots.stream().filter(Files::isDirectory).toList();
    }
}

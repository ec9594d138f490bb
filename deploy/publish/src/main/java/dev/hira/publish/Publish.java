package dev.hira.publish;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Publishes the artifacts for guests from a built tree; {@code ./hira publish} runs it. */
@Command(
        name = "hira publish",
        description =
                "Write the artifacts for guest programs as a Maven repository: jars, poms, sources,"
                        + " Javadoc and checksums.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  ./hira publish --to /tmp/hira-repository"})
public final class Publish implements Callable<Integer> {
    /**
     * The time of each entry in a jar, and of the publication: the same files give the same bytes.
     */
    static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    @Spec CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--to",
            paramLabel = "FOLDER",
            required = true,
            description = "The folder of the repository; other artifacts in it stay.")
    Path to = Path.of("");

    @Option(names = "--no-javadoc", description = "Leave out Javadoc, which takes the longest.")
    boolean withoutJavadoc;

    @Option(names = "--home", hidden = true, description = "The built source tree.")
    Path home = Path.of("");

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** Returns the command, which reports a failure by its message. */
    static CommandLine commandLine() {
        return new CommandLine(new Publish())
                .setParameterExceptionHandler((wrong, _) -> {
                    CommandLine line = wrong.getCommandLine();
                    String message = String.valueOf(wrong.getMessage());
                    line.getErr()
                            .println(
                                    "hira publish: "
                                            + Character.toLowerCase(message.charAt(0))
                                            + message.substring(1));
                    line.getErr()
                            .println(
                                    "'hira publish --help' tells its options and shows an example");
                    return line.getCommandSpec().exitCodeOnInvalidInput();
                })
                .setExecutionExceptionHandler((failure, line, _) -> {
                    line.getErr().println("hira publish: " + sentence(failure));
                    return line.getCommandSpec().exitCodeOnExecutionException();
                });
    }

    /** Returns a failure as a sentence; those of the file system have only a name as their text. */
    private static String sentence(Exception failure) {
        if (!(failure instanceof FileSystemException file) || file.getReason() != null) {
            return String.valueOf(failure.getMessage());
        }
        return file.getFile()
                + " cannot be written: the folder above it does not exist, or this user may not write"
                + " there";
    }

    @Override
    public Integer call() throws IOException {
        Path tree = home.toAbsolutePath().normalize();
        Path folder = Files.createDirectories(to.toAbsolutePath().normalize());
        MavenRepository repository = new MavenRepository(folder, TIME);
        PrintWriter print = spec.commandLine().getOut();
        print.println("repository: " + folder.toUri());
        for (Artifact artifact : Artifact.ALL) {
            Pom pom = Pom.read(tree, artifact.module());
            publish(repository, tree, artifact, pom);
            print.println("  " + pom.coordinates() + "  " + pom.description());
        }
        print.flush();
        return 0;
    }

    private void publish(MavenRepository repository, Path tree, Artifact artifact, Pom pom)
            throws IOException {
        Jars jars = new Jars(TIME);
        repository.put(pom, ".jar", Files.readAllBytes(jar(tree, artifact, pom)));
        repository.put(pom, "-sources.jar", jars.of(artifact.sources(tree)));
        if (withoutJavadoc) {
            repository.remove(pom, "-javadoc.jar");
        } else {
            repository.put(pom, "-javadoc.jar", javadoc(jars, tree, artifact, pom));
        }
        repository.put(pom, ".pom", pom.bytes(Artifact.byModule(tree)));
        repository.index(pom);
    }

    private static byte[] javadoc(Jars jars, Path tree, Artifact artifact, Pom pom)
            throws IOException {
        StringBuilder classPath = new StringBuilder(System.getProperty("java.class.path"));
        for (Artifact each : Artifact.ALL) {
            classPath
                    .append(File.pathSeparator)
                    .append(jar(tree, each, Pom.read(tree, each.module())));
        }
        Path pages = Files.createTempDirectory("hira-javadoc");
        try {
            Javadoc.write(pom, artifact.documentedSources(tree), classPath.toString(), pages);
            return jars.of(Jars.below(pages));
        } finally {
            delete(pages);
        }
    }

    private static Path jar(Path tree, Artifact artifact, Pom pom) throws IOException {
        Path jar =
                tree.resolve(artifact.module())
                        .resolve("target")
                        .resolve(pom.artifact() + "-" + pom.version() + ".jar");
        if (!Files.exists(jar)) {
            throw new IOException(jar + " is not built; ./hira publish builds it first");
        }
        return jar;
    }

    private static void delete(Path folder) throws IOException {
        for (Map.Entry<String, Path> file : Jars.below(folder).entrySet()) {
            Files.delete(file.getValue());
        }
        List<Path> folders;
        try (Stream<Path> walk = Files.walk(folder)) {
            folders = walk.toList();
        }
        for (Path each : folders.reversed()) {
            Files.delete(each);
        }
    }
}

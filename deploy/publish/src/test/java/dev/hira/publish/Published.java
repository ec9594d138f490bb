package dev.hira.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Publications of this tree, and the places of files in them. */
final class Published {
    static final Path TREE = Path.of("..", "..").toAbsolutePath().normalize();

    private Published() {}

    /** Publishes to a folder and returns what the command prints. */
    static String to(Path folder, String... options) {
        List<String> arguments =
                new ArrayList<>(List.of("--home", TREE.toString(), "--to", folder.toString()));
        arguments.addAll(List.of(options));
        StringWriter out = new StringWriter();
        int status =
                Publish.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(out))
                        .execute(arguments.toArray(String[]::new));
        assertThat(status).as(out.toString()).isZero();
        return out.toString();
    }

    static Pom pom(Artifact artifact) throws Exception {
        return Pom.read(TREE, artifact.module());
    }

    static String version() throws Exception {
        return pom(Artifact.GUEST).version();
    }

    /** Returns a file of an artifact. */
    static Path file(Path folder, Artifact artifact, String suffix) throws Exception {
        Pom pom = pom(artifact);
        return folder.resolve("dev/hira")
                .resolve(pom.artifact())
                .resolve(pom.version())
                .resolve(pom.artifact() + "-" + pom.version() + suffix);
    }
}

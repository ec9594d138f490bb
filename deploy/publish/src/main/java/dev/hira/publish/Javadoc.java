package dev.hira.publish;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/** The JDK's own {@code javadoc}, which takes each doubtful comment as an error. */
final class Javadoc {
    private Javadoc() {}

    /**
     * Documents sources.
     *
     * @param classPath the jars with the types that the sources use
     * @throws IOException if a comment or a source has a mistake; the message has all of them
     */
    static void write(Pom pom, List<Path> sources, String classPath, Path to) throws IOException {
        String title = pom.artifact() + " " + pom.version();
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "-d",
                                to.toString(),
                                "-quiet",
                                "-Werror",
                                "-Xdoclint:all,-missing",
                                "-notimestamp",
                                "-encoding",
                                "UTF-8",
                                "-windowtitle",
                                title,
                                "-doctitle",
                                title,
                                "-classpath",
                                classPath));
        sources.forEach(source -> arguments.add(source.toString()));
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        ToolProvider javadoc =
                ToolProvider.findFirst("javadoc")
                        .orElseThrow(() -> new IOException("this Java has no javadoc; use a JDK"));
        if (javadoc.run(out, out, arguments.toArray(String[]::new)) != 0) {
            throw new IOException("javadoc of " + pom.artifact() + " failed:\n" + said);
        }
    }
}

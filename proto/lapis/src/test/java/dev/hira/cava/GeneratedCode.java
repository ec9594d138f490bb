package dev.hira.cava;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles cava's output against the runtimes that it is written for, whose sources lie in
 * neighbouring modules.
 */
final class GeneratedCode {
    private static final List<Path> RUNTIMES =
            List.of(
                    Path.of("../api/src/main/java"),
                    Path.of("../wire/src/main/java"),
                    Path.of("../link/src/main/java"),
                    Path.of("../../guestlib/stub/src/main/java"),
                    Path.of("../../api-server/server/src/main/java"),
                    Path.of("../../router/src/main/java"),
                    Path.of("../../policy/src/main/java"));

    private GeneratedCode() {}

    /** Returns all sources of the sample API. */
    static List<JavaFileObject> sources() {
        List<JavaFileObject> sources = new ArrayList<>();
        for (Output output : Output.values()) {
            GoldenTest.generate(output)
                    .forEach((path, text) -> sources.add(new Source(path, text)));
        }
        return sources;
    }

    static JavaFileObject source(String path, String text) {
        return new Source(path, text);
    }

    /** Compiles into a folder; returns the compiler's complaints, warnings included. */
    static String compile(List<JavaFileObject> sources, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(null, Locale.ROOT, null)) {
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
            files.setLocationFromPaths(StandardLocation.SOURCE_PATH, RUNTIMES);
            List<String> options = List.of("-Xlint:all,-processing,-path,-options", "-proc:none");
            boolean compiled =
                    compiler.getTask(complaints, files, null, options, null, sources).call();
            if (!compiled && complaints.toString().isEmpty()) {
                return "the compiler failed without a word";
            }
        }
        return complaints.toString();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String path, String text) {
            super(URI.create("string:///" + path), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}

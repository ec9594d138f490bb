package dev.hira.e2e.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The names of the types and packages that the tree declares, in Java (generated code included) and
 * in protobuf, beside the names of the JDK's types.
 */
final class SourceNames {
    private static final Pattern TYPE =
            Pattern.compile(
                    "\\b(?:class|record|interface|enum|message|service|rpc)\\s+([A-Z]\\w*)");
    private static final Pattern PACKAGE =
            Pattern.compile("(?m)^(?:package|option java_package =) *\"?([a-z0-9_.]+)\"?;");

    private final Set<String> simple = new HashSet<>();
    private final Set<String> qualified = new HashSet<>();
    private final Set<String> jdk = new HashSet<>();

    private SourceNames() {}

    static SourceNames of(Path root) throws IOException {
        SourceNames names = new SourceNames();
        Files.walkFileTree(root, names.new Sources());
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        try (Stream<Path> classes = Files.walk(modules)) {
            classes.map(file -> file.getFileName())
                    .filter(name -> name != null && name.toString().endsWith(".class"))
                    .map(name -> name.toString().replace(".class", ""))
                    .forEach(name -> names.jdk.add(name.substring(name.lastIndexOf('$') + 1)));
        }
        return names;
    }

    /** Returns whether a type of this simple name exists, of Hira's or of the JDK's. */
    boolean hasType(String name) {
        return simple.contains(name) || jdk.contains(name);
    }

    /** Returns whether a type of Hira's has a name that ends in this. */
    boolean hasTypeEndingIn(String suffix) {
        return simple.stream().anyMatch(n -> n.endsWith(suffix) && !n.equals(suffix));
    }

    /** Returns whether a package, or a type in it, has this qualified name. */
    boolean hasQualified(String name) {
        return qualified.contains(name);
    }

    private void read(Path file) throws IOException {
        String text = Files.readString(file, UTF_8);
        Matcher declared = PACKAGE.matcher(text);
        String home = declared.find() ? declared.group(1) : "";
        for (int end = home.length(); end > 0; end = home.lastIndexOf('.', end - 1)) {
            qualified.add(home.substring(0, end));
        }
        TYPE.matcher(text)
                .results()
                .map(found -> found.group(1))
                .forEach(type -> {
                    simple.add(type);
                    qualified.add(home + "." + type);
                });
    }

    /** Reads all sources, and of the build's outputs only those that it generates. */
    private final class Sources extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName() == null ? "" : folder.getFileName().toString();
            Path parent = folder.getParent();
            boolean output = parent != null && parent.endsWith("target");
            boolean skipped = name.startsWith(".") || (output && !name.startsWith("generated-"));
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            String name = file.toString();
            if (name.endsWith(".java") || name.endsWith(".proto")) {
                read(file);
            }
            return FileVisitResult.CONTINUE;
        }

        /** Passes over outputs that another module's build has deleted. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
            if (problem instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw problem;
        }
    }
}

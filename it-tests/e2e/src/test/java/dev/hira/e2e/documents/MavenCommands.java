package dev.hira.e2e.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands of {@code ./mvnw} that the documents may name, by the tree's modules and tests. */
final class MavenCommands {
    private static final Pattern INVOCATION = Pattern.compile("\\./mvnw +([^`#|&;<>]*)");
    private static final Pattern PROPERTY = Pattern.compile("\"([a-z]+(?:\\.[a-z]+)+)\"");
    private static final Pattern ACTIVATION =
            Pattern.compile("<property>\\s*<name>!?([\\w.]+)</name>");

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([\\w.]+)}");

    /** A name in capitals stands for one that the reader chooses. */
    private static final Pattern PLACEHOLDER = Pattern.compile("[A-Z]+");

    private static final Set<String> PHASES =
            Set.of("clean", "compile", "test-compile", "test", "package", "verify");
    private static final Map<String, Set<String>> GOALS = Map.of("spotless", Set.of("apply"));
    private static final Set<String> FLAGS = Set.of("-am", "-o", "-q", "-B", "-ntp");
    private static final Set<String> PROPERTIES =
            Set.of("skipTests", "surefire.failIfNoSpecifiedTests");

    private final Path tree;
    private final Set<String> tests = new HashSet<>();
    private final Set<String> properties = new HashSet<>(PROPERTIES);

    MavenCommands(Path tree) throws IOException {
        this.tree = tree;
        String pom = Files.readString(tree.resolve("pom.xml"), UTF_8);
        for (Pattern read : List.of(ACTIVATION, REFERENCE)) {
            read.matcher(pom).results().forEach(found -> properties.add(found.group(1)));
        }
        SourceFiles.below(tree).stream()
                .filter(file -> file.toString().contains("/src/test/java/"))
                .filter(file -> file.toString().endsWith(".java"))
                .forEach(this::addTest);
    }

    private void addTest(Path file) {
        tests.add(tree.relativize(file).getFileName().toString().replace(".java", ""));
        try {
            PROPERTY.matcher(Files.readString(file, UTF_8))
                    .results()
                    .forEach(found -> properties.add(found.group(1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a sentence for each mistake in the invocations of {@code ./mvnw} in a text. */
    List<String> mistakes(String text) {
        List<String> mistakes = new ArrayList<>();
        Matcher invocation = INVOCATION.matcher(text);
        while (invocation.find()) {
            check(List.of(invocation.group(1).replace("'", "").strip().split("\\s+")), mistakes);
        }
        return mistakes;
    }

    private void check(List<String> words, List<String> mistakes) {
        boolean goal = false;
        for (Iterator<String> rest = words.iterator(); rest.hasNext(); ) {
            String word = rest.next();
            if (word.equals("-pl") || word.equals("-f")) {
                checkModules(rest.hasNext() ? rest.next() : "", mistakes);
            } else if (word.startsWith("-D")) {
                checkProperty(word.substring(2).split("=", 2), mistakes);
            } else if (word.startsWith("-")) {
                require(FLAGS.contains(word), "there is no option " + word, mistakes);
            } else {
                goal = true;
                require(isGoal(word), "there is no goal " + word, mistakes);
            }
        }
        require(goal, "./mvnw has no goal in: " + String.join(" ", words), mistakes);
    }

    private void checkModules(String modules, List<String> mistakes) {
        for (String module : modules.split(",")) {
            boolean exists = Files.exists(tree.resolve(module).resolve("pom.xml"));
            require(exists && !module.isEmpty(), "there is no module " + module, mistakes);
        }
    }

    private void checkProperty(String[] property, List<String> mistakes) {
        if (!property[0].equals("test")) {
            require(
                    properties.contains(property[0]),
                    "nothing reads the property " + property[0],
                    mistakes);
            return;
        }
        for (String test : property[property.length - 1].split(",")) {
            boolean exists = tests.contains(test) || PLACEHOLDER.matcher(test).matches();
            require(exists, "there is no test " + test, mistakes);
        }
    }

    private static boolean isGoal(String word) {
        String[] parts = word.split(":", 2);
        return parts.length == 1
                ? PHASES.contains(word)
                : GOALS.getOrDefault(parts[0], Set.of()).contains(parts[1]);
    }

    private static void require(boolean condition, String mistake, List<String> mistakes) {
        if (!condition) {
            mistakes.add(mistake);
        }
    }
}

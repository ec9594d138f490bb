package dev.hira.e2e.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hira.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The commands of {@code ./hira}: those of the command line, and those of the script itself. */
final class HiraCommands {
    private static final Pattern INVOCATION = Pattern.compile("\\./hira +([^`#|&;<>,]*)");
    private static final Pattern CASE = Pattern.compile("(?m)^    ([a-z][a-z |-]*)\\)$");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])(--[a-z][a-z-]*)");
    private static final Pattern COMMAND = Pattern.compile("[a-z][a-z-]*");

    /** The programs that the script runs besides the command line. */
    private static final List<String> TOOLS =
            List.of(
                    "it-tests/bench/src/main/java/dev/hira/bench/Bench.java",
                    "it-tests/bench/src/main/java/dev/hira/bench/soak/Soak.java",
                    "deploy/images/src/main/java/dev/hira/images/Images.java",
                    "deploy/publish/src/main/java/dev/hira/publish/Publish.java");

    private final CommandSpec root = Main.commandLine("help").getCommandSpec();

    /** The options of each command that the script runs itself. */
    private final Map<String, Set<String>> script = new HashMap<>();

    HiraCommands(Path tree) throws IOException {
        String text = Files.readString(tree.resolve("hira"), UTF_8);
        Set<String> options = options(text);
        for (String file : TOOLS) {
            options.addAll(options(Files.readString(tree.resolve(file), UTF_8)));
        }
        CASE.matcher(text)
                .results()
                .flatMap(names -> List.of(names.group(1).split(" \\| ")).stream())
                .filter(name -> !root.subcommands().containsKey(name))
                .forEach(name -> script.put(name, options));
    }

    private static Set<String> options(String text) {
        Set<String> options = new HashSet<>(Set.of("--help"));
        OPTION.matcher(text).results().forEach(found -> options.add(found.group(1)));
        return options;
    }

    /** Returns a sentence for each mistake in the invocations of {@code ./hira} in a text. */
    List<String> mistakes(String text) {
        List<String> mistakes = new ArrayList<>();
        Matcher invocation = INVOCATION.matcher(text);
        while (invocation.find()) {
            String[] words = invocation.group(1).strip().split(" +");
            if (words[0].startsWith("-") || COMMAND.matcher(words[0]).matches()) {
                check(words, mistakes);
            }
        }
        return mistakes;
    }

    private void check(String[] words, List<String> mistakes) {
        Set<String> options = script.get(words[0]);
        CommandSpec spec = root;
        for (String word : words) {
            if (word.equals("--")) {
                return; // what follows belongs to another program
            }
            String name = word.replaceAll("=.*", "");
            if (name.startsWith("--")) {
                if (options == null ? spec.findOption(name) == null : !options.contains(name)) {
                    mistakes.add(spec.qualifiedName() + " has no option " + name);
                }
            } else if (options == null && !spec.subcommands().isEmpty()) {
                CommandSpec next = subcommand(spec, name);
                if (next == null && COMMAND.matcher(name).matches()) {
                    mistakes.add(spec.qualifiedName() + " has no command '" + name + "'");
                    return;
                }
                spec = next == null ? spec : next;
            }
        }
    }

    private static @Nullable CommandSpec subcommand(CommandSpec spec, String name) {
        CommandLine line = spec.subcommands().get(name);
        return line == null ? null : line.getCommandSpec();
    }
}

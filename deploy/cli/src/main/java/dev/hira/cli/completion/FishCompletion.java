package dev.hira.cli.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Writes the completion for fish: a line for each command, option and fixed argument. */
final class FishCompletion {
    private static final String HEAD =
            """
            # Completion of hira for fish.
            function __hira_at -d 'Whether the words so far name this command'
                set -l words (commandline -opc)
                set -l path
                for word in $words[2..-1]
                    if contains -- "$(string join -- ' ' $path $word)" $__hira_commands
                        set -a path $word
                    end
                end
                test "$path" = "$argv"
            end
            """;

    private final List<String> commands = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();

    private FishCompletion() {}

    /** Returns the script for a command and its subcommands. */
    static String of(CommandSpec root) {
        FishCompletion script = new FishCompletion();
        script.add(root, "");
        return HEAD
                + "set -g __hira_commands "
                + script.commands.stream()
                        .map(FishCompletion::quote)
                        .collect(Collectors.joining(" "))
                + "\n"
                + String.join("\n", script.lines);
    }

    private void add(CommandSpec spec, String path) {
        String here = "complete -c hira -n '__hira_at" + (path.isEmpty() ? "" : " " + path) + "'";
        for (CommandLine line : spec.subcommands().values()) {
            CommandSpec sub = line.getCommandSpec();
            String whole = path.isEmpty() ? sub.name() : path + " " + sub.name();
            commands.add(whole);
            lines.add(here + " -f -a " + sub.name() + description(sub.usageMessage()));
            add(sub, whole);
        }
        spec.options().stream().filter(o -> !o.hidden()).forEach(o -> lines.add(here + option(o)));
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            String values = values(parameter.completionCandidates());
            if (!values.isEmpty()) {
                lines.add(here + " -f -a " + quote(values));
            }
        }
    }

    private static String option(OptionSpec option) {
        StringBuilder text = new StringBuilder();
        for (String name : option.names()) {
            text.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceAll("^-+", ""));
        }
        if (option.arity().max() > 0) {
            String values = values(option.completionCandidates());
            text.append(values.isEmpty() ? " -r" : " -x -a " + quote(values));
        }
        return text.append(sentence(option.description())).toString();
    }

    private static String values(@Nullable Iterable<String> candidates) {
        return candidates == null
                ? ""
                : StreamSupport.stream(candidates.spliterator(), false)
                        .collect(Collectors.joining(" "));
    }

    private static String description(UsageMessageSpec usage) {
        return sentence(usage.description());
    }

    /** Returns the first sentence of a description, which fits beside the completion. */
    private static String sentence(String[] description) {
        if (description.length == 0) {
            return "";
        }
        String first = description[0].split("(?<=[.:;])\\s", 2)[0];
        return " -d " + quote(first.replace("%%", "%").replaceAll("[.:;,]$", ""));
    }

    private static String quote(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}

package dev.hira.cli.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/** The help, the versions and the error messages that all commands share. */
public final class CommandHelp {
    /** Room for every line of the footers: picocli breaks longer ones, even inside of URIs. */
    private static final int WIDTH = 100;

    private static final String OPTION = "(?<option>Invalid value for .*?: )";

    private static final Pattern CHOICE =
            Pattern.compile(
                    OPTION
                            + "expected one of \\[(?<allowed>.*)] \\(case-.*\\) but was"
                            + " '(?<typed>.*)'");

    private static final Pattern NUMBER =
            Pattern.compile(OPTION + "'(?<typed>.*)' is not an? (?<kind>int|long|double|float)");

    private CommandHelp() {}

    /**
     * Gives a command and its subcommands the shared behaviour.
     *
     * @param further names of commands that another program runs
     */
    public static CommandLine shared(
            CommandLine line, IVersionProvider versions, List<String> further) {
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpWidth(WIDTH);
        line.setParameterExceptionHandler((wrong, _) -> wrongUse(wrong, further));
        line.setExecutionStrategy(CommandHelp::execute);
        line.setExecutionExceptionHandler((failure, command, _) -> {
            tell(command, ErrorMessages.sentence(failure));
            return ExitStatus.of(failure).code();
        });
        Map<String, IHelpSectionRenderer> sections = new TreeMap<>(line.getHelpSectionMap());
        sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, CommandHelp::footer);
        line.setHelpSectionMap(sections);
        setVersion(line.getCommandSpec(), versions);
        return line;
    }

    /** Refuses unknown words even beside {@code --help}, which lets the parser pass over them. */
    private static int execute(ParseResult parsed) {
        for (ParseResult level = parsed; level != null; ) {
            if (!level.unmatched().isEmpty()) {
                throw new UnmatchedArgumentException(
                        level.commandSpec().commandLine(), level.unmatched());
            }
            level = level.hasSubcommand() ? level.subcommand() : null;
        }
        return new RunLast().execute(parsed);
    }

    private static void setVersion(CommandSpec spec, IVersionProvider versions) {
        spec.versionProvider(versions);
        spec.subcommands().values().forEach(each -> setVersion(each.getCommandSpec(), versions));
    }

    private static void tell(CommandLine command, String sentence) {
        command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + sentence);
    }

    /** Tells what is wrong with the arguments, and what to do. */
    private static int wrongUse(ParameterException wrong, List<String> further) {
        CommandLine command = wrong.getCommandLine();
        String message = plain(String.valueOf(wrong.getMessage()));
        tell(command, Character.toLowerCase(message.charAt(0)) + message.substring(1));
        boolean suggested = UnmatchedArgumentException.printSuggestions(wrong, command.getErr());
        List<String> known = new ArrayList<>(command.getSubcommands().keySet());
        if (command.getParent() == null) {
            known.addAll(further);
        }
        String name = command.getCommandSpec().qualifiedName();
        if (!known.isEmpty()) {
            command.getErr().println(name + " has the commands " + String.join(", ", known));
        } else if (!suggested) {
            command.getErr()
                    .println("'" + name + " --help' tells its options and shows an example");
        }
        return ExitStatus.USAGE.code();
    }

    /** Returns a message of picocli in the words of the other messages. */
    private static String plain(String message) {
        Matcher choice = CHOICE.matcher(message);
        if (choice.matches()) {
            return choice.group("option")
                    + "'"
                    + choice.group("typed")
                    + "' was asked; allowed are "
                    + choice.group("allowed").toLowerCase(Locale.ROOT);
        }
        Matcher number = NUMBER.matcher(message);
        if (!number.matches()) {
            return message;
        }
        String typed = number.group("typed");
        String asked = number.group("option") + "'" + typed + "' was asked; allowed is a ";
        return asked
                + switch (number.group("kind")) {
                    case "int" -> whole(typed, Integer.MIN_VALUE, Integer.MAX_VALUE);
                    case "long" -> whole(typed, Long.MIN_VALUE, Long.MAX_VALUE);
                    default -> "number";
                };
    }

    /** Returns the allowed numbers; with bounds, when the typed number is beyond them. */
    private static String whole(String typed, long least, long most) {
        return typed.matches("[-+]?\\d+")
                ? "whole number from " + least + " to " + most
                : "whole number";
    }

    /** Returns the command's own footer; for a group of commands, with an example of each. */
    private static String footer(Help help) {
        CommandSpec spec = help.commandSpec();
        if (spec.subcommands().isEmpty() || spec.parent() == null) {
            return help.footer();
        }
        return help.footer()
                + String.format(Examples.HEADING)
                + spec.subcommands().values().stream()
                        .map(sub -> sub.getCommandSpec().usageMessage().footer())
                        .filter(lines -> lines.length > 0)
                        .map(lines -> lines[0].replace("%%", "%") + System.lineSeparator())
                        .collect(Collectors.joining());
    }
}

package dev.hira.cli.client;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The help, the versions and the error messages that all commands share. */
public final class CommandHelp {
    /** Room for every line of the footers: picocli breaks longer ones, even inside of URIs. */
    private static final int WIDTH = 100;

    private CommandHelp() {}

    /** Gives a command and its subcommands the shared behaviour. */
    public static CommandLine shared(CommandLine line, IVersionProvider versions) {
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpWidth(WIDTH);
        line.setParameterExceptionHandler(CommandHelp::wrongUse);
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

    private static void setVersion(CommandSpec spec, IVersionProvider versions) {
        spec.versionProvider(versions);
        spec.subcommands().values().forEach(each -> setVersion(each.getCommandSpec(), versions));
    }

    private static void tell(CommandLine command, String sentence) {
        command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + sentence);
    }

    /** Tells what is wrong with the arguments, and what to do. */
    private static int wrongUse(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        String message = String.valueOf(wrong.getMessage());
        tell(command, Character.toLowerCase(message.charAt(0)) + message.substring(1));
        boolean suggested = UnmatchedArgumentException.printSuggestions(wrong, command.getErr());
        Collection<String> known = command.getSubcommands().keySet();
        String name = command.getCommandSpec().qualifiedName();
        if (!known.isEmpty()) {
            command.getErr().println(name + " has the commands " + String.join(", ", known));
        } else if (!suggested) {
            command.getErr()
                    .println("'" + name + " --help' tells its options and shows an example");
        }
        return ExitStatus.USAGE.code();
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

package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.client.Examples;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The rules that every command keeps: its flags, its help, and an example that is right. */
final class CommandGrammarTest {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    /** Verbs and commands that list or show something. */
    private static final Set<String> SHOWING =
            Set.of(
                    "list", "show", "history", "diff", "status", "top", "events", "gpus", "kernels",
                    "version");

    private static List<CommandSpec> all() {
        List<CommandSpec> all = new ArrayList<>();
        add(CommandLines.of("help").getCommandSpec(), all);
        return all;
    }

    private static void add(CommandSpec spec, List<CommandSpec> all) {
        if (!(spec.userObject() instanceof HelpCommand)) {
            all.add(spec);
        }
        spec.subcommands().values().forEach(sub -> add(sub.getCommandSpec(), all));
    }

    private static List<CommandSpec> leaves() {
        return all().stream().filter(spec -> spec.subcommands().isEmpty()).toList();
    }

    @Test
    void shouldHaveHelpAndVersionEverywhere() {
        assertThat(all())
                .hasSizeGreaterThan(40)
                .allSatisfy(spec -> {
                    assertThat(spec.optionsMap()).containsKeys("-h", "--help", "-V", "--version");
                    assertThat(spec.version()).isNotEmpty();
                    assertThat(spec.usageMessage().description()).isNotEmpty();
                });
    }

    @Test
    void shouldShowAnExampleThatParses() {
        for (CommandSpec spec : leaves()) {
            String[] footer = spec.usageMessage().footer();
            assertThat(spec.usageMessage().footerHeading())
                    .as(spec.qualifiedName())
                    .isEqualTo(Examples.HEADING);
            assertThat(footer).as(spec.qualifiedName()).isNotEmpty();
            for (String example : examples(footer)) {
                String command = example.replaceAll(" > \\S+$", "");
                assertThat(parsed(command)).as(example).isEqualTo(spec.qualifiedName());
            }
        }
    }

    /** Returns the commands of a footer; a backslash continues one on the next line. */
    private static List<String> examples(String[] footer) {
        List<String> examples = new ArrayList<>();
        for (String line : footer) {
            if (line.startsWith("  hira ")) {
                examples.add(line.replace("%%", "%"));
            } else {
                examples.add(examples.removeLast().replaceAll("\\\\$", "") + line);
            }
        }
        return examples;
    }

    /** Returns the name of the command that an example calls. */
    private static String parsed(String example) {
        Matcher words = WORD.matcher(example);
        List<String> arguments = new ArrayList<>();
        while (words.find()) {
            arguments.add(words.group().replaceAll("^[\"']|[\"']$", ""));
        }
        assertThat(arguments.removeFirst()).isEqualTo("hira");
        ParseResult result =
                CommandLines.of(arguments.getFirst()).parseArgs(arguments.toArray(String[]::new));
        while (result.hasSubcommand()) {
            result = result.subcommand();
        }
        return result.commandSpec().qualifiedName();
    }

    @Test
    void shouldPrintWhatItShowsInEveryForm() {
        List<CommandSpec> showing =
                leaves().stream().filter(spec -> SHOWING.contains(spec.name())).toList();

        assertThat(showing)
                .hasSizeGreaterThan(15)
                .allSatisfy(spec ->
                        assertThat(spec.optionsMap())
                                .as(spec.qualifiedName())
                                .containsKeys("-o", "--output"));
        assertThat(leaves())
                .filteredOn(
                        spec -> spec.findOption("--admin") != null && !spec.name().equals("router"))
                .allSatisfy(spec ->
                        assertThat(spec.optionsMap())
                                .as(spec.qualifiedName())
                                .containsKeys("--timeout", "-o", "--json"));
    }

    /** {@code run} checks kernels, as the URI's {@code check} does; other commands, files. */
    @Test
    void shouldGiveAnOptionTheSameShapeInAllCommands() {
        for (String name : List.of("--vm", "--limit", "--reason", "--to", "--admin", "--check")) {
            assertThat(
                            leaves().stream()
                                    .filter(spec -> spec.findOption(name) != null)
                                    .filter(spec -> !spec.name().equals("router"))
                                    .filter(spec ->
                                            !name.equals("--check") || !spec.name().equals("run"))
                                    .map(spec -> spec.findOption(name).paramLabel())
                                    .distinct())
                    .as(name)
                    .hasSize(1);
        }
    }

    @Test
    void shouldListTheExamplesOfAGroupInItsHelp() {
        CommandSpec vm = named(all(), "hira vm").orElseThrow();

        assertThat(vm.commandLine().getUsageMessage())
                .contains("Examples:", "  hira vm migrate blue --to server1/0");
        assertThat(vm.usageMessage().footer()).isEmpty();
    }

    private static Optional<CommandSpec> named(List<CommandSpec> all, String name) {
        return all.stream().filter(spec -> spec.qualifiedName().equals(name)).findFirst();
    }
}

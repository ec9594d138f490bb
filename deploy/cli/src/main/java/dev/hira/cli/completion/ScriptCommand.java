package dev.hira.cli.completion;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The commands of the script {@code ./hira} itself, which this program does not run. */
public enum ScriptCommand {
    TEST("Build with all checks and run every test.", "--mutations --interleavings"),
    BENCH("Measure the promises of SPECIFICATION.md.", "--quick --report"),
    SOAK("Run programs while their VM moves or loses its server.", "--seed --minutes"),
    BUILD("Build the command line and stop.", ""),
    GUEST_JAR("Build the jar that guest programs link.", ""),
    PUBLISH("Write the artifacts for guest programs as a Maven repository.", "--to --no-javadoc"),
    IMAGES("Build container images, without a container engine.", "--out --tag");

    private static final Pattern OPTION = Pattern.compile("\\S+");

    private final String description;

    /** The names of its options, between spaces. */
    private final String options;

    ScriptCommand(String description, String options) {
        this.description = description;
        this.options = options;
    }

    /** Returns the names of the commands. */
    public static List<String> names() {
        return Arrays.stream(values()).map(ScriptCommand::spelled).toList();
    }

    private String spelled() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Adds the commands, for completion. */
    static void addTo(CommandLine line) {
        for (ScriptCommand each : values()) {
            CommandSpec spec = CommandSpec.create().mixinStandardHelpOptions(true);
            spec.usageMessage().description(each.description);
            OPTION.matcher(each.options)
                    .results()
                    .forEach(name -> spec.addOption(OptionSpec.builder(name.group()).build()));
            line.addSubcommand(each.spelled(), spec);
        }
    }
}

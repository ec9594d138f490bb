package dev.hira.cli.completion;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The commands of the script {@code ./hira} itself, which this program does not run. */
public enum ScriptCommand {
    TEST(
            "Build with all checks and run every test.",
            "--mutations --interleavings --thorough --conformance --documents --native"
                    + " --containers",
            ""),
    BENCH(
            "Measure the promises of SPECIFICATION.md.",
            "--report --quick",
            "latency rate copy open idle tls half-open kernels opencl oclgrind turns rules policy"
                    + " shares waiting neighbours trace migration"),
    SOAK(
            "Run programs while their VM moves or loses its server.",
            "--seed --minutes --programs --threads --only --from --attacks --every-call"
                    + " --processes",
            "migration faults routers links changes programs exhaustion"),
    BUILD("Build the command line and stop.", "", ""),
    GUEST_JAR("Build the jar that guest programs link.", "--compiler", ""),
    PUBLISH(
            "Write the artifacts for guest programs as a Maven repository.",
            "--to --no-javadoc",
            ""),
    IMAGES(
            "Build container images, without a container engine.",
            "--out --tag --caches --jdk --system --compiler",
            "");

    private static final Pattern WORD = Pattern.compile("\\S+");

    private final String description;

    /** The names of its options, between spaces. */
    private final String options;

    /** The words that it takes beside its options, between spaces. */
    private final String words;

    ScriptCommand(String description, String options, String words) {
        this.description = description;
        this.options = options;
        this.words = words;
    }

    /** Returns the names of the commands. */
    public static List<String> names() {
        return Arrays.stream(values()).map(ScriptCommand::spelled).toList();
    }

    /** Returns the names of the options of its own, in their order in error messages. */
    public List<String> options() {
        return split(options);
    }

    /** Returns the words that it takes beside its options, in their order in error messages. */
    public List<String> words() {
        return split(words);
    }

    private static List<String> split(String words) {
        return WORD.matcher(words).results().map(MatchResult::group).toList();
    }

    /** Returns the name as users write it. */
    public String spelled() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Adds the commands, for completion. */
    static void addTo(CommandLine line) {
        for (ScriptCommand each : values()) {
            CommandSpec spec = CommandSpec.create().mixinStandardHelpOptions(true);
            spec.usageMessage().description(each.description);
            each.options().forEach(name -> spec.addOption(OptionSpec.builder(name).build()));
            if (!each.words().isEmpty()) {
                spec.addPositional(
                        PositionalParamSpec.builder().completionCandidates(each.words()).build());
            }
            line.addSubcommand(each.spelled(), spec);
        }
    }
}

package dev.hira.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.CommandLines;
import dev.hira.cli.testing.Hira;
import dev.hira.cli.testing.LiveStack;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Every operator's command, each of its parameters once with a wrong name or value, by what picocli
 * knows of the commands: a new command is tested without a line here.
 */
final class ExitStatusTest {
    private static final int DONE = 0;
    private static final int USAGE = 2;
    private static final int NO_ANSWER = 3;
    private static final int UNKNOWN = 4;

    /** What a label stands for. */
    private record Meaning(String right, String wrong, int status) {}

    private static final Map<String, Meaning> MEANINGS =
            Map.ofEntries(
                    Map.entry("VM", new Meaning("blue", "nosuch", UNKNOWN)),
                    Map.entry("CLASS", new Meaning("default", "nosuch", UNKNOWN)),
                    Map.entry("SERVER", new Meaning("gpu", "nosuch", UNKNOWN)),
                    Map.entry("SERVER[/DEVICE]", new Meaning("gpu", "nosuch", UNKNOWN)),
                    Map.entry("DEVICE", new Meaning("gpu/0", "nosuch/0", UNKNOWN)),
                    Map.entry("SESSION", new Meaning("1", "nosuch", UNKNOWN)),
                    Map.entry("FILE", new Meaning("/nosuch/file", "/nosuch/file", USAGE)),
                    Map.entry("FILE|FOLDER", new Meaning("/nosuch/file", "/nosuch/file", USAGE)),
                    Map.entry("EARLIER", new Meaning("/nosuch/file", "/nosuch/file", USAGE)),
                    Map.entry("SCHEDULER", new Meaning("fair", "nosuch", USAGE)),
                    Map.entry("SETTING=VALUE...", new Meaning("share=1", "shares=1", USAGE)),
                    Map.entry("FORMAT", new Meaning("json", "xml", USAGE)),
                    Map.entry("KIND", new Meaning("denied", "nosuch", USAGE)),
                    Map.entry("TIME", new Meaning("60s", "soon", USAGE)),
                    Map.entry("N", new Meaning("1", "some", USAGE)),
                    Map.entry("FROM", new Meaning("1", "some", USAGE)),
                    Map.entry("TO", new Meaning("1", "some", USAGE)),
                    Map.entry("URI", new Meaning("", "no uri", USAGE)));

    /** Commands that prepare for VMs which have not come, or only filter by a name. */
    private static final Set<String> ANY_NAME =
            Set.of(
                    "hira policy show VM",
                    "hira policy set VM",
                    "hira policy clear VM",
                    "hira policy assign VM",
                    "hira class set CLASS",
                    "hira policy history --vm",
                    "hira session list --vm",
                    "hira session list --server");

    @TempDir private Path folder;
    private final Hira hira = new Hira();

    private static List<CommandSpec> operatorsCommands() {
        List<CommandSpec> all = new ArrayList<>();
        add(CommandLines.of("help").getCommandSpec(), all);
        all.removeIf(spec ->
                spec.findOption("--admin") == null
                        || spec.findOption("--timeout") == null
                        || Set.of("router", "top", "events", "doctor").contains(spec.name()));
        return all;
    }

    private static void add(CommandSpec spec, List<CommandSpec> all) {
        if (spec.subcommands().isEmpty()) {
            all.add(spec);
        }
        spec.subcommands().values().forEach(sub -> add(sub.getCommandSpec(), all));
    }

    /** Returns the command line with right values, except that of one parameter. */
    private static List<String> line(CommandSpec spec, @Nullable ArgSpec wrong) {
        List<String> line =
                new ArrayList<>(List.of(spec.qualifiedName().split(" ")))
                        .subList(1, spec.qualifiedName().split(" ").length);
        List<String> words = new ArrayList<>(line);
        for (ArgSpec each : spec.args()) {
            boolean meant = each.equals(wrong);
            Meaning meaning = MEANINGS.get(each.paramLabel());
            if (meaning != null
                    && (meant || each.required() || each.paramLabel().startsWith("SETTING"))) {
                if (each instanceof OptionSpec option) {
                    words.add(option.longestName());
                }
                words.add(meant ? meaning.wrong() : meaning.right());
            }
        }
        return words;
    }

    @Test
    void shouldEndEachCommandWithAWrongNameOrValueAsTheTableSays() {
        Map<String, Integer> tried = new LinkedHashMap<>();
        SoftAssertions all = new SoftAssertions();
        try (LiveStack stack = new LiveStack(folder);
                CudaDriver blue = stack.open("blue")) {
            for (CommandSpec spec : operatorsCommands()) {
                boolean reads =
                        spec.args().stream()
                                .anyMatch(a -> a.required() && a.paramLabel().startsWith("FILE"));
                for (ArgSpec arg : spec.args()) {
                    Meaning meaning = MEANINGS.get(arg.paramLabel());
                    if (meaning == null || isFrom(arg, "--admin", "--timeout", "--output")) {
                        continue;
                    }
                    List<String> line = line(spec, arg);
                    String name =
                            spec.qualifiedName()
                                    + " "
                                    + (arg instanceof OptionSpec option
                                            ? option.longestName()
                                            : arg.paramLabel());
                    int expected =
                            ANY_NAME.contains(name)
                                    ? DONE
                                    : reads && meaning.status() == UNKNOWN
                                            ? USAGE
                                            : meaning.status();
                    if (ANY_NAME.contains(name)) {
                        line.replaceAll(word -> word.equals("nosuch") ? "prepared" : word);
                    }
                    int status = hira.runAt(stack.admin(), line.toArray(String[]::new));
                    all.assertThat(status).as("%s: %s", line, hira.err()).isEqualTo(expected);
                    if (expected != DONE) {
                        all.assertThat(hira.err())
                                .as("%s", line)
                                .startsWith(spec.qualifiedName() + ": ");
                    }
                    tried.put(name, status);
                }
            }
            assertThat(blue.cuDeviceGetCount()).isEqualTo(1);
        }
        assertThat(tried).hasSizeGreaterThan(30);
        all.assertAll();
    }

    private static boolean isFrom(ArgSpec arg, String... names) {
        return arg instanceof OptionSpec option && Set.of(names).contains(option.longestName());
    }

    @Test
    void shouldEndEachCommandWithoutARouterOrWithAnUnknownOptionAsTheTableSays() {
        String nowhere = "hira+unix://" + folder.resolve("nowhere.sock");
        SoftAssertions all = new SoftAssertions();
        for (CommandSpec spec : operatorsCommands()) {
            List<String> line = new ArrayList<>(line(spec, spec.args().getFirst()));
            line.add("--nosuch");
            all.assertThat(hira.run(line.toArray(String[]::new))).as("%s", line).isEqualTo(USAGE);
            if (spec.args().stream()
                    .noneMatch(a -> a.required() && a.paramLabel().startsWith("FILE"))) {
                List<String> right = new ArrayList<>(line(spec, null));
                right.addAll(List.of("--admin", nowhere));
                all.assertThat(hira.run(right.toArray(String[]::new)))
                        .as("%s: %s", right, hira.err())
                        .isEqualTo(NO_ANSWER);
            }
        }
        all.assertAll();
    }
}

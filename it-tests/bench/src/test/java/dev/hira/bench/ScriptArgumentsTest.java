package dev.hira.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.bench.soak.Soak;
import dev.hira.cli.completion.ScriptCommand;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The script knows the arguments of these programs, so that it can check them before it builds. */
final class ScriptArgumentsTest {
    private static List<String> options(CommandSpec spec) {
        return spec.options().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !name.matches("--help|--version"))
                .toList();
    }

    @Test
    void shouldKnowTheArgumentsOfBench() {
        CommandSpec spec = new CommandLine(new Bench()).getCommandSpec();
        assertThat(ScriptCommand.BENCH.options())
                .containsExactlyInAnyOrderElementsOf(options(spec));
        String parts = String.join(" ", spec.positionalParameters().getFirst().description());
        assertThat(ScriptCommand.BENCH.words())
                .containsExactlyElementsOf(Arrays.asList(parts.split(",\\s*")))
                .containsExactlyElementsOf(Bench.partNames());
    }

    @Test
    void shouldKnowTheArgumentsOfSoak() {
        CommandSpec spec = new CommandLine(new Soak()).getCommandSpec();
        assertThat(ScriptCommand.SOAK.options()).containsExactlyInAnyOrderElementsOf(options(spec));
        assertThat(ScriptCommand.SOAK.words())
                .containsExactlyElementsOf(
                        StreamSupport.stream(
                                        spec.positionalParameters()
                                                .getFirst()
                                                .completionCandidates()
                                                .spliterator(),
                                        false)
                                .toList());
    }
}

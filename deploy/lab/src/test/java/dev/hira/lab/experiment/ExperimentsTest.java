package dev.hira.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.lab.experiment.Experiment.Options;
import dev.hira.lab.report.Finding;
import dev.hira.lab.report.LabReport;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The experiments run in virtual time, so their findings are the same on every machine. */
@Tag("thorough")
final class ExperimentsTest {
    /** Statements that the laboratory cannot show, and says so. */
    private static final Map<String, List<String>> EXPECTED =
            Map.of(
                    "ava-unfairness",
                    List.of("Fixed quanta cost 7 % of the device's time.", "Feedback costs 15 %."));

    static Stream<Experiment> all() {
        return Experiments.all().stream();
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldReproducePublishedResultsAndPromises(Experiment experiment) {
        LabReport report = experiment.run(Options.DEFAULT);

        List<Finding> differing = report.findings().stream().filter(f -> !f.holds()).toList();
        assertThat(differing).allMatch(Finding::isExpected);
        assertThat(differing)
                .extracting(Finding::claim)
                .containsExactlyElementsOf(EXPECTED.getOrDefault(experiment.name(), List.of()));
        assertThat(report.findings()).isNotEmpty();
        assertThat(report.tables()).isNotEmpty();
    }

    @Test
    void shouldFindNoGainWithoutThePenalty() {
        LabReport report =
                Experiments.named("pegasus-sharing").orElseThrow().run(new Options(1, 0));

        assertThat(report.findings().getFirst().holds()).isFalse();
    }

    @Test
    void shouldHaveADifferentNameForEach() {
        assertThat(all().map(Experiment::name)).doesNotHaveDuplicates();
        assertThat(Experiments.pending().keySet())
                .noneMatch(name -> Experiments.named(name).isPresent());
    }
}

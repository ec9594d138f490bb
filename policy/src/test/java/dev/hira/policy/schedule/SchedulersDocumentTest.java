package dev.hira.policy.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.schedule.catalog.Schedulers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/schedulers.md lists the schedulers of a router and their parameters. */
final class SchedulersDocumentTest {
    private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)` \\|", Pattern.MULTILINE);

    private final List<SchedulerKind> kinds = Schedulers.builtIn(SimRules.book("")).kinds();

    @Test
    void shouldNameEverySchedulerAndNoOther() throws IOException {
        assertThat(ROW.matcher(text()).results().map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(
                        kinds.stream().map(SchedulerKind::name).toList());
    }

    @Test
    void shouldNameEveryParameter() throws IOException {
        String text = text();
        for (SchedulerKind kind : kinds) {
            for (Parameter parameter : kind.parameters()) {
                assertThat(text).contains("`" + parameter.name() + "` " + parameter.fallback());
            }
        }
    }

    private static String text() throws IOException {
        return Files.readString(Path.of("..", "docs", "schedulers.md"));
    }
}

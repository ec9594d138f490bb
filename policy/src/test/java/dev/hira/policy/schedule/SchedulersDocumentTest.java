package dev.hira.policy.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/schedulers.md lists all schedulers and parameters. */
final class SchedulersDocumentTest {
    @Test
    void shouldNameEverySchedulerAndParameter() throws IOException {
        String text = Files.readString(Path.of("..", "docs", "schedulers.md"));
        for (SchedulerKind kind : SimGate.ALL.kinds()) {
            assertThat(text).contains("| `" + kind.name() + "` |");
            for (Parameter parameter : kind.parameters()) {
                assertThat(text).contains("`" + parameter.name() + "` " + parameter.fallback());
            }
        }
    }
}

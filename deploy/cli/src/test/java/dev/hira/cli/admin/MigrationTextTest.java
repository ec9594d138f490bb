package dev.hira.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrationStep;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MigrationTextTest {
    private static final MigrateVmProgress ROUND =
            MigrateVmProgress.newBuilder()
                    .setStep(MigrationStep.MIGRATION_STEP_ROUND)
                    .setSessions(2)
                    .setRound(2)
                    .setBytes(96 << 20)
                    .setPending(32 << 20)
                    .setRate(1 << 30)
                    .setLeft(Duration.newBuilder().setNanos(31_250_000))
                    .build();

    private static final MigrateVmProgress DONE =
            MigrateVmProgress.newBuilder()
                    .setStep(MigrationStep.MIGRATION_STEP_DONE)
                    .setBytes(128 << 20)
                    .setHeld(Duration.newBuilder().setNanos(4_000_000))
                    .build();

    private final StringWriter out = new StringWriter();

    private MigrationText text(boolean bar) {
        return new MigrationText("db", "gpu2/0", new PrintWriter(out), bar);
    }

    @Test
    void shouldPrintALineForEachReportWithoutATerminal() {
        MigrationText text = text(false);
        text.show(
                MigrateVmProgress.newBuilder()
                        .setStep(MigrationStep.MIGRATION_STEP_OPEN)
                        .setSessions(2)
                        .build());
        text.show(
                MigrateVmProgress.newBuilder()
                        .setStep(MigrationStep.MIGRATION_STEP_REST)
                        .setSessions(1)
                        .build());
        text.show(ROUND);
        text.show(DONE);
        assertThat(out.toString().lines())
                .hasSize(4)
                .anyMatch(line -> line.endsWith("holding the commands of 1 session"))
                .allMatch(line -> line.startsWith("db: "))
                .anyMatch(line -> line.contains("opening 2 sessions at gpu2/0"))
                .anyMatch(line -> line.contains("round 2") && line.contains("/s"))
                .anyMatch(line -> line.contains("moved to gpu2/0"));
        assertThat(out.toString()).doesNotContain("\u001b");
    }

    @Test
    void shouldReplaceABarOnATerminalAndEndWithALine() {
        MigrationText text = text(true);
        text.show(ROUND);
        assertThat(out.toString())
                .startsWith("\r\u001b[K[" + "#".repeat(22) + "-".repeat(8) + "] db: round 2")
                .doesNotContain("\n");
        text.show(DONE);
        assertThat(out.toString()).contains("\r\u001b[Kdb: moved to gpu2/0").endsWith("\n");
        assertThat(out.toString().chars().filter(c -> c == '\n')).hasSize(1);
    }

    @Test
    void shouldClearTheBarWhenTheMigrationFails() {
        MigrationText text = text(true);
        text.show(
                MigrateVmProgress.newBuilder()
                        .setStep(MigrationStep.MIGRATION_STEP_FAILED)
                        .setProblem("no")
                        .build());
        assertThat(out.toString()).isEqualTo("\r\u001b[K");
    }
}

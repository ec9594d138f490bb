package dev.hira.cli.admin;

import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.base.CountText;
import dev.hira.cli.client.Terminal;
import dev.hira.cli.client.ValueText;
import java.io.PrintWriter;

/**
 * The progress of a migration for people: a bar on a terminal, otherwise a line for each report.
 */
final class MigrationText {
    private static final int WIDTH = 30;
    private final String vm;
    private final String target;
    private final PrintWriter out;
    private final boolean bar;

    MigrationText(String vm, String target, PrintWriter out, boolean bar) {
        this.vm = vm;
        this.target = target;
        this.out = out;
        this.bar = bar;
    }

    /** Shows a report. The last one is a line of its own, unless the migration has failed. */
    void show(MigrateVmProgress report) {
        boolean failed = report.getStep() == MigrationStep.MIGRATION_STEP_FAILED;
        boolean last = failed || report.getStep() == MigrationStep.MIGRATION_STEP_DONE;
        String line = failed ? "" : vm + ": " + text(report);
        if (bar) {
            out.print(Terminal.BEGIN_AGAIN + (last ? line : bar(report) + " " + line));
            if (last && !failed) {
                out.println();
            }
        } else if (!failed) {
            out.println(line);
        }
        out.flush();
    }

    private static String bar(MigrateVmProgress report) {
        double all = (double) report.getBytes() + report.getPending();
        int done = all == 0 ? 0 : (int) (WIDTH * report.getBytes() / all);
        return "[" + "#".repeat(done) + "-".repeat(WIDTH - done) + "]";
    }

    private String text(MigrateVmProgress report) {
        return switch (report.getStep()) {
            case MIGRATION_STEP_OPEN -> "opening " + sessions(report) + " at " + target;
            case MIGRATION_STEP_ROUND -> round(report);
            case MIGRATION_STEP_REST -> "holding the commands of " + sessions(report);
            case MIGRATION_STEP_RECREATE -> "recreating the last objects at " + target;
            case MIGRATION_STEP_COPY ->
                    "copying the rest of device memory, after " + report.getCalls() + " calls";
            case MIGRATION_STEP_DONE ->
                    "moved to "
                            + target
                            + ": "
                            + ValueText.bytes(report.getBytes())
                            + ", commands waited for "
                            + ValueText.time(report.getHeld());
            default -> report.getStep().name();
        };
    }

    private static String sessions(MigrateVmProgress report) {
        return CountText.of(report.getSessions(), "session");
    }

    private static String round(MigrateVmProgress report) {
        String slowed = ", with the VM's work slowed down to 1/" + report.getSlowdown();
        String round = "round " + report.getRound() + (report.getSlowdown() > 1 ? slowed : "");
        return report.getRate() == 0
                ? round
                : round
                        + ", "
                        + ValueText.bytes(report.getBytes())
                        + " copied at "
                        + ValueText.bytes(report.getRate())
                        + "/s, "
                        + ValueText.bytes(report.getPending())
                        + " left ("
                        + ValueText.time(report.getLeft())
                        + ")";
    }
}

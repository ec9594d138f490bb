package dev.hira.cli.admin;

import dev.hira.admin.v1.CheckpointProgress;
import dev.hira.admin.v1.CheckpointStep;
import dev.hira.base.CountText;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.Terminal;
import dev.hira.cli.client.ValueText;
import io.grpc.Status;
import java.io.PrintWriter;

/** Prints the progress of a checkpoint: as one changing line on a terminal, else as lines. */
final class CheckpointProgressPrinter {
    private final OperatorOptions operator;
    private final String vm;
    private final String done;
    private final String afterFailure;
    private final boolean terminal;
    private CheckpointStep step = CheckpointStep.CHECKPOINT_STEP_UNSPECIFIED;

    /**
     * @param done the word for success
     * @param afterFailure the VM's state after a failure
     */
    CheckpointProgressPrinter(
            OperatorOptions operator, String vm, String done, String afterFailure) {
        this.operator = operator;
        this.vm = vm;
        this.done = done;
        this.afterFailure = afterFailure;
        this.terminal = Terminal.isThere();
    }

    /** Prints a report; a failure becomes an exception. */
    void show(CheckpointProgress report) {
        boolean same = report.getStep() == step;
        step = report.getStep();
        if (step == CheckpointStep.CHECKPOINT_STEP_FAILED) {
            end();
            throw Status.ABORTED
                    .withDescription(vm + " " + afterFailure + ": " + report.getProblem())
                    .asRuntimeException();
        }
        PrintWriter out = operator.out();
        if (!operator.forPeople()) {
            operator.print(report);
        } else if (terminal) {
            out.print(Terminal.BEGIN_AGAIN + vm + ": " + text(report));
            out.print(step == CheckpointStep.CHECKPOINT_STEP_DONE ? System.lineSeparator() : "");
            out.flush();
        } else if (!same) {
            out.println(vm + ": " + text(report));
            out.flush();
        }
    }

    private void end() {
        if (terminal && operator.forPeople()) {
            operator.out().print(Terminal.BEGIN_AGAIN);
            operator.out().flush();
        }
    }

    /** Requires that the last report was that of success. */
    void requireDone() {
        if (step != CheckpointStep.CHECKPOINT_STEP_DONE) {
            throw Status.ABORTED
                    .withDescription(
                            "the router ended before " + vm + " was " + done + "; ask again")
                    .asRuntimeException();
        }
    }

    private String text(CheckpointProgress report) {
        return switch (report.getStep()) {
            case CHECKPOINT_STEP_REST -> "holding the commands of " + sessions(report);
            case CHECKPOINT_STEP_SAVE -> "saving, " + file(report);
            case CHECKPOINT_STEP_CHECK -> "checking the checkpoint";
            case CHECKPOINT_STEP_AWAIT -> "waiting for the programs of " + sessions(report);
            case CHECKPOINT_STEP_RECREATE -> "recreating the objects of " + sessions(report);
            case CHECKPOINT_STEP_RESTORE -> "restoring, " + file(report);
            case CHECKPOINT_STEP_DONE ->
                    done
                            + ": "
                            + sessions(report)
                            + " with "
                            + ValueText.bytes(report.getMemoryBytes())
                            + " of device memory, "
                            + file(report)
                            + (report.hasHeld()
                                    ? ", commands waited for " + ValueText.time(report.getHeld())
                                    : "");
            default -> report.getStep().name();
        };
    }

    private static String file(CheckpointProgress report) {
        return ValueText.bytes(report.getFileBytes()) + " of the file";
    }

    private static String sessions(CheckpointProgress report) {
        return CountText.of(report.getSessions(), "session");
    }
}

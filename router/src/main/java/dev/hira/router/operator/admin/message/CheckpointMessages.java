package dev.hira.router.operator.admin.message;

import dev.hira.admin.v1.CheckpointProgress;
import dev.hira.admin.v1.CheckpointStep;
import dev.hira.admin.v1.CheckpointVmResponse;
import dev.hira.router.operator.checkpoint.CheckpointReport;

/** Converts reports of checkpoints to the admin service's messages. */
public final class CheckpointMessages {
    private CheckpointMessages() {}

    public static CheckpointProgress of(CheckpointReport report) {
        CheckpointProgress.Builder message =
                CheckpointProgress.newBuilder()
                        .setStep(step(report.step()))
                        .setSessions(report.sessions())
                        .setMemoryBytes(report.memoryBytes())
                        .setFileBytes(report.fileBytes())
                        .setProblem(report.problem());
        if (report.heldNanos() != 0) {
            message.setHeld(VmMessages.duration(report.heldNanos()));
        }
        return message.build();
    }

    public static CheckpointVmResponse part(CheckpointReport report) {
        return CheckpointVmResponse.newBuilder().setProgress(of(report)).build();
    }

    private static CheckpointStep step(CheckpointReport.Step step) {
        return switch (step) {
            case REST -> CheckpointStep.CHECKPOINT_STEP_REST;
            case SAVE -> CheckpointStep.CHECKPOINT_STEP_SAVE;
            case CHECK -> CheckpointStep.CHECKPOINT_STEP_CHECK;
            case AWAIT -> CheckpointStep.CHECKPOINT_STEP_AWAIT;
            case RECREATE -> CheckpointStep.CHECKPOINT_STEP_RECREATE;
            case RESTORE -> CheckpointStep.CHECKPOINT_STEP_RESTORE;
            case DONE -> CheckpointStep.CHECKPOINT_STEP_DONE;
            case FAILED -> CheckpointStep.CHECKPOINT_STEP_FAILED;
        };
    }
}

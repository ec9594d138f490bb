package dev.hira.bench.programs;

import com.google.protobuf.Duration;
import com.google.protobuf.FieldMask;
import dev.hira.admin.v1.CheckpointProgress;
import dev.hira.admin.v1.CheckpointStep;
import dev.hira.admin.v1.CheckpointVmRequest;
import dev.hira.admin.v1.EvictVmRequest;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.admin.v1.Protection;
import dev.hira.admin.v1.RestoreVmRequest;
import dev.hira.admin.v1.ResumeVmRequest;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.admin.v1.SuspendVmRequest;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.CheckpointSender;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** Does to VMs of a stack what a {@link Disturbance} says. */
final class VmOperator implements AutoCloseable {
    /** The longest pause of a VM: the programs load the machine. Calls have more time. */
    private static final Duration HOLD = Duration.newBuilder().setSeconds(15).build();

    /** The longest pause of a VM that its program may keep. */
    private static final Duration SHORT_HOLD = Duration.newBuilder().setNanos(500_000_000).build();

    private final ProgramStack stack;
    private final AdminClient admin;

    VmOperator(ProgramStack stack) {
        this.stack = stack;
        this.admin = AdminClient.connect(stack.admin());
    }

    /** Gives a VM its protection. */
    void protect(String vm, String protection) {
        Protection value = Protection.valueOf("PROTECTION_" + protection.toUpperCase(Locale.ROOT));
        admin.now()
                .setPolicy(
                        SetPolicyRequest.newBuilder()
                                .setVm(vm)
                                .setGrant(Grant.newBuilder().setProtection(value))
                                .setUpdateMask(FieldMask.newBuilder().addPaths("protection"))
                                .build());
    }

    /**
     * Lets something happen to a VM; returns why it failed, or an empty text.
     *
     * @param kept whether the program may keep its VM, so that the VM need not be held for long
     */
    String disturb(Disturbance disturbance, String vm, boolean kept) {
        Duration hold = kept ? SHORT_HOLD : HOLD;
        try {
            return switch (disturbance) {
                case SUSPEND -> suspendAndResume(vm, hold);
                case MOVE -> move(vm, hold);
                case RESTORE -> restore(vm, hold);
                case KILL_UNPROTECTED, KILL_REBUILD, KILL_TRANSPARENT ->
                        done(() -> stack.kill(server(vm)));
                case CUT_PROGRAM -> done(stack::cutPrograms);
                case CUT_SERVER -> done(() -> stack.cutServer(server(vm)));
                case ROUTER, ROUTER_REBUILD, ROUTER_TRANSPARENT -> done(stack::restartRouter);
            };
        } catch (StatusRuntimeException e) {
            return Objects.toString(e.getStatus().getDescription(), e.toString());
        }
    }

    private static String done(Runnable action) {
        action.run();
        return "";
    }

    private String suspendAndResume(String vm, Duration hold) {
        String target = other(vm);
        String problem = suspend(vm, hold);
        if (problem.isEmpty()) {
            var _ =
                    admin.always()
                            .resumeVm(
                                    ResumeVmRequest.newBuilder()
                                            .setVm(vm)
                                            .setTarget(target)
                                            .build());
        }
        return problem;
    }

    private String suspend(String vm, Duration hold) {
        return problem(
                last(
                        admin.always()
                                .suspendVm(
                                        SuspendVmRequest.newBuilder()
                                                .setVm(vm)
                                                .setLimit(hold)
                                                .build())));
    }

    private String move(String vm, Duration hold) {
        MigrateVmProgress last =
                last(
                        admin.always()
                                .migrateVm(
                                        MigrateVmRequest.newBuilder()
                                                .setVm(vm)
                                                .setTarget(other(vm))
                                                .setHold(hold)
                                                .build()));
        return last.getStep() == MigrationStep.MIGRATION_STEP_DONE ? "" : last.getProblem();
    }

    private String restore(String vm, Duration hold) {
        String target = other(vm);
        String problem = suspend(vm, hold);
        if (!problem.isEmpty()) {
            return problem;
        }
        AtomicReference<CheckpointProgress> last = new AtomicReference<>();
        try {
            CheckpointSender.send(
                    admin,
                    RestoreVmRequest.newBuilder().setVm(vm).setTarget(target).build(),
                    new ByteArrayInputStream(checkpoint(vm)),
                    last::set);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        CheckpointProgress end = last.get();
        return end == null ? "the router reported nothing" : problem(end);
    }

    private byte[] checkpoint(String vm) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        admin.always()
                .checkpointVm(CheckpointVmRequest.newBuilder().setVm(vm).build())
                .forEachRemaining(part -> file.writeBytes(part.getContent().toByteArray()));
        return file.toByteArray();
    }

    private static String problem(CheckpointProgress last) {
        return last.getStep() == CheckpointStep.CHECKPOINT_STEP_DONE ? "" : last.getProblem();
    }

    private static <T> T last(Iterator<T> reports) {
        T last = reports.next();
        while (reports.hasNext()) {
            last = reports.next();
        }
        return last;
    }

    private String other(String vm) {
        return ProgramStack.SERVER + (1 - server(vm));
    }

    private int server(String vm) {
        String name =
                admin.always()
                        .listSessions(ListSessionsRequest.newBuilder().setVm(vm).build())
                        .getSessions(0)
                        .getServer();
        return Integer.parseInt(name.substring(ProgramStack.SERVER.length()));
    }

    /** Ends the sessions of a VM whose program has failed. */
    void evict(String vm) {
        var _ = admin.always().evictVm(EvictVmRequest.newBuilder().setVm(vm).build());
    }

    @Override
    public void close() {
        admin.close();
    }
}

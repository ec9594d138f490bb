package dev.hira.router.operator.admin;

import dev.hira.admin.v1.HeldParts;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.router.operator.migration.MigrationReport;
import dev.hira.router.operator.migration.MigrationReport.Step;
import dev.hira.router.operator.migration.MigrationTarget;
import dev.hira.router.operator.migration.Migrations;
import dev.hira.router.operator.migration.Migrations.Order;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Duration;
import java.util.List;

/** The admin service's requests to migrate VMs. */
final class MigrationAdmin {
    private static final Duration USUAL = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofHours(1);

    private final RouterServices services;
    private final Migrations migrations;

    MigrationAdmin(RouterServices services, Migrations migrations) {
        this.services = services;
        this.migrations = migrations;
    }

    /** Starts a migration, whose reports go to the stream. */
    void migrate(MigrateVmRequest request, ServerCallStreamObserver<MigrateVmProgress> out) {
        String vm = request.getVm();
        MigrationTarget target = target(request);
        Duration limit = limit(request.hasLimit(), request.getLimit());
        List<RouterSession> sessions = services.registry().of(vm);
        if (sessions.isEmpty()) {
            throw AdminErrors.notFound("VM", vm, "a VM with open sessions can be migrated");
        }
        if (SuspendedVms.isSuspended(services.registry(), vm)) {
            throw AdminErrors.precondition(
                    "SUSPENDED", "the VM '" + vm + "' is suspended; resume it at the other server");
        }
        Order order = new Order(vm, sessions, target, limit, "operator");
        Thread thread = migrations.start(order, report -> tell(report, out), last -> end(out));
        if (thread == null) {
            throw AdminErrors.invalid("vm", "a migration of '" + vm + "' is under way already");
        }
        out.setOnCancelHandler(thread::interrupt);
    }

    private static void end(ServerCallStreamObserver<MigrateVmProgress> out) {
        synchronized (out) {
            if (!out.isCancelled()) {
                out.onCompleted();
            }
        }
    }

    private static void tell(
            MigrationReport report, ServerCallStreamObserver<MigrateVmProgress> out) {
        synchronized (out) {
            if (!out.isCancelled()) {
                out.onNext(message(report));
            }
        }
    }

    private static MigrateVmProgress message(MigrationReport report) {
        return MigrateVmProgress.newBuilder()
                .setStep(step(report.step()))
                .setSessions(report.sessions())
                .setCalls(report.calls())
                .setBytes(report.bytes())
                .setHeld(VmMessages.duration(report.heldNanos()))
                .setProblem(report.problem())
                .setRound(report.ahead().round())
                .setPending(report.ahead().pending())
                .setRate(report.ahead().rate())
                .setLeft(VmMessages.duration(report.ahead().leftNanos()))
                .setParts(message(report.parts()))
                .build();
    }

    private static HeldParts message(MigrationReport.HeldParts parts) {
        return HeldParts.newBuilder()
                .setRest(VmMessages.duration(parts.rest()))
                .setRecreate(VmMessages.duration(parts.recreate()))
                .setCopy(VmMessages.duration(parts.copy()))
                .setChange(VmMessages.duration(parts.change()))
                .build();
    }

    static MigrationStep step(Step step) {
        return switch (step) {
            case OPEN -> MigrationStep.MIGRATION_STEP_OPEN;
            case ROUND -> MigrationStep.MIGRATION_STEP_ROUND;
            case REST -> MigrationStep.MIGRATION_STEP_REST;
            case RECREATE -> MigrationStep.MIGRATION_STEP_RECREATE;
            case COPY -> MigrationStep.MIGRATION_STEP_COPY;
            case DONE -> MigrationStep.MIGRATION_STEP_DONE;
            case FAILED -> MigrationStep.MIGRATION_STEP_FAILED;
        };
    }

    private static MigrationTarget target(MigrateVmRequest request) {
        try {
            return MigrationTarget.parse(request.getTarget());
        } catch (IllegalArgumentException e) {
            throw AdminErrors.invalid("target", String.valueOf(e.getMessage()));
        }
    }

    /** Returns the time limit of a migration. */
    static Duration limit(boolean set, com.google.protobuf.Duration asked) {
        if (!set) {
            return USUAL;
        }
        Duration limit = Duration.ofSeconds(asked.getSeconds(), asked.getNanos());
        if (limit.isZero() || limit.isNegative() || limit.compareTo(LONGEST) > 0) {
            throw AdminErrors.invalid(
                    "limit",
                    limit.toSeconds() + " s was asked; allowed is more than 0 and at most 3600 s");
        }
        return limit;
    }
}

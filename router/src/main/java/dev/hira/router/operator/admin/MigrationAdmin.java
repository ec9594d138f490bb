package dev.hira.router.operator.admin;

import dev.hira.admin.v1.HeldParts;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.router.operator.admin.message.AdminErrors;
import dev.hira.router.operator.admin.message.ServerMessages;
import dev.hira.router.operator.admin.message.SuspendedVms;
import dev.hira.router.operator.admin.message.VmMessages;
import dev.hira.router.operator.migration.MigrationReport;
import dev.hira.router.operator.migration.MigrationReport.Step;
import dev.hira.router.operator.migration.MigrationTarget;
import dev.hira.router.operator.migration.Migrations;
import dev.hira.router.operator.migration.Migrations.Order;
import dev.hira.router.operator.migration.MoveLimits;
import dev.hira.router.placement.DeviceView;
import dev.hira.router.placement.ServerPool;
import dev.hira.router.placement.ServerView;
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
    private final VmAdmin vms;
    private final Migrations migrations;

    MigrationAdmin(RouterServices services, VmAdmin vms, Migrations migrations) {
        this.services = services;
        this.vms = vms;
        this.migrations = migrations;
    }

    /** Starts a migration, whose reports go to the stream. */
    void migrate(MigrateVmRequest request, ServerCallStreamObserver<MigrateVmProgress> out) {
        String vm = request.getVm();
        Duration limit = limit(request.hasLimit(), request.getLimit());
        MigrationTarget target = target(services.pool(), request.getTarget());
        List<RouterSession> sessions = vms.sessions(vm, "that could move");
        if (SuspendedVms.isSuspended(services.registry(), vm)) {
            throw AdminErrors.precondition(
                    "SUSPENDED", "the VM '" + vm + "' is suspended; resume it at the other server");
        }
        MoveLimits limits =
                new MoveLimits(limit, hold(services, request.hasHold(), request.getHold()));
        Order order = new Order(vm, sessions, target, limits, "operator");
        Thread thread = migrations.start(order, report -> tell(report, out), last -> end(out));
        if (thread == null) {
            throw AdminErrors.precondition(
                    "BUSY", "a migration or a checkpoint of the VM '" + vm + "' is under way");
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
                .setSlowdown(report.ahead().slowdown())
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

    /** Returns the server and device of a request, which must exist. */
    static MigrationTarget target(ServerPool pool, String asked) {
        MigrationTarget target;
        try {
            target = MigrationTarget.parse(asked);
        } catch (IllegalArgumentException e) {
            throw AdminErrors.invalid("target", String.valueOf(e.getMessage()));
        }
        ServerView server = ServerMessages.require(pool, target.server());
        List<Integer> devices = server.devices().stream().map(DeviceView::ordinal).toList();
        boolean reported = !devices.isEmpty();
        if (reported && !devices.contains(target.device())) {
            throw AdminErrors.notFound(
                    "device",
                    target.server() + "/" + target.device(),
                    target.server() + " has " + ServerView.only(devices));
        }
        return target;
    }

    /** Returns the time limit of a migration. */
    static Duration limit(boolean set, com.google.protobuf.Duration asked) {
        return set ? limit("limit", asked) : USUAL;
    }

    /** Returns the longest time for which a migration may hold commands. */
    static Duration hold(RouterServices services, boolean set, com.google.protobuf.Duration asked) {
        return set ? limit("hold", asked) : services.config().hold();
    }

    private static Duration limit(String field, com.google.protobuf.Duration asked) {
        Duration limit = Duration.ofSeconds(asked.getSeconds(), asked.getNanos());
        if (limit.isZero() || limit.isNegative() || limit.compareTo(LONGEST) > 0) {
            throw AdminErrors.invalid(
                    field,
                    limit.toSeconds() + " s was asked; allowed is more than 0 and at most 3600 s");
        }
        return limit;
    }
}

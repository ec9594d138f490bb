package dev.hira.router.operator.admin;

import com.google.protobuf.UnsafeByteOperations;
import dev.hira.admin.v1.CheckpointProgress;
import dev.hira.admin.v1.CheckpointVmRequest;
import dev.hira.admin.v1.CheckpointVmResponse;
import dev.hira.admin.v1.PauseVmRequest;
import dev.hira.admin.v1.RestoreVmRequest;
import dev.hira.admin.v1.ResumeVmRequest;
import dev.hira.admin.v1.SuspendVmRequest;
import dev.hira.admin.v1.Vm;
import dev.hira.base.CountText;
import dev.hira.router.checkpoint.CheckpointStore;
import dev.hira.router.checkpoint.CheckpointStore.Kept;
import dev.hira.router.operator.access.Author;
import dev.hira.router.operator.admin.message.AdminErrors;
import dev.hira.router.operator.admin.message.CheckpointMessages;
import dev.hira.router.operator.admin.message.SuspendedVms;
import dev.hira.router.operator.checkpoint.CheckpointReport;
import dev.hira.router.operator.checkpoint.CheckpointReport.Step;
import dev.hira.router.operator.checkpoint.RestAttempts;
import dev.hira.router.operator.checkpoint.VmAdoption;
import dev.hira.router.operator.checkpoint.VmCheckpoint;
import dev.hira.router.operator.checkpoint.VmReturn;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.EventKind;
import dev.hira.router.operator.migration.MigrationTarget;
import dev.hira.router.operator.stream.SteadyStream;
import dev.hira.router.operator.vms.VmStanding;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionMove.MoveFailed;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Suspends VMs, makes checkpoints, and brings suspended VMs back, each on a thread of its own, one
 * for a VM at a time.
 */
final class CheckpointAdmin implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointAdmin.class);
    private static final int CHUNK_BYTES = 256 << 10;

    private static final String AUTHOR = "the router, because its programs ended";

    private final RouterServices services;
    private final VmAdmin vms;
    private final Function<URI, ManagedChannel> channels;
    private final Set<String> underWay;
    private final CheckpointStore store;
    private final SuspendedVms suspended;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    /**
     * @param channels connects to servers
     * @param underWay the VMs of all migrations and checkpoints under way
     */
    CheckpointAdmin(
            RouterServices services,
            VmAdmin vms,
            Function<URI, ManagedChannel> channels,
            Set<String> underWay) {
        this.services = services;
        this.vms = vms;
        this.channels = channels;
        this.underWay = underWay;
        this.store = new CheckpointStore(services.config().checkpoints(), services.random());
        this.suspended = new SuspendedVms(services.registry(), store, services.random());
    }

    /**
     * Ends the suspension of VMs whose programs have ended: the next program of such a VM runs.
     * Called from time to time.
     */
    void sweep() {
        Author.of(AUTHOR, () -> suspended.sweep(underWay, this::abandoned)).run();
    }

    private void abandoned(String vm) {
        if (isPaused(vm)) {
            running(vm);
        }
    }

    /** Whether a VM is suspended. */
    boolean isSuspended(String vm) {
        return suspended.awaits(vm) || SuspendedVms.isSuspended(services.registry(), vm);
    }

    // --- to a checkpoint

    void suspend(SuspendVmRequest request, ServerCallStreamObserver<CheckpointProgress> call) {
        String vm = request.getVm();
        Duration limit = MigrationAdmin.limit(request.hasLimit(), request.getLimit());
        List<RouterSession> ignored = vms.sessions(vm, "with a state to save");
        if (isSuspended(vm)) {
            throw AdminErrors.precondition("SUSPENDED", "the VM '" + vm + "' is suspended already");
        }
        start(
                vm,
                new SteadyStream<>(call),
                out -> suspend(vm, limit, report -> out.tell(CheckpointMessages.of(report))));
    }

    private void suspend(String vm, Duration limit, Consumer<CheckpointReport> told)
            throws IOException {
        boolean wasPaused = isPaused(vm);
        CheckpointReport last = null;
        Kept file = suspended.create();
        Consumer<Boolean> pause =
                pauses -> {
                    if (pauses) {
                        vms.pause(PauseVmRequest.newBuilder().setVm(vm).build());
                    } else if (!wasPaused && isPaused(vm)) {
                        running(vm);
                    }
                };
        try (FileChannel out = file.openForWriting()) {
            last = save(vm, limit, file, out, pause, told);
        } finally {
            if (last != null && last.step() == Step.DONE) {
                suspended.keep(vm, file);
            } else {
                file.close();
                if (!wasPaused) {
                    running(vm);
                }
            }
        }
        told.accept(last);
    }

    private boolean isPaused(String vm) {
        return services.registry().standings().of(vm) instanceof VmStanding.Paused;
    }

    /**
     * Saves a VM.
     *
     * @param pause pauses the VM, which is suspended, or lets it go on between two attempts; null:
     *     it is not suspended
     */
    private CheckpointReport save(
            String vm,
            Duration limit,
            Kept file,
            FileChannel out,
            @Nullable Consumer<Boolean> pause,
            Consumer<CheckpointReport> told) {
        boolean suspend = pause != null;
        CheckpointReport last = null;
        RestAttempts attempts = attempts(vm, limit);
        while (last == null) {
            if (pause != null) {
                pause.accept(true);
            }
            VmCheckpoint checkpoint =
                    new VmCheckpoint(
                            vm, services, channels, attempts.left(), attempts.next(), told);
            CheckpointReport end =
                    checkpoint.run(
                            services.registry().of(vm),
                            out,
                            file.id(),
                            () -> out.force(suspend),
                            suspend);
            if (!checkpoint.failedToRest() || attempts.isLast()) {
                last = end;
            } else {
                if (pause != null) {
                    pause.accept(false);
                }
                last = attempts.await() ? null : end;
            }
        }
        if (suspend) {
            tell(vm, EventKind.VM_SUSPENDED, "suspended", last);
        } else {
            tell(vm, EventKind.VM_SAVED, "saved", last);
        }
        return last;
    }

    private RestAttempts attempts(String vm, Duration limit) {
        boolean several =
                services.registry().of(vm).stream()
                        .map(RouterSession::facts)
                        .anyMatch(facts -> facts != null && !facts.arena());
        return new RestAttempts(services.nanoClock(), limit, several);
    }

    void checkpoint(
            CheckpointVmRequest request, ServerCallStreamObserver<CheckpointVmResponse> call) {
        String vm = request.getVm();
        Duration limit = MigrationAdmin.limit(request.hasLimit(), request.getLimit());
        List<RouterSession> ignored = vms.sessions(vm, "with a state to save");
        start(vm, new SteadyStream<>(call), out -> content(vm, limit, out), CheckpointAdmin::send);
    }

    /** Returns the bytes of a checkpoint; null when there is none. */
    private @Nullable InputStream content(
            String vm, Duration limit, SteadyStream<CheckpointVmResponse> out) throws IOException {
        Kept kept = suspended.of(vm);
        if (kept != null) {
            InputStream content = Files.newInputStream(kept.path());
            LOG.atInfo()
                    .addKeyValue("vm", vm)
                    .addKeyValue("author", Author.current())
                    .log("checkpoint of a suspended VM read");
            publish(vm, EventKind.VM_SAVED, "when it was suspended");
            return content;
        }
        try (Kept file = store.create();
                FileChannel to = file.openForWriting()) {
            CheckpointReport last =
                    save(
                            vm,
                            limit,
                            file,
                            to,
                            null,
                            report -> out.tell(CheckpointMessages.part(report)));
            out.tell(CheckpointMessages.part(last));
            // The open file outlives its name.
            return last.step() == Step.DONE ? Files.newInputStream(file.path()) : null;
        }
    }

    private static void send(@Nullable InputStream content, SteadyStream<CheckpointVmResponse> out)
            throws IOException, InterruptedException {
        if (content == null) {
            return;
        }
        try (content) {
            byte[] chunk = content.readNBytes(CHUNK_BYTES);
            while (chunk.length > 0) {
                out.send(
                        CheckpointVmResponse.newBuilder()
                                .setContent(UnsafeByteOperations.unsafeWrap(chunk))
                                .build());
                chunk = content.readNBytes(CHUNK_BYTES);
            }
        }
    }

    // --- back from it

    /** Resumes a suspended VM. */
    void resume(ResumeVmRequest request, ServerCallStreamObserver<Vm> call) {
        String vm = request.getVm();
        Duration limit = MigrationAdmin.limit(request.hasLimit(), request.getLimit());
        MigrationTarget target = target(request.getTarget());
        start(
                vm,
                new SteadyStream<>(call),
                out -> {
                    Kept file = suspended.of(vm);
                    CheckpointReport last =
                            file == null
                                    ? CheckpointReport.failed("the router has no checkpoint of it")
                                    : bringBack(vm, target, limit, file.path(), _ -> {});
                    if (last.step() == Step.DONE) {
                        out.tell(vms.vm(vm));
                    } else {
                        throw AdminErrors.precondition(
                                "NOT_RESUMED",
                                "the VM '" + vm + "' stays suspended: " + last.problem());
                    }
                });
    }

    /** Refuses a target for a VM that is not suspended, which stays where it is. */
    void requireNoTarget(ResumeVmRequest request) {
        if (target(request.getTarget()) != null) {
            throw AdminErrors.precondition(
                    "NOT_SUSPENDED",
                    "the VM '"
                            + vms.vm(request.getVm()).getName()
                            + "' is not suspended; resume it where it is, or migrate it");
        }
    }

    /** Returns the receiver of an uploaded checkpoint. */
    StreamObserver<RestoreVmRequest> restore(ServerCallStreamObserver<CheckpointProgress> call) {
        SteadyStream<CheckpointProgress> out = new SteadyStream<>(call);
        return new CheckpointUpload(call, (first, upload) -> restore(first, upload, out));
    }

    private void restore(
            RestoreVmRequest first,
            CheckpointUpload upload,
            SteadyStream<CheckpointProgress> answers) {
        String vm = first.getVm();
        Duration limit = MigrationAdmin.limit(first.hasLimit(), first.getLimit());
        MigrationTarget target = target(first.getTarget());
        if (!isSuspended(vm) && !services.registry().of(vm).isEmpty()) {
            throw AdminErrors.precondition(
                    "NOT_SUSPENDED",
                    "the VM '"
                            + vm
                            + "' is not suspended; a session that runs cannot go back to an"
                            + " earlier state, because its program would not");
        }
        start(
                vm,
                answers,
                out -> {
                    Consumer<CheckpointReport> told =
                            report -> out.tell(CheckpointMessages.of(report));
                    boolean isHere = isSuspended(vm);
                    Kept file = isHere ? store.create() : suspended.create();
                    try (FileChannel to = file.openForWriting()) {
                        upload.writeTo(to);
                        if (!isHere) {
                            to.force(true);
                            adopt(vm, file, limit, told);
                        }
                        told.accept(bringBack(vm, target, limit, file.path(), told));
                    } catch (MoveFailed e) {
                        told.accept(CheckpointReport.failed(String.valueOf(e.getMessage())));
                    } finally {
                        if (!file.equals(suspended.of(vm))) {
                            file.close();
                        }
                    }
                });
    }

    /** Takes a VM's sessions over from another router, and waits for their programs. */
    private void adopt(String vm, Kept file, Duration limit, Consumer<CheckpointReport> told)
            throws IOException, InterruptedException {
        told.accept(CheckpointReport.checking());
        VmAdoption adoption = VmAdoption.of(vm, services, file.path());
        suspended.keep(vm, file);
        try {
            adoption.begin();
        } catch (MoveFailed e) {
            suspended.forget(vm);
            throw e;
        }
        LOG.atInfo().addKeyValue("vm", vm).log("VM comes from another router");
        told.accept(CheckpointReport.awaiting(adoption.count()));
        String problem = adoption.await(limit);
        if (problem != null) {
            throw new MoveFailed(problem);
        }
    }

    /** Brings a VM back; tells all reports but the last, which it returns. */
    private CheckpointReport bringBack(
            String vm,
            @Nullable MigrationTarget target,
            Duration limit,
            Path checkpoint,
            Consumer<CheckpointReport> told) {
        CheckpointReport last =
                new VmReturn(vm, services, channels, target, limit, told)
                        .run(services.registry().of(vm), checkpoint);
        if (last.step() == Step.DONE) {
            suspended.forget(vm);
            running(vm);
        }
        tell(vm, EventKind.VM_RESTORED, "restored", last);
        return last;
    }

    private void running(String vm) {
        vms.resume(ResumeVmRequest.newBuilder().setVm(vm).build());
    }

    // --- threads

    /** The work for a request. */
    private interface Work<T, R extends @Nullable Object> {
        R run(SteadyStream<T> out) throws IOException, InterruptedException;
    }

    /** The work for a request, without a result. */
    private interface Whole<T> {
        void run(SteadyStream<T> out) throws IOException, InterruptedException;
    }

    /** The remainder of the work, during which other requests for the VM may begin. */
    private interface Remainder<T, R extends @Nullable Object> {
        void run(R result, SteadyStream<T> out) throws IOException, InterruptedException;
    }

    private <T> void start(String vm, SteadyStream<T> answers, Whole<T> work) {
        start(
                vm,
                answers,
                out -> {
                    work.run(out);
                    return "";
                },
                (_, _) -> {});
    }

    private <T, R extends @Nullable Object> void start(
            String vm, SteadyStream<T> answers, Work<T, R> work, Remainder<T, R> remainder) {
        if (!underWay.add(vm)) {
            throw AdminErrors.precondition(
                    "BUSY", "a migration or a checkpoint of the VM '" + vm + "' is under way");
        }
        Job<T, R> job = new Job<>(vm, answers, work, remainder);
        Thread thread =
                Thread.ofVirtual().name("hira-checkpoint-" + vm).unstarted(Author.signing(job));
        answers.servedBy(thread);
        threads.add(thread);
        thread.start();
    }

    /** The work for one request, on its thread. */
    private final class Job<T, R extends @Nullable Object> implements Runnable {
        private final String vm;
        private final SteadyStream<T> out;
        private final Work<T, R> work;
        private final Remainder<T, R> remainder;

        Job(String vm, SteadyStream<T> out, Work<T, R> work, Remainder<T, R> remainder) {
            this.vm = vm;
            this.out = out;
            this.work = work;
            this.remainder = remainder;
        }

        @Override
        public void run() {
            try {
                remainder.run(exclusively(), out);
                out.end();
            } catch (IOException e) {
                out.fail(
                        Status.ABORTED
                                .withDescription(String.valueOf(e.getMessage()))
                                .asRuntimeException());
            } catch (InterruptedException e) {
                out.fail(
                        Status.CANCELLED
                                .withDescription("the router is stopping")
                                .asRuntimeException());
            } catch (RuntimeException e) {
                out.fail(refusal(e));
            } finally {
                threads.remove(Thread.currentThread());
            }
        }

        private R exclusively() throws IOException, InterruptedException {
            try {
                return work.run(out);
            } finally {
                underWay.remove(vm); // before the caller may begin another one
            }
        }
    }

    private static RuntimeException refusal(RuntimeException problem) {
        if (problem instanceof io.grpc.StatusRuntimeException) {
            return problem;
        }
        LOG.atError().setCause(problem).log("defect while handling a checkpoint");
        return Status.INTERNAL
                .withDescription("the router failed while it handled a checkpoint; see its log")
                .asRuntimeException();
    }

    private @Nullable MigrationTarget target(String asked) {
        return asked.isEmpty() ? null : MigrationAdmin.target(services.pool(), asked);
    }

    /** Logs the end of work, and publishes it if it was done. */
    private void tell(String vm, EventKind kind, String what, CheckpointReport last) {
        LOG.atInfo()
                .addKeyValue("vm", vm)
                .addKeyValue("author", Author.current())
                .addKeyValue("sessions", last.sessions())
                .addKeyValue("memory", last.memoryBytes())
                .addKeyValue("file", last.fileBytes())
                .addKeyValue("micros", last.heldNanos() / 1000)
                .log(last.step() == Step.DONE ? "VM {}" : "VM not {}: {}", what, last.problem());
        if (last.step() == Step.DONE) {
            publish(
                    vm,
                    kind,
                    CountText.of(last.sessions(), "session") + ", " + last.fileBytes() + " bytes");
        }
    }

    private void publish(String vm, EventKind kind, String detail) {
        EventHub events = services.events();
        events.publish(events.now(kind, vm).because("operator", Author.signed(detail)));
    }

    /** Cancels everything, and forgets the suspended VMs. */
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        suspended.close();
    }
}

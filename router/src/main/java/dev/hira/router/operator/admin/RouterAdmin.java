package dev.hira.router.operator.admin;

import dev.hira.admin.v1.AdminServiceGrpc.AdminServiceImplBase;
import dev.hira.admin.v1.ApplyPolicyRequest;
import dev.hira.admin.v1.ApplyPolicyResponse;
import dev.hira.admin.v1.AssignClassRequest;
import dev.hira.admin.v1.CheckpointProgress;
import dev.hira.admin.v1.CheckpointVmRequest;
import dev.hira.admin.v1.CheckpointVmResponse;
import dev.hira.admin.v1.ClearPolicyRequest;
import dev.hira.admin.v1.CloseSessionRequest;
import dev.hira.admin.v1.CloseSessionResponse;
import dev.hira.admin.v1.CompareChangesRequest;
import dev.hira.admin.v1.CompareChangesResponse;
import dev.hira.admin.v1.DeleteClassRequest;
import dev.hira.admin.v1.DeleteClassResponse;
import dev.hira.admin.v1.DrainServerProgress;
import dev.hira.admin.v1.DrainServerRequest;
import dev.hira.admin.v1.Event;
import dev.hira.admin.v1.EvictVmRequest;
import dev.hira.admin.v1.ExportPolicyRequest;
import dev.hira.admin.v1.ExportPolicyResponse;
import dev.hira.admin.v1.ForgetVmRequest;
import dev.hira.admin.v1.ForgetVmResponse;
import dev.hira.admin.v1.GetClassRequest;
import dev.hira.admin.v1.GetPolicyRequest;
import dev.hira.admin.v1.GetRulesRequest;
import dev.hira.admin.v1.GetSchedulerRequest;
import dev.hira.admin.v1.GetStatusRequest;
import dev.hira.admin.v1.GetStatusResponse;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.ListChangesRequest;
import dev.hira.admin.v1.ListChangesResponse;
import dev.hira.admin.v1.ListClassesRequest;
import dev.hira.admin.v1.ListClassesResponse;
import dev.hira.admin.v1.ListDevicesRequest;
import dev.hira.admin.v1.ListDevicesResponse;
import dev.hira.admin.v1.ListSchedulersRequest;
import dev.hira.admin.v1.ListSchedulersResponse;
import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.ListServersResponse;
import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.ListSessionsResponse;
import dev.hira.admin.v1.ListVmsRequest;
import dev.hira.admin.v1.ListVmsResponse;
import dev.hira.admin.v1.LoadRulesRequest;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.PauseVmRequest;
import dev.hira.admin.v1.Policy;
import dev.hira.admin.v1.RestoreVmRequest;
import dev.hira.admin.v1.ResumeVmRequest;
import dev.hira.admin.v1.RollBackRequest;
import dev.hira.admin.v1.RollBackResponse;
import dev.hira.admin.v1.Rules;
import dev.hira.admin.v1.Scheduler;
import dev.hira.admin.v1.Server;
import dev.hira.admin.v1.SetClassRequest;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.admin.v1.SetSchedulerRequest;
import dev.hira.admin.v1.SuspendVmRequest;
import dev.hira.admin.v1.TraceVmRequest;
import dev.hira.admin.v1.TraceVmResponse;
import dev.hira.admin.v1.UndrainServerRequest;
import dev.hira.admin.v1.Vm;
import dev.hira.admin.v1.VmClass;
import dev.hira.admin.v1.WatchEventsRequest;
import dev.hira.link.grpc.net.LogThrottle;
import dev.hira.link.grpc.net.PeerAdmission;
import dev.hira.policy.model.Violation;
import dev.hira.router.config.OperatorsConfig;
import dev.hira.router.config.RebalanceConfig;
import dev.hira.router.operator.access.Author;
import dev.hira.router.operator.access.MessageGuard;
import dev.hira.router.operator.access.OperatorAccess;
import dev.hira.router.operator.admin.message.AdminErrors;
import dev.hira.router.operator.admin.message.EventMessages;
import dev.hira.router.operator.changes.Changes;
import dev.hira.router.operator.changes.ConfiguredPolicy;
import dev.hira.router.operator.control.GrantLog;
import dev.hira.router.operator.control.PolicyControl;
import dev.hira.router.operator.control.ShareMeter;
import dev.hira.router.operator.migration.Migrations;
import dev.hira.router.operator.rebalance.Rebalancing;
import dev.hira.router.operator.stream.UploadMeter;
import dev.hira.router.operator.trace.TraceDesk;
import dev.hira.router.operator.vms.DelaySums;
import dev.hira.router.session.RouterServices;
import io.grpc.BindableService;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The admin service: forwards each request to the class that handles it. Event loops answer quick
 * reads; the service's own thread handles changes and slow reads.
 */
public final class RouterAdmin extends AdminServiceImplBase implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RouterAdmin.class);
    private static final long SHARES_NANOS = 5_000_000_000L;
    private static final long SAMPLE_MILLIS = 500;
    private static final long SWEEP_MILLIS = 1000;
    private static final long DELAYS_MILLIS = 1000;
    private static final int MOST_WATCHERS = 64;

    private final RouterServices services;
    private final LogThrottle malformed;
    private final PolicyControl control;
    private final AdminThread thread = new AdminThread();
    private final Runnable endLog;
    private final StatusAdmin status;
    private final SessionAdmin sessions;
    private final DeviceAdmin devices;
    private final VmAdmin vms;
    private final Migrations running;
    private final MigrationAdmin migrations;
    private final DrainAdmin drains;
    private final CheckpointAdmin checkpoints;
    private final PolicyAdmin policies;
    private final ClassAdmin classes;
    private final SchedulerAdmin schedulers;
    private final RulesAdmin rules;
    private final ChangesAdmin history;
    private final TraceDesk traces;
    private final DeclarationAdmin declarations;
    private volatile OperatorsConfig operators;

    /**
     * @param control the policy's controls
     * @param changes keeps what operators change
     * @param addresses the router's addresses for guests
     * @param version the product's version
     * @param channels connects to servers
     */
    public RouterAdmin(
            RouterServices services,
            PolicyControl control,
            Changes changes,
            Supplier<List<URI>> addresses,
            String version,
            Function<URI, ManagedChannel> channels) {
        this.services = services;
        this.malformed = new LogThrottle(LOG, services.nanoClock()::nanoTime);
        this.control = control;
        this.operators = services.config().operators();
        ShareMeter shares = new ShareMeter(SHARES_NANOS);
        GrantsDesk desk = new GrantsDesk(control.grants(), changes);
        status = new StatusAdmin(services, addresses, version);
        sessions = new SessionAdmin(services);
        devices = new DeviceAdmin(services, control, shares);
        vms = new VmAdmin(services, control, changes, shares);
        Set<String> migrating = ConcurrentHashMap.newKeySet();
        running = new Migrations(services, migrating);
        migrations = new MigrationAdmin(services, vms, running);
        drains = new DrainAdmin(services, changes, migrating);
        checkpoints = new CheckpointAdmin(services, vms, channels, migrating);
        thread.every(SWEEP_MILLIS, checkpoints::sweep);
        policies = new PolicyAdmin(desk);
        classes = new ClassAdmin(desk);
        schedulers = new SchedulerAdmin(services, control, changes);
        rules = new RulesAdmin(control, changes, services.events());
        PolicyChange whole = new PolicyChange(control, changes, schedulers, rules);
        history = new ChangesAdmin(changes, whole);
        declarations = new DeclarationAdmin(control, schedulers, whole, changes, services.clock());
        traces = new TraceDesk(services, thread::execute);
        endLog = GrantLog.of(control.grants(), services.events());
        thread.every(
                SAMPLE_MILLIS,
                () -> shares.sample(services.nanoClock().nanoTime(), control.uses()));
        DelaySums delays = new DelaySums(services.events(), services.registry()::totals);
        thread.every(DELAYS_MILLIS, delays::look);
        RebalanceConfig rebalance = services.config().rebalance();
        if (rebalance.enabled()) {
            Rebalancing looks = new Rebalancing(services, control, running, migrating);
            thread.every(Math.max(1, rebalance.interval().toMillis()), looks::look);
        }
    }

    /** Returns the service as it is to be served. */
    public BindableService service() {
        return MessageGuard.guard(
                UploadMeter.of(OperatorAccess.guard(this, this::operators)), malformed);
    }

    /** Returns the check of connections to the addresses for operators. */
    public PeerAdmission admission() {
        return peer -> operators.admission().problem(peer);
    }

    private OperatorsConfig operators() {
        return operators;
    }

    /**
     * Takes over what was edited in the configuration since the router read it: all or nothing.
     *
     * @param newOperators count for calls and connections from now on
     * @throws RuntimeException with the reason why the policy cannot be in force
     */
    public void reload(
            OperatorsConfig newOperators, ConfiguredPolicy before, ConfiguredPolicy next) {
        thread.await(Author.of(ConfiguredPolicy.AUTHOR, () -> declarations.takeOver(before, next)));
        operators = newOperators;
    }

    @Override
    public void getStatus(GetStatusRequest request, StreamObserver<GetStatusResponse> out) {
        answer(out, status::status);
    }

    @Override
    public void listServers(ListServersRequest request, StreamObserver<ListServersResponse> out) {
        answer(out, status::servers);
    }

    @Override
    public void drainServer(DrainServerRequest request, StreamObserver<DrainServerProgress> out) {
        try {
            drains.drain(request, (ServerCallStreamObserver<DrainServerProgress>) out);
        } catch (StatusRuntimeException refusal) {
            out.onError(refusal);
        }
    }

    @Override
    public void undrainServer(UndrainServerRequest request, StreamObserver<Server> out) {
        answerLater(out, () -> drains.undrain(request));
    }

    @Override
    public void listDevices(ListDevicesRequest request, StreamObserver<ListDevicesResponse> out) {
        answer(out, () -> devices.list(request));
    }

    @Override
    public void listSessions(
            ListSessionsRequest request, StreamObserver<ListSessionsResponse> out) {
        answer(out, () -> sessions.list(request));
    }

    @Override
    public void closeSession(
            CloseSessionRequest request, StreamObserver<CloseSessionResponse> out) {
        answer(out, () -> sessions.close(request));
    }

    @Override
    public void listVms(ListVmsRequest request, StreamObserver<ListVmsResponse> out) {
        answerLater(out, () -> vms.list(request));
    }

    @Override
    public void getVm(GetVmRequest request, StreamObserver<Vm> out) {
        answerLater(out, () -> vms.get(request));
    }

    @Override
    public void pauseVm(PauseVmRequest request, StreamObserver<Vm> out) {
        answerLater(out, () -> vms.pause(request));
    }

    @Override
    public void resumeVm(ResumeVmRequest request, StreamObserver<Vm> out) {
        if (checkpoints.isSuspended(request.getVm())) {
            begin(out, call -> checkpoints.resume(request, call));
        } else {
            answerLater(
                    out,
                    () -> {
                        checkpoints.requireNoTarget(request);
                        return vms.resume(request);
                    });
        }
    }

    @Override
    public void suspendVm(SuspendVmRequest request, StreamObserver<CheckpointProgress> out) {
        begin(out, call -> checkpoints.suspend(request, call));
    }

    @Override
    public void checkpointVm(
            CheckpointVmRequest request, StreamObserver<CheckpointVmResponse> out) {
        begin(out, call -> checkpoints.checkpoint(request, call));
    }

    @Override
    public StreamObserver<RestoreVmRequest> restoreVm(StreamObserver<CheckpointProgress> out) {
        return checkpoints.restore((ServerCallStreamObserver<CheckpointProgress>) out);
    }

    /** Begins work on a thread of its own, unless the request is refused. */
    private static <T> void begin(
            StreamObserver<T> out, Consumer<ServerCallStreamObserver<T>> work) {
        try {
            work.accept((ServerCallStreamObserver<T>) out);
        } catch (StatusRuntimeException refusal) {
            out.onError(refusal);
        }
    }

    @Override
    public void evictVm(EvictVmRequest request, StreamObserver<Vm> out) {
        answerLater(out, () -> vms.evict(request));
    }

    @Override
    public void forgetVm(ForgetVmRequest request, StreamObserver<ForgetVmResponse> out) {
        answerLater(
                out,
                () -> {
                    String vm = vms.forget(request);
                    policies.forget(vm);
                    return vms.forgetStanding(vm);
                });
    }

    @Override
    public void migrateVm(MigrateVmRequest request, StreamObserver<MigrateVmProgress> out) {
        try {
            migrations.migrate(request, (ServerCallStreamObserver<MigrateVmProgress>) out);
        } catch (StatusRuntimeException refusal) {
            out.onError(refusal);
        }
    }

    @Override
    public void getPolicy(GetPolicyRequest request, StreamObserver<Policy> out) {
        answer(out, () -> policies.get(request));
    }

    @Override
    public void setPolicy(SetPolicyRequest request, StreamObserver<Policy> out) {
        change(out, () -> policies.set(request));
    }

    @Override
    public void clearPolicy(ClearPolicyRequest request, StreamObserver<Policy> out) {
        change(out, () -> policies.clear(request));
    }

    @Override
    public void listClasses(ListClassesRequest request, StreamObserver<ListClassesResponse> out) {
        answer(out, () -> classes.list(request));
    }

    @Override
    public void getClass(GetClassRequest request, StreamObserver<VmClass> out) {
        answer(out, () -> classes.get(request));
    }

    @Override
    public void setClass(SetClassRequest request, StreamObserver<VmClass> out) {
        change(out, () -> classes.set(request));
    }

    @Override
    public void deleteClass(DeleteClassRequest request, StreamObserver<DeleteClassResponse> out) {
        change(out, () -> classes.delete(request));
    }

    @Override
    public void assignClass(AssignClassRequest request, StreamObserver<Policy> out) {
        change(out, () -> policies.assign(request));
    }

    @Override
    public void listSchedulers(
            ListSchedulersRequest request, StreamObserver<ListSchedulersResponse> out) {
        answer(out, schedulers::list);
    }

    @Override
    public void getScheduler(GetSchedulerRequest request, StreamObserver<Scheduler> out) {
        answer(out, () -> schedulers.get(request));
    }

    @Override
    public void setScheduler(SetSchedulerRequest request, StreamObserver<Scheduler> out) {
        change(out, () -> schedulers.set(request));
    }

    @Override
    public void getRules(GetRulesRequest request, StreamObserver<Rules> out) {
        answer(out, rules::get);
    }

    @Override
    public void loadRules(LoadRulesRequest request, StreamObserver<Rules> out) {
        change(out, () -> rules.load(request));
    }

    @Override
    public void exportPolicy(
            ExportPolicyRequest request, StreamObserver<ExportPolicyResponse> out) {
        change(out, declarations::export);
    }

    @Override
    public void applyPolicy(ApplyPolicyRequest request, StreamObserver<ApplyPolicyResponse> out) {
        change(out, () -> declarations.apply(request));
    }

    @Override
    public void listChanges(ListChangesRequest request, StreamObserver<ListChangesResponse> out) {
        answerLater(out, () -> history.list(request));
    }

    @Override
    public void compareChanges(
            CompareChangesRequest request, StreamObserver<CompareChangesResponse> out) {
        answerLater(out, () -> history.compare(request));
    }

    @Override
    public void rollBack(RollBackRequest request, StreamObserver<RollBackResponse> out) {
        change(out, () -> history.rollBack(request));
    }

    @Override
    public void watchEvents(WatchEventsRequest request, StreamObserver<Event> out) {
        try {
            if (services.events().watchers() >= MOST_WATCHERS) {
                throw AdminErrors.exhausted(
                        "WATCHERS",
                        "there are "
                                + MOST_WATCHERS
                                + " event watchers already, which is the limit; end one of them");
            }
            EventStream.start(
                    services.events(),
                    EventMessages.filter(request),
                    (ServerCallStreamObserver<Event>) out,
                    thread);
        } catch (StatusRuntimeException refusal) {
            out.onError(refusal);
        }
    }

    @Override
    public void traceVm(TraceVmRequest request, StreamObserver<TraceVmResponse> out) {
        begin(
                out,
                call -> {
                    List<Violation> wrong = TraceDesk.check(request);
                    if (!wrong.isEmpty()) {
                        throw AdminErrors.invalid(wrong);
                    }
                    String problem = traces.begin(request, call);
                    if (!problem.isEmpty()) {
                        throw AdminErrors.exhausted("TRACES", problem);
                    }
                });
    }

    /** Handles a change, which has an effect only under a policy with grants. */
    private <T> void change(StreamObserver<T> out, Supplier<T> result) {
        answerLater(
                out,
                () -> {
                    control.problem()
                            .ifPresent(problem -> {
                                throw AdminErrors.precondition("NO_GRANTS", problem);
                            });
                    return result.get();
                });
    }

    /** Answers on the service's own thread, since it may take long. */
    private <T> void answerLater(StreamObserver<T> out, Supplier<T> result) {
        if (!thread.execute(Context.current().wrap(() -> answer(out, result)))) {
            out.onError(
                    Status.UNAVAILABLE
                            .withDescription("the router is stopping; ask another one")
                            .asRuntimeException());
        }
    }

    private static <T> void answer(StreamObserver<T> out, Supplier<T> result) {
        try {
            out.onNext(result.get());
            out.onCompleted();
        } catch (StatusRuntimeException refusal) {
            out.onError(refusal);
        } catch (UncheckedIOException failure) {
            LOG.atError().setCause(failure).log("a change could not be kept");
            out.onError(AdminErrors.notKept(failure));
        } catch (RuntimeException defect) {
            LOG.atError().setCause(defect).log("defect while answering an operator");
            out.onError(
                    Status.INTERNAL
                            .withDescription("the router failed while it answered; see its log")
                            .asRuntimeException());
        }
    }

    @Override
    public void close() {
        endLog.run();
        running.close();
        drains.close();
        checkpoints.close();
        thread.close();
    }
}

package dev.hira.router.operator.trace;

import dev.hira.admin.v1.TraceVmRequest;
import dev.hira.admin.v1.TraceVmResponse;
import dev.hira.policy.model.Violation;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** The traces under way, at most one for each VM. Any thread may use it. */
public final class TraceDesk {
    /** Most traces at a time. */
    static final int MOST_TRACES = 4;

    private static final Duration USUAL = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final RouterServices services;
    private final Executor thread;
    private final Map<String, VmTrace> traces = new ConcurrentHashMap<>();

    /**
     * @param thread the admin service's thread
     */
    public TraceDesk(RouterServices services, Executor thread) {
        this.services = services;
        this.thread = thread;
        services.registry().watchOpenings(this::opened);
    }

    private void opened(RouterSession session) {
        if (!traces.isEmpty()) {
            traces.values().forEach(trace -> thread.execute(() -> trace.opened(session)));
        }
    }

    /** Returns the problems of a request. */
    public static List<Violation> check(TraceVmRequest request) {
        List<Violation> problems = new ArrayList<>();
        if (request.getVm().isEmpty()) {
            problems.add(new Violation("vm", "a trace is of one VM; name it"));
        }
        Duration length = length(request);
        if (length.isNegative() || length.isZero() || length.compareTo(LONGEST) > 0) {
            problems.add(
                    new Violation(
                            "duration",
                            "a trace takes more than 0 s and at most "
                                    + LONGEST.toSeconds()
                                    + " s, not "
                                    + length.toMillis() / 1000.0
                                    + " s"));
        }
        return problems;
    }

    private static Duration length(TraceVmRequest request) {
        return request.hasDuration()
                ? Duration.ofSeconds(
                        request.getDuration().getSeconds(), request.getDuration().getNanos())
                : USUAL;
    }

    /**
     * Begins a trace.
     *
     * @param request one without problems
     * @return why it cannot be begun now; empty: it has begun
     */
    public synchronized String begin(
            TraceVmRequest request, ServerCallStreamObserver<TraceVmResponse> out) {
        String vm = request.getVm();
        if (traces.containsKey(vm)) {
            return "the VM '" + vm + "' is being traced already; wait for the end of that trace";
        }
        if (traces.size() >= MOST_TRACES) {
            return MOST_TRACES
                    + " VMs are being traced, which is the limit; wait for the end of a trace";
        }
        VmTrace trace = new VmTrace(services, vm, out, thread, () -> traces.remove(vm));
        traces.put(vm, trace);
        thread.execute(() -> trace.begin(length(request)));
        return "";
    }
}

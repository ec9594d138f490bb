package dev.hira.policy.tenant;

import dev.hira.policy.Admission;
import dev.hira.policy.Admission.Delay;
import dev.hira.policy.CallWindow;
import dev.hira.policy.JudgedCommand;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import dev.hira.policy.gate.DeviceGate;
import dev.hira.policy.gate.GateFlow;
import dev.hira.policy.gate.Ticket;
import dev.hira.policy.gate.WorkHistory;
import dev.hira.policy.rules.AdmissionRules;
import dev.hira.policy.tenant.WorkClassifier.KernelIdentity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The policy of one session. A command passes quotas and rules, then pays for each rate in turn,
 * then asks the device's gate. A command that has to wait is judged again from the start: quotas
 * and rules are checked again, rates that it has paid stay paid, and it keeps its place at the gate
 * unless a rule delays it, its VM is paused, or another device is expected to run it.
 */
final class VmSessionPolicy implements SessionPolicy {
    private static final Delay QUEUE = new Delay("queue");
    private static final Delay CAP = new Delay("cap");

    private final Vm vm;
    private final TenantPolicy policy;
    private final SessionIdentity identity;
    private final WorkClassifier classifier;
    private final Payment payment;
    private final Runnable resume;
    private final DeviceGate[] gates;
    private final GateFlow[] flows;
    private final CallWindow<Bundle> atDevices = new CallWindow<>();
    private final AtomicInteger inFlight = new AtomicInteger();

    /** The bundle that the next command may join. */
    private @Nullable Bundle open;

    private @Nullable Bundle spare;
    private volatile GrantLimits limits;

    /** Time since which the current command waits; 0: it does not wait. */
    private volatile long waitsSince;

    private long ruledUntil;
    private int latestDevice;
    private int askedDevice = -1;

    /** The bundles with work of the report that is being read. */
    private final List<Bundle> reported = new ArrayList<>();

    private boolean closed;

    VmSessionPolicy(
            Vm vm,
            TenantPolicy policy,
            SessionIdentity identity,
            Runnable resume,
            List<DeviceGate> gates) {
        this.vm = vm;
        this.policy = policy;
        this.identity = identity;
        this.resume = resume;
        this.classifier = new WorkClassifier(vm.history(), identity.roles());
        this.payment = new Payment(identity.resources().size(), resume);
        this.limits = vm.limits(identity);
        this.gates = gates.toArray(DeviceGate[]::new);
        this.flows = new GateFlow[this.gates.length];
        for (int i = 0; i < flows.length; i++) {
            boolean holds = identity.holding().contains(identity.devices().get(i));
            flows[i] = this.gates[i].join(vm, identity.task(), holds, resume);
        }
    }

    SessionIdentity identity() {
        return identity;
    }

    void limits(GrantLimits next) {
        limits = next;
    }

    /** Has the session look at its policy again. */
    void lookAgain() {
        resume.run();
    }

    int inFlight() {
        return inFlight.get();
    }

    boolean isWaiting() {
        return waitsSince != 0;
    }

    long waited(long now) {
        long since = waitsSince;
        return since == 0 ? 0 : Math.max(1, now - since);
    }

    @Override
    public long quota(int resource) {
        return limits.quota(resource);
    }

    @Override
    public long kernelNanos() {
        return limits.kernelNanos();
    }

    @Override
    public Admission judge(JudgedCommand command) {
        Admission admission = admit(command);
        if (admission instanceof Delay) {
            if (waitsSince == 0) {
                long now = policy.now();
                waitsSince = now == 0 ? 1 : now;
            }
        } else {
            if (!(admission instanceof Admission.Admit)) {
                withdraw();
            }
            payment.end();
            if (waitsSince != 0) {
                waitsSince = 0;
            }
        }
        return admission;
    }

    private Admission admit(JudgedCommand command) {
        GrantLimits granted = limits;
        Admission over = granted.overQuota(command);
        if (over != null) {
            return over;
        }
        AdmissionRules rules = policy.rules();
        if (rules.judges()) {
            vm.holds(command, identity.resources().size());
            Admission byRules = rules.judge(vm, command);
            if (!(byRules instanceof Admission.Admit)) {
                return byRules instanceof Delay
                        ? delayedByRule(byRules, rules.retryNanos())
                        : byRules;
            }
        }
        if (granted.rates() > 0 || rules.meters()) {
            Delay unpaid = payment.pay(command, granted, rules, vm);
            if (unpaid != null) {
                return unpaid;
            }
        }
        return command.work() && gates.length > 0 ? atGate(command) : Admission.ADMIT;
    }

    /** Delays the command for a rule and gives up its place at the gate meanwhile. */
    private Admission delayedByRule(Admission delay, long retryNanos) {
        leaveGate();
        long now = policy.now();
        if (ruledUntil - now <= 0) {
            ruledUntil = now + retryNanos;
            policy.alarm().at(ruledUntil, resume);
        }
        return delay;
    }

    private Admission atGate(JudgedCommand command) {
        classifier.classify(command);
        KernelIdentity kernel = classifier.identity();
        int device = kernel == null ? latestDevice : kernel.device();
        Bundle former = open;
        if (former != null && classifier.tryJoin(former, device)) {
            goes(command.call(), former);
            return Admission.ADMIT;
        }
        closeBundle();
        long estimate = classifier.estimate(kernel);
        if (askedDevice >= 0 && askedDevice != device) {
            leaveGate();
        }
        Ticket ticket =
                gates[device].ask(
                        flows[device],
                        estimate == WorkHistory.UNKNOWN
                                ? policy.estimateOfUnknownKernel()
                                : estimate);
        if (ticket == null) {
            askedDevice = device;
            return flows[device].isCapped() ? CAP : QUEUE;
        }
        askedDevice = -1;
        Bundle bundle = fresh();
        classifier.begin(bundle, ticket, device);
        open = bundle;
        goes(command.call(), bundle);
        return Admission.ADMIT;
    }

    private void goes(long call, Bundle bundle) {
        atDevices.add(call, bundle);
        inFlight.lazySet(atDevices.size());
    }

    private Bundle fresh() {
        Bundle bundle = spare;
        if (bundle == null) {
            return new Bundle();
        }
        spare = bundle.spare;
        return bundle;
    }

    @Override
    public void endBatch() {
        closeBundle();
    }

    /** Adds the commands that have joined the open bundle to its ticket; none joins it any more. */
    private void closeBundle() {
        Bundle bundle = open;
        if (bundle != null) {
            open = null;
            if (bundle.others() > 0) {
                gates[bundle.device()].addTo(
                        bundle.ticket(), bundle.others(), bundle.othersNanos());
            }
        }
    }

    @Override
    public void withdraw() {
        payment.withdraw();
        leaveGate();
    }

    private void leaveGate() {
        if (askedDevice >= 0) {
            int device = askedDevice;
            askedDevice = -1;
            gates[device].withdraw(flows[device]);
        }
    }

    @Override
    public void identified(long name, int device, long code, String label) {
        if (device >= 0 && device < gates.length) {
            classifier.identified(name, new KernelIdentity(device, code));
        }
    }

    @Override
    public void ranked(int rank) {
        for (GateFlow flow : flows) {
            flow.rank(rank);
        }
    }

    @Override
    public void running(long call) {
        Bundle bundle = atDevices.get(call);
        if (bundle != null) {
            gates[bundle.device()].heardOf(bundle.ticket());
        }
    }

    @Override
    public boolean isHeld(int device) {
        return device < flows.length && flows[device].isHeld();
    }

    @Override
    public void spent(long call, long nanos) {
        Bundle bundle = atDevices.get(call);
        if (bundle != null && bundle.reports(Math.max(0, nanos))) {
            reported.add(bundle);
        }
    }

    @Override
    public void endReport() {
        for (int i = 0; i < reported.size(); i++) {
            Bundle bundle = reported.get(i);
            long here = bundle.measuredHere() + bundle.takeReported() - bundle.paid();
            gates[bundle.device()].spent(bundle.ticket(), Math.max(0, here));
        }
        reported.clear();
    }

    @Override
    public void completed(long call, int device, long nanos) {
        Bundle bundle = atDevices.remove(call);
        if (bundle == null) {
            return;
        }
        inFlight.lazySet(atDevices.size());
        long measured = Math.max(0, nanos);
        if (device != bundle.device() && device >= 0 && device < gates.length) {
            latestDevice = device;
            bundle.endedElsewhere(measured);
            gates[device].charge(flows[device], measured);
        }
        if (bundle.ended(measured)) {
            ended(bundle);
        }
    }

    private void ended(Bundle bundle) {
        if (bundle == open) {
            closeBundle();
        }
        classifier.ended(bundle);
        vm.used(bundle.measured(), policy.now());
        int device = bundle.device();
        gates[device].done(bundle.ticket(), bundle.measuredHere() - bundle.paid());
        bundle.spare = spare;
        spare = bundle;
    }

    @Override
    public void takeOver(SessionPolicy former) {
        if (former instanceof VmSessionPolicy other && other.gates.length == gates.length) {
            other.handOver(this);
        }
        former.close();
    }

    private void handOver(VmSessionPolicy next) {
        closeBundle();
        Set<Bundle> moved = new HashSet<>();
        atDevices.forEachCall(call -> {
            Bundle bundle = Objects.requireNonNull(atDevices.get(call));
            if (moved.add(bundle)) {
                handOver(bundle, next);
            }
            next.goes(call, bundle);
        });
        atDevices.clear();
        for (int i = 0; i < gates.length; i++) {
            next.gates[i].prepays(next.flows[i], gates[i].takePrepaid(flows[i]));
        }
    }

    private void handOver(Bundle bundle, VmSessionPolicy next) {
        int device = bundle.device();
        long estimate = bundle.ticket().estimate();
        long paid = gates[device].travels(bundle.ticket());
        bundle.goesOn(
                next.gates[device].arrives(
                        next.flows[device], bundle.left(), Math.max(0, estimate - paid)),
                paid);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        withdraw();
        closeBundle();
        Set<Bundle> held = new LinkedHashSet<>(atDevices.values());
        for (int device = 0; device < gates.length; device++) {
            int here = device;
            List<Ticket> tickets =
                    held.stream().filter(b -> b.device() == here).map(Bundle::ticket).toList();
            gates[device].leave(flows[device], tickets);
        }
        atDevices.clear();
        inFlight.set(0);
        waitsSince = 0;
        policy.closed(vm, this);
    }
}

package dev.hira.policy.tenant;

import dev.hira.policy.Admission;
import dev.hira.policy.Admission.Delay;
import dev.hira.policy.JudgedCommand;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import dev.hira.policy.gate.DeviceGate;
import dev.hira.policy.gate.GateFlow;
import dev.hira.policy.gate.KernelHistory;
import dev.hira.policy.gate.LongTable;
import dev.hira.policy.gate.Ticket;
import dev.hira.policy.rules.AdmissionRules;
import dev.hira.policy.tenant.Works.Identity;
import java.util.List;

/**
 * A session before its VM's policy. A command passes rules and quotas, then pays for each rate in
 * turn, then asks the device's gate; where it has to wait it stays until its turn comes, and goes
 * on from there when it is judged again.
 */
final class VmSession implements SessionPolicy {
    private static final Delay QUEUE = new Delay("queue");
    private static final Delay CAP = new Delay("cap");

    private final Vm vm;
    private final TenantPolicy policy;
    private final SessionIdentity identity;
    private final Works works;
    private final Payment payment;
    private final Runnable resume;
    private final DeviceGate[] gates;
    private final GateFlow[] flows;
    private final LongTable<Ticket> atDevices = new LongTable<>();
    private volatile Limits limits;
    private volatile int inFlight;

    /** Since when the current command waits; 0: it does not. */
    private volatile long waitsSince;

    private long ruledUntil;
    private int latestDevice;
    private int askedDevice = -1;
    private boolean closed;

    VmSession(
            Vm vm,
            TenantPolicy policy,
            SessionIdentity identity,
            Runnable resume,
            List<DeviceGate> gates) {
        this.vm = vm;
        this.policy = policy;
        this.identity = identity;
        this.resume = resume;
        this.works = new Works(vm.history(), identity.resources());
        this.payment = new Payment(identity.resources().size(), resume);
        this.limits = vm.limits(identity.resources());
        this.gates = gates.toArray(DeviceGate[]::new);
        this.flows = new GateFlow[this.gates.length];
        for (int i = 0; i < flows.length; i++) {
            flows[i] = this.gates[i].join(vm, identity.task(), resume);
        }
    }

    List<String> resources() {
        return identity.resources();
    }

    void limits(Limits next) {
        limits = next;
    }

    int inFlight() {
        return inFlight;
    }

    boolean isWaiting() {
        return waitsSince != 0;
    }

    long waited(long now) {
        long since = waitsSince;
        return since == 0 ? 0 : Math.max(1, now - since);
    }

    @Override
    public Admission judge(JudgedCommand command) {
        Admission verdict = verdict(command);
        if (verdict instanceof Delay) {
            if (waitsSince == 0) {
                long now = policy.now();
                waitsSince = now == 0 ? 1 : now;
            }
        } else {
            if (!(verdict instanceof Admission.Admit)) {
                withdraw();
            }
            payment.end();
            if (waitsSince != 0) {
                waitsSince = 0;
            }
        }
        return verdict;
    }

    private Admission verdict(JudgedCommand command) {
        Limits now = limits;
        Admission over = now.overQuota(command);
        if (over != null) {
            return over;
        }
        AdmissionRules rules = policy.rules();
        if (rules.judges()) {
            vm.holds(command, identity.resources().size());
            Admission ruled = rules.judge(vm, command);
            if (!(ruled instanceof Admission.Admit)) {
                return ruled instanceof Delay ? ruled(ruled, rules.retryNanos()) : ruled;
            }
        }
        if (now.rates() > 0 || rules.meters()) {
            Delay unpaid = payment.pay(command, now, rules, vm);
            if (unpaid != null) {
                return unpaid;
            }
        }
        return command.work() && gates.length > 0 ? atGate(command) : Admission.ADMIT;
    }

    /** A rule wants the command to wait: the place at the gate is given up meanwhile. */
    private Admission ruled(Admission delay, long retryNanos) {
        leaveGate();
        long now = policy.now();
        if (ruledUntil - now <= 0) {
            ruledUntil = now + retryNanos;
            policy.alarm().at(ruledUntil, resume);
        }
        return delay;
    }

    private Admission atGate(JudgedCommand command) {
        Identity kernel = works.identity(command.code());
        int device = kernel == null ? latestDevice : kernel.device();
        if (askedDevice >= 0 && askedDevice != device) {
            leaveGate();
        }
        long estimate = works.estimate(command, kernel);
        boolean known = estimate != KernelHistory.UNKNOWN;
        Ticket ticket =
                gates[device].ask(flows[device], known ? estimate : policy.unknown(), known);
        if (ticket == null) {
            askedDevice = device;
            return flows[device].isCapped() ? CAP : QUEUE;
        }
        askedDevice = -1;
        works.describe(ticket, command, device);
        atDevices.put(command.call(), ticket);
        inFlight = atDevices.size();
        return Admission.ADMIT;
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
            works.identified(name, new Identity(device, code, label));
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
        Ticket ticket = atDevices.get(call);
        if (ticket != null && !closed) {
            gates[ticket.device()].heardOf(ticket);
        }
    }

    @Override
    public void completed(long call, int device, long nanos) {
        Ticket ticket = atDevices.remove(call);
        if (ticket == null || closed) {
            return;
        }
        inFlight = atDevices.size();
        long measured = Math.max(0, nanos);
        int expected = ticket.device();
        works.ended(ticket, measured);
        vm.used(measured, policy.now());
        reportOverlong(ticket, expected, measured);
        if (device == expected || device < 0 || device >= gates.length) {
            gates[expected].done(ticket, measured);
        } else {
            latestDevice = device;
            gates[expected].done(ticket, 0);
            gates[device].charge(flows[device], measured);
        }
    }

    private void reportOverlong(Ticket ticket, int device, long nanos) {
        long most = limits.kernelNanos();
        if (nanos > most && works.isKernel(ticket)) {
            String label = works.label(ticket);
            policy.listener()
                    .overlong(
                            vm.name(),
                            identity.session(),
                            identity.devices().get(device),
                            label == null ? "" : label,
                            nanos,
                            most);
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        withdraw();
        for (int device = 0; device < gates.length; device++) {
            int here = device;
            List<Ticket> held =
                    atDevices.values().stream().filter(t -> t.device() == here).toList();
            gates[device].leave(flows[device], held);
        }
        atDevices.clear();
        inFlight = 0;
        waitsSince = 0;
        policy.closed(vm, this);
    }
}

package dev.hira.policy.tenant;

import dev.hira.policy.AdmissionPolicy;
import dev.hira.policy.Alarm;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import dev.hira.policy.gate.DeviceGate;
import dev.hira.policy.gate.DeviceUse;
import dev.hira.policy.gate.GateSettings;
import dev.hira.policy.model.Grants;
import dev.hira.policy.model.GrantsChange;
import dev.hira.policy.rules.AdmissionRules;
import dev.hira.policy.schedule.Scheduler;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The policy that holds every VM to its grant: holdings by quotas, rates of use by token buckets,
 * and device time by gates with schedulers. Grants, rules and schedulers may be replaced at any
 * time; changes apply from the next command on, and at once to waiting commands.
 */
public final class TenantPolicy implements AdmissionPolicy, AutoCloseable {
    /** Most VMs without sessions that are remembered. */
    private static final int MOST_IDLE = 10_000;

    private final Environment environment;
    private final Grants grants;
    private final GateSettings gateSettings;
    private final Function<String, Scheduler> schedulers;
    private final Map<String, Vm> vms = new ConcurrentHashMap<>();
    private final Map<String, DeviceGate> gates = new ConcurrentHashMap<>();
    private final Runnable endWatch;
    private volatile AdmissionRules rules = AdmissionRules.NONE;

    /**
     * @param schedulers creates the first scheduler of a device, by the device's name
     */
    public TenantPolicy(
            Environment environment,
            Grants grants,
            GateSettings gateSettings,
            Function<String, Scheduler> schedulers) {
        this.environment = environment;
        this.grants = grants;
        this.gateSettings = gateSettings;
        this.schedulers = schedulers;
        this.endWatch = grants.watch(this::onChange);
    }

    @Override
    public SessionPolicy open(SessionIdentity identity, Runnable resume) {
        List<DeviceGate> seen = identity.devices().stream().map(this::gate).toList();
        VmSessionPolicy[] opened = new VmSessionPolicy[1];
        Vm vm =
                vms.compute(
                        identity.vm(),
                        (name, known) -> {
                            Vm its =
                                    known == null
                                            ? new Vm(name, environment, grants.state())
                                            : known;
                            opened[0] = new VmSessionPolicy(its, this, identity, resume, seen);
                            its.add(opened[0]);
                            return its;
                        });
        vm.apply(grants.state());
        return opened[0];
    }

    /** Returns the sentence that says why a VM may not open another session; empty when it may. */
    public Optional<String> refusal(String vm) {
        int most = grants.state().of(vm).sessions();
        Vm known = vms.get(vm);
        int open = known == null ? 0 : known.sessions();
        return open < most
                ? Optional.empty()
                : Optional.of(
                        "the VM '"
                                + vm
                                + "' has "
                                + open
                                + " sessions and may have "
                                + most
                                + ": close one, or ask the operator for more");
    }

    /** Replaces the rules. */
    public void rules(AdmissionRules next) {
        rules = next;
    }

    /** Replaces the scheduler of a device that sessions have seen. */
    public void schedule(String device, Scheduler scheduler) {
        gate(device).useScheduler(scheduler);
    }

    /** Returns the use of all devices that sessions have seen, by name. */
    public List<DeviceUse> devices() {
        return gates.values().stream()
                .map(DeviceGate::use)
                .sorted(Comparator.comparing(DeviceUse::device))
                .toList();
    }

    /**
     * Returns the number of VMs that placement should count for a device beyond the present ones.
     */
    public int strain(String device) {
        DeviceGate gate = gates.get(device);
        return gate == null ? 0 : gate.strain();
    }

    /** Returns the use of VMs, by name: those with sessions, and those that had some recently. */
    public List<VmUsage> vms() {
        return vms.values().stream()
                .map(vm ->
                        new VmUsage(
                                vm.name(),
                                vm.sessions(),
                                vm.used(),
                                vm.recent(),
                                vm.inFlight(),
                                vm.waiting()))
                .sorted(Comparator.comparing(VmUsage::vm))
                .toList();
    }

    /** Stops following changes of grants. */
    @Override
    public void close() {
        endWatch.run();
    }

    AdmissionRules rules() {
        return rules;
    }

    long now() {
        return environment.clock().nanoTime();
    }

    Alarm alarm() {
        return environment.alarm();
    }

    /** Returns the estimate of a kernel that never ran: a whole slice. */
    long estimateOfUnknownKernel() {
        return gateSettings.slice();
    }

    void closed(Vm vm, VmSessionPolicy session) {
        vms.computeIfPresent(
                vm.name(),
                (_, known) -> known.remove(session) && vms.size() > MOST_IDLE ? null : known);
        if (vm.sessions() == 0) {
            rules.forget(vm.name());
        }
    }

    private DeviceGate gate(String device) {
        return gates.computeIfAbsent(
                device,
                name ->
                        new DeviceGate(
                                name,
                                gateSettings,
                                environment.clock(),
                                environment.alarm(),
                                schedulers.apply(name)));
    }

    private void onChange(GrantsChange change) {
        boolean changed = false;
        for (Vm vm : vms.values()) {
            changed |= vm.apply(change.after());
        }
        if (changed) {
            gates.values().forEach(DeviceGate::changed);
        }
    }
}

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
 * The policy that holds every VM to its grant: what it holds by quotas, how fast it uses something
 * up by rates, and what it does to a device by a gate with a scheduler. Grants, rules and
 * schedulers may be replaced at any time; changes hold from the next command on, and for those that
 * wait at once.
 */
public final class TenantPolicy implements AdmissionPolicy, AutoCloseable {
    /** How many VMs without sessions are remembered. */
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
     * @param schedulers makes the first scheduler of a device, by the device's name
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
        VmSession[] opened = new VmSession[1];
        Vm vm =
                vms.compute(
                        identity.vm(),
                        (name, known) -> {
                            Vm its =
                                    known == null
                                            ? new Vm(name, environment, grants.state())
                                            : known;
                            opened[0] = new VmSession(its, this, identity, resume, seen);
                            its.add(opened[0]);
                            return its;
                        });
        vm.apply(grants.state());
        return opened[0];
    }

    /** Whether a VM may open one more session; otherwise the sentence that says why not. */
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

    /** Has other rules judge from now on. */
    public void rules(AdmissionRules next) {
        rules = next;
    }

    /** Has another scheduler order what waits for a device, which sessions must have seen. */
    public void schedule(String device, Scheduler scheduler) {
        gate(device).use(scheduler);
    }

    /** What the devices that sessions have seen have done and have to do, by name. */
    public List<DeviceUse> devices() {
        return gates.values().stream()
                .map(DeviceGate::use)
                .sorted(Comparator.comparing(DeviceUse::device))
                .toList();
    }

    /** How many VMs more than it has a device should seem to have to whoever places VMs. */
    public int strain(String device) {
        DeviceGate gate = gates.get(device);
        return gate == null ? 0 : gate.strain();
    }

    /** What VMs use, by name: those with sessions, and those that had some lately. */
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

    /** Changes of grants have no effect any more. */
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

    PolicyListener listener() {
        return environment.listener();
    }

    /** What a kernel is taken to take that was never seen: as much as there may be ahead of one. */
    long unknown() {
        return gateSettings.slice();
    }

    void closed(Vm vm, VmSession session) {
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

package dev.hira.router.operator.control;

import dev.hira.policy.gate.DeviceUse;
import dev.hira.policy.model.Grants;
import dev.hira.policy.schedule.catalog.Schedulers;
import java.util.List;
import java.util.Optional;

/** A policy's levers and gauges. Safe for use by any thread. */
public interface PolicyControl {
    /** Who may use what. */
    Grants grants();

    /** Why changes would have no effect, in a sentence; empty: they have. */
    Optional<String> problem();

    /** What devices that sessions have seen have done and have to do. */
    List<DeviceUse> devices();

    /** What VMs do on devices, those that have or lately had sessions there. */
    default List<VmOnDevice> uses() {
        return devices().stream()
                .flatMap(device -> device.vms().stream().map(vm -> VmOnDevice.of(device, vm)))
                .toList();
    }

    /**
     * How many VMs more than it has a device should seem to have to whoever places VMs, since it
     * does not keep what it promised to those.
     */
    default int strain(String device) {
        return 0;
    }

    /** The schedulers that devices can be given. */
    Schedulers schedulers();

    /** Who orders what waits for a device. */
    SchedulerChoice scheduler(String device);

    /**
     * Gives a device another scheduler, while it works.
     *
     * @param choice parameters that are left out have their defaults
     * @throws IllegalArgumentException when there is no such scheduler, or it has no such
     *     parameters; the message says what there is
     */
    void schedule(String device, SchedulerChoice choice);

    /** The operator's rules that hold. */
    RulesText rules();

    /**
     * Loads rules. May take long.
     *
     * @param checkOnly changes nothing
     */
    RulesLoad loadRules(String text, String source, boolean checkOnly);
}

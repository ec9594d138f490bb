package dev.hira.router.operator.control;

import dev.hira.policy.gate.DeviceUse;
import dev.hira.policy.model.Grants;
import dev.hira.policy.schedule.catalog.Schedulers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The controls and readings of a policy. Thread-safe. */
public interface PolicyControl {
    /** Returns the book of grants. */
    Grants grants();

    /** Returns the reason why changes have no effect, as a sentence; empty if they have one. */
    Optional<String> problem();

    /** Returns the use of all devices that sessions have seen. */
    List<DeviceUse> devices();

    /** Returns the use of devices by VMs that have, or recently had, sessions there. */
    default List<VmOnDevice> uses() {
        return devices().stream()
                .flatMap(device -> device.vms().stream().map(vm -> VmOnDevice.of(device, vm)))
                .toList();
    }

    /**
     * Returns the number of VMs that placement should count for a device beyond the present ones,
     * because the device does not keep its promises to those.
     */
    default int strain(String device) {
        return 0;
    }

    /** Returns the schedulers that devices can have. */
    Schedulers schedulers();

    /** Returns the scheduler of devices without one of their own. */
    SchedulerChoice usualScheduler();

    /** Returns the scheduler of a device. */
    SchedulerChoice scheduler(String device);

    /**
     * Changes the scheduler of a device while it works.
     *
     * @param choice missing parameters have their defaults
     * @throws IllegalArgumentException when the scheduler or a parameter is unknown; the message
     *     lists the choices
     */
    void schedule(String device, SchedulerChoice choice);

    /** Returns the schedulers of devices that have one of their own. */
    Map<String, SchedulerChoice> ownSchedulers();

    /** Gives a device the usual scheduler again, while it works. */
    void scheduleAsUsual(String device);

    /** Returns the operator's current rules. */
    RulesText rules();

    /**
     * Loads rules. May take long.
     *
     * @param checkOnly checks the rules without loading them
     * @param first is told of other rules than the present ones before they are loaded, and
     *     prevents it by throwing
     */
    RulesLoad loadRules(String text, String source, boolean checkOnly, Consumer<RulesText> first);
}

package dev.hira.router.control;

import dev.hira.policy.model.Grants;
import java.util.List;
import java.util.Optional;

/** A policy's levers and gauges. Safe for use by any thread. */
public interface PolicyControl {
    /** Who may use what. */
    Grants grants();

    /** Why changes would have no effect, in a sentence; empty: they have. */
    Optional<String> problem();

    /** What VMs do on devices, those that used one and are still remembered. */
    List<DeviceUse> uses();
}

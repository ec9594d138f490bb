package dev.hira.router.operator.rebalance;

import java.util.Map;

/**
 * The load of a device: the number of VMs that would keep it busy. A VM's load is the part of the
 * time in which it used the device or waited for it, from 0 to 1.
 *
 * @param device the device's name in the router
 * @param strain number of VMs to count besides, because the device does not keep its promises to
 *     the present ones
 * @param vms the loads of the VMs with sessions at the device
 */
public record DeviceLoad(String device, int strain, Map<String, Double> vms) {
    public DeviceLoad {
        vms = Map.copyOf(vms);
    }

    /** Returns the load of all VMs, and the strain. */
    public double total() {
        return strain + vms.values().stream().mapToDouble(load -> load).sum();
    }
}

package dev.hira.router.operator.rebalance;

import java.util.Locale;

/**
 * A move of a VM that makes the loads of two devices more alike.
 *
 * @param from the device where the VM is
 * @param to the device to which it moves
 * @param load the VM's load
 * @param fromLoad the load of the first device
 * @param toLoad the load of the second device
 * @param bytes the device memory that the VM holds
 */
public record Proposal(
        String vm,
        String from,
        String to,
        double load,
        double fromLoad,
        double toLoad,
        long bytes) {
    /** Returns by how much the larger of the two loads falls. */
    double gain() {
        return fromLoad - Math.max(fromLoad - load, toLoad + load);
    }

    /** Returns the numbers as a sentence. */
    public String text() {
        return String.format(
                Locale.ROOT,
                "%s with load %.2f and %d MiB goes to %s; the loads are %.2f and %.2f, and will be"
                        + " %.2f and %.2f",
                vm,
                load,
                bytes >> 20,
                to,
                fromLoad,
                toLoad,
                fromLoad - load,
                toLoad + load);
    }
}

package dev.hira.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The verdict on whether VMs got the shares of device time that their weights promise.
 *
 * @param lines a sentence for each VM
 * @param kept whether every share is within the tolerance
 */
public record SharesVerdict(List<String> lines, boolean kept) {
    public SharesVerdict {
        lines = List.copyOf(lines);
    }

    /**
     * Compares measured with promised shares.
     *
     * @param weights by VM
     * @param nanos the device time that each VM used
     * @param tolerance how far a share may be off, as a part of the device
     */
    public static SharesVerdict of(
            Map<String, Long> weights, Map<String, Long> nanos, double tolerance) {
        double allWeights = weights.values().stream().mapToLong(w -> w).sum();
        long allNanos = weights.keySet().stream().mapToLong(vm -> nanos.getOrDefault(vm, 0L)).sum();
        List<String> lines = new ArrayList<>();
        boolean kept = allNanos > 0;
        for (Map.Entry<String, Long> vm : weights.entrySet()) {
            double promised = vm.getValue() / allWeights;
            double got =
                    allNanos == 0 ? 0 : nanos.getOrDefault(vm.getKey(), 0L) / (double) allNanos;
            double error = Math.abs(got - promised);
            kept &= error <= tolerance;
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "%s: weight %d promises %.1f %%, measured %.1f %% (%.1f s): off by %.1f %% of the device",
                            vm.getKey(),
                            vm.getValue(),
                            promised * 100,
                            got * 100,
                            nanos.getOrDefault(vm.getKey(), 0L) / 1e9,
                            error * 100));
        }
        return new SharesVerdict(lines, kept);
    }
}

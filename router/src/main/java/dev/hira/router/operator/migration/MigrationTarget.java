package dev.hira.router.operator.migration;

import dev.hira.router.placement.PlacementDecision.Placed;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The place that a VM is to move to.
 *
 * @param device the first device that its sessions see there
 */
public record MigrationTarget(String server, int device) {
    /**
     * Parses {@code SERVER} or {@code SERVER/DEVICE}.
     *
     * @throws IllegalArgumentException when it is neither
     */
    public static MigrationTarget parse(String text) {
        int slash = text.lastIndexOf('/');
        String server = slash < 0 ? text : text.substring(0, slash);
        String device = slash < 0 ? "0" : text.substring(slash + 1);
        if (server.isBlank() || !device.matches("\\d{1,4}")) {
            throw new IllegalArgumentException(
                    "'" + text + "' was asked; allowed is SERVER or SERVER/DEVICE, such as gpu2/0");
        }
        return new MigrationTarget(server, Integer.parseInt(device));
    }

    /** Whether a session that is at a place is at the target already. */
    boolean has(Placed place) {
        List<Integer> devices = place.ordinals();
        return place.server().name().equals(server)
                && devices.equals(
                        IntStream.range(device, device + devices.size()).boxed().toList());
    }
}

package dev.hira.router.operator.migration;

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
}

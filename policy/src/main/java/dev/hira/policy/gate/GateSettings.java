package dev.hira.policy.gate;

/**
 * Bounds on the work at a device.
 *
 * @param slice estimated device time of the work that may be ahead of a newcomer, in addition to
 *     one kernel; must cover a round trip between router and server, so that the device never waits
 *     for work
 * @param width kernels that the device is taken to run at the same time; that many may be there
 *     whatever their estimates
 * @param commands most commands at the device
 * @param vmCommands most commands of one VM at the device
 * @param stall time without a report after which work that should be running is assumed to wait for
 *     something other than the device, and stops counting
 */
public record GateSettings(long slice, int width, int commands, int vmCommands, long stall) {
    /**
     * 2 ms, one kernel at a time, enough commands that tiny ones never wait for a reply, and 100 ms
     * until work without reports stops counting.
     */
    public static final GateSettings STANDARD =
            new GateSettings(2_000_000, 1, 65_536, 8_192, 100_000_000);

    public GateSettings {
        if (slice < 1 || width < 1 || commands < width || vmCommands < 1 || stall < 1) {
            throw new IllegalArgumentException(
                    "a gate needs a slice and counts of at least 1 and room for as many commands as"
                            + " the device runs at once, not slice="
                            + slice
                            + " width="
                            + width
                            + " commands="
                            + commands
                            + " vmCommands="
                            + vmCommands
                            + " stall="
                            + stall);
        }
    }

    public GateSettings withSlice(long nanos) {
        return new GateSettings(nanos, width, commands, vmCommands, stall);
    }

    public GateSettings withWidth(int kernels) {
        return new GateSettings(slice, kernels, commands, vmCommands, stall);
    }
}

package dev.hira.policy.gate;

/**
 * How much a device is given at once.
 *
 * @param slice the device time, as estimated, of what may be ahead of a newcomer beside one kernel;
 *     it must hide the way from router to server and back, so that the device never waits for work
 * @param width how many kernels the device runs at the same time; that many may be there whatever
 *     they are estimated at
 * @param commands most commands at the device, but for the same
 * @param vmCommands most commands of one VM at the device
 * @param stall after how long work that should run, and that nothing is heard of, is taken to wait
 *     for something else than the device, and counts no more
 */
public record GateSettings(long slice, int width, int commands, int vmCommands, long stall) {
    /**
     * 2 ms, one kernel at a time, so many commands that tiny ones never wait for an answer, and 100
     * ms until what runs seems to wait for something else.
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

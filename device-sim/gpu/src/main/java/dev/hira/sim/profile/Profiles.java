package dev.hira.sim.profile;

import dev.hira.sim.kernel.KernelLimits;
import dev.hira.sim.profile.DeviceProfile.Costs;
import dev.hira.sim.profile.DeviceProfile.Rates;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The built-in profiles. The two invented ones keep the ratios of published measurements: device
 * memory to bus 28 to 1, and a set-up that costs 14 % of a transfer of 4 MiB. The others report the
 * attributes of the devices that they are named after.
 */
public final class Profiles {
    private static final long GIB = 1L << 30;
    private static final Rates EVEN_RATES = new Rates(336_000, 12_000, 12_000, 6_000, 6_000);
    private static final Costs EVEN_COSTS = new Costs(48_934, 2_000, 5_000, 20_000);
    private static final KernelLimits SMALL_LIMITS =
            new KernelLimits(32, 1024, 1024, 16, 65536, 65536, 49152, 65536, 65536, 4 << 20);

    /** A small device for tests: 1 GiB and few multiprocessors. */
    public static final DeviceProfile SMALL =
            new DeviceProfile(
                    "small",
                    "Hira Small",
                    GIB,
                    4,
                    1_000_000,
                    5_250_000,
                    256,
                    7,
                    5,
                    2,
                    EVEN_RATES,
                    EVEN_COSTS,
                    SMALL_LIMITS);

    /** The device of a program that selects no profile: 4 GiB. */
    public static final DeviceProfile DEFAULT =
            new DeviceProfile(
                    "default",
                    "Hira Default",
                    4 * GIB,
                    16,
                    1_000_000,
                    5_250_000,
                    256,
                    7,
                    5,
                    2,
                    EVEN_RATES,
                    EVEN_COSTS,
                    SMALL_LIMITS);

    /** A device like a Tesla T4. */
    public static final DeviceProfile T4 =
            new DeviceProfile(
                    "t4",
                    "Hira T4",
                    16 * GIB,
                    40,
                    1_590_000,
                    5_001_000,
                    256,
                    7,
                    5,
                    3,
                    new Rates(320_000, 12_000, 12_800, 6_000, 6_400),
                    new Costs(10_000, 2_000, 5_000, 50_000),
                    SMALL_LIMITS);

    /** A device like an A100 with 40 GiB. */
    public static final DeviceProfile A100 =
            new DeviceProfile(
                    "a100",
                    "Hira A100",
                    40 * GIB,
                    108,
                    1_410_000,
                    1_215_000,
                    5120,
                    8,
                    0,
                    3,
                    new Rates(1_555_000, 24_000, 25_000, 10_000, 10_000),
                    new Costs(8_000, 1_500, 4_000, 40_000),
                    new KernelLimits(
                            32, 1024, 2048, 32, 65536, 65536, 49152, 166_912, 167_936, 40 << 20));

    /** A device like an H100 with 80 GiB. */
    public static final DeviceProfile H100 =
            new DeviceProfile(
                    "h100",
                    "Hira H100",
                    80 * GIB,
                    132,
                    1_980_000,
                    2_619_000,
                    5120,
                    9,
                    0,
                    3,
                    new Rates(3_352_000, 52_000, 53_000, 18_000, 18_000),
                    new Costs(7_000, 1_200, 3_000, 30_000),
                    new KernelLimits(
                            32, 1024, 2048, 32, 65536, 65536, 49152, 232_448, 233_472, 50 << 20));

    private static final List<DeviceProfile> ALL = List.of(SMALL, DEFAULT, T4, A100, H100);

    private Profiles() {}

    /** All built-in profiles. */
    public static List<DeviceProfile> all() {
        return ALL;
    }

    /**
     * Returns the profile of this name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static DeviceProfile named(String name) {
        for (DeviceProfile profile : ALL) {
            if (profile.name().equals(name)) {
                return profile;
            }
        }
        throw new IllegalArgumentException(
                "no device profile is named '"
                        + name
                        + "'; choose one of "
                        + ALL.stream().map(DeviceProfile::name).collect(Collectors.joining(", ")));
    }
}

package dev.hira.sim;

import dev.hira.api.ProgramOutput;
import dev.hira.sim.clock.SimClock;
import dev.hira.sim.kernel.Checks;
import dev.hira.sim.kernel.KernelSettings;
import dev.hira.sim.launch.GridOrder;
import dev.hira.sim.launch.KernelCompiler;
import dev.hira.sim.launch.Tier;
import dev.hira.sim.profile.DeviceProfile;
import dev.hira.sim.profile.ProfileText;
import java.net.URI;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The URIs of simulated devices, for example {@code sim:?devices=2&profile=small&clock=virtual}.
 *
 * <p>Settings: {@code devices} (their number, 1 by default), {@code clock} ({@code real} or {@code
 * virtual}), {@code default-stream} ({@code legacy} or {@code per-thread}), {@code shared-bus}
 * (10<sup>6</sup> bytes per second), {@code kernel-limit-ms} (the longest run time of a kernel),
 * {@code tier} ({@code auto}, {@code simt}, {@code scalar} or {@code interpreter}), {@code blocks}
 * ({@code any} or {@code fixed}; {@link GridOrder#VARIABLE} gives the default), {@code check} (the
 * checks of kernels: {@code memory}, {@code race}, both or nothing; {@link Checks#VARIABLE} gives
 * the default), and those of {@link ProfileText}, which apply to all devices.
 */
public final class SimUri {
    /** The scheme of these URIs. */
    public static final String SCHEME = "sim";

    private static final int MOST_DEVICES = 64;

    private final Map<String, String> settings;

    private SimUri(Map<String, String> settings) {
        this.settings = settings;
    }

    /**
     * Reads a URI.
     *
     * @throws IllegalArgumentException naming the setting that is wrong
     */
    public static SimConfig parse(URI uri) {
        if (!SCHEME.equals(uri.getScheme())) {
            throw new IllegalArgumentException(
                    "'"
                            + uri
                            + "' is not the URI of simulated devices, which looks like sim:?devices=2");
        }
        return new SimUri(settings(uri.toString().substring(SCHEME.length() + 1))).config();
    }

    private static Map<String, String> settings(String rest) {
        Map<String, String> settings = new LinkedHashMap<>();
        String query = rest.replaceFirst("^/*\\??", "");
        for (String part : query.split("&|,(?=[^,&]*=)", -1)) {
            if (part.isEmpty()) {
                continue;
            }
            int equals = part.indexOf('=');
            if (equals < 0
                    || settings.put(part.substring(0, equals), part.substring(equals + 1))
                            != null) {
                throw new IllegalArgumentException(
                        "the setting '"
                                + part
                                + "' of simulated devices has no value or more than one");
            }
        }
        return settings;
    }

    private SimConfig config() {
        int devices = number("devices", 1, 1, MOST_DEVICES);
        boolean virtual = choice("clock", "real", "virtual");
        boolean perThread = choice("default-stream", "legacy", "per-thread");
        int sharedBus = number("shared-bus", 0, 0, Integer.MAX_VALUE);
        KernelSettings usual = KernelSettings.usual();
        int usualLimit = (int) TimeUnit.NANOSECONDS.toMillis(usual.limitNanos());
        int limit = number("kernel-limit-ms", usualLimit, 1, Integer.MAX_VALUE);
        KernelCompiler kernels = kernels();
        @Nullable String check = settings.remove("check");
        Checks checks = check == null ? usual.checks() : Checks.parse(check);
        DeviceProfile profile =
                ProfileText.of(
                        settings,
                        "the URI of simulated devices",
                        "devices, clock, default-stream, shared-bus, kernel-limit-ms, tier, blocks,"
                                + " check, ");
        DeviceProfile[] profiles = new DeviceProfile[devices];
        Arrays.fill(profiles, profile);
        return SimConfig.of(profiles)
                .withClock(virtual ? SimClock.virtual() : SimClock.real())
                .withKernels(kernels)
                .withKernelSettings(
                        usual.withLimitNanos(TimeUnit.MILLISECONDS.toNanos(limit))
                                .withChecks(checks)
                                .withOutput(ProgramOutput::print)
                                .withFindings(ProgramOutput::report))
                .withPerThreadDefaultStream(perThread)
                .withSharedBusRate(sharedBus);
    }

    private KernelCompiler kernels() {
        @Nullable String tier = settings.remove("tier");
        @Nullable String blocks = settings.remove("blocks");
        GridOrder order = blocks == null ? GridOrder.ofEnvironment() : GridOrder.parse(blocks);
        if (order == GridOrder.FIXED && tier != null) {
            throw new IllegalArgumentException(
                    "the settings 'tier' and 'blocks=fixed' exclude each other, because blocks in a"
                            + " fixed order always run in the scalar tier");
        }
        return switch (tier == null ? "auto" : tier) {
            case "auto" -> order.compiler();
            case "simt" -> KernelCompiler.of(Tier.simt(), Tier.scalar());
            case "scalar" -> KernelCompiler.of(Tier.scalar());
            case "interpreter" -> KernelCompiler.of();
            default ->
                    throw new IllegalArgumentException(
                            "the setting 'tier' is auto, simt, scalar or interpreter, not '"
                                    + tier
                                    + "'");
        };
    }

    private boolean choice(String key, String usual, String other) {
        @Nullable String value = settings.remove(key);
        if (value == null || value.equals(usual)) {
            return false;
        }
        if (value.equals(other)) {
            return true;
        }
        throw new IllegalArgumentException(
                "the setting '" + key + "' is " + usual + " or " + other + ", not '" + value + "'");
    }

    private int number(String key, int usual, int least, int most) {
        @Nullable String value = settings.remove(key);
        if (value == null) {
            return usual;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    "the setting '" + key + "' is a number, not '" + value + "'", notANumber);
        }
        throw new IllegalArgumentException(
                "the setting '" + key + "' is " + least + " to " + most + ", not " + value);
    }
}

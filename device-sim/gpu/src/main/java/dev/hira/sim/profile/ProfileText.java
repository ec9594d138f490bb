package dev.hira.sim.profile;

import dev.hira.sim.profile.DeviceProfile.Costs;
import dev.hira.sim.profile.DeviceProfile.Rates;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The text form of a profile: settings separated by commas, for example {@code
 * profile=small,memory=256MiB,bus=8000}. The named profile, or {@code default}, supplies all other
 * settings.
 *
 * <p>Settings: {@code profile}, {@code name}, {@code memory} (bytes, or with KiB, MiB, GiB), {@code
 * sms}, {@code capability} (for example 9.0), {@code clock-khz}, {@code copy-engines}, {@code
 * memory-rate}, {@code bus} (both ways, pinned and pageable), {@code pinned}, {@code pageable}
 * (10<sup>6</sup> bytes per second), {@code copy-setup}, {@code fill-setup}, {@code launch-cost},
 * {@code context-switch} (nanoseconds).
 */
public final class ProfileText {
    private final Map<String, String> settings;

    private ProfileText(Map<String, String> settings) {
        this.settings = settings;
    }

    /**
     * Reads a profile.
     *
     * @throws IllegalArgumentException naming the setting that is wrong
     */
    public static DeviceProfile parse(String text) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            if (part.isBlank()) {
                continue;
            }
            int equals = part.indexOf('=');
            String key = equals < 0 ? "profile" : part.substring(0, equals).strip();
            if (settings.put(key, part.substring(equals + 1).strip()) != null) {
                throw new IllegalArgumentException(
                        "the device profile '" + text + "' gives '" + key + "' twice");
            }
        }
        return of(settings);
    }

    /**
     * Reads a profile from its settings.
     *
     * @throws IllegalArgumentException naming the setting that is wrong
     */
    public static DeviceProfile of(Map<String, String> settings) {
        return of(settings, "a device profile", "");
    }

    /**
     * Reads a profile from settings that stand beside others.
     *
     * @param settings the settings of the profile only
     * @param what the object in error messages that has the settings of the profile and the others
     * @param others the names of the other settings, with a comma behind each
     * @throws IllegalArgumentException naming the setting that is wrong
     */
    public static DeviceProfile of(Map<String, String> settings, String what, String others) {
        ProfileText text = new ProfileText(new LinkedHashMap<>(settings));
        DeviceProfile profile = text.build();
        if (!text.settings.isEmpty()) {
            throw new IllegalArgumentException(
                    what
                            + " has no setting '"
                            + text.settings.keySet().iterator().next()
                            + "'; it has "
                            + others
                            + "profile, name, memory, sms, capability, clock-khz,"
                            + " copy-engines, memory-rate, bus, pinned, pageable, copy-setup, fill-setup,"
                            + " launch-cost and context-switch");
        }
        return profile;
    }

    private DeviceProfile build() {
        DeviceProfile base = Profiles.named(text("profile", "default"));
        int[] capability = capability(base);
        return new DeviceProfile(
                base.name(),
                text("name", base.deviceName()),
                bytes("memory", base.memoryBytes()),
                (int) number("sms", base.multiprocessors()),
                (int) number("clock-khz", base.clockKhz()),
                base.memoryClockKhz(),
                base.memoryBusBits(),
                capability[0],
                capability[1],
                (int) number("copy-engines", base.copyEngines()),
                rates(base.rates()),
                costs(base.costs()),
                base.limits());
    }

    private int[] capability(DeviceProfile base) {
        String text = settings.remove("capability");
        if (text == null) {
            return new int[] {base.major(), base.minor()};
        }
        if (!text.matches("\\d{1,2}\\.\\d")) {
            throw new IllegalArgumentException(
                    "the device setting 'capability' must be like 9.0, not '" + text + "'");
        }
        int point = text.indexOf('.');
        return new int[] {
            Integer.parseInt(text.substring(0, point)), Integer.parseInt(text.substring(point + 1))
        };
    }

    private Rates rates(Rates base) {
        long memory = number("memory-rate", base.memory());
        String bus = settings.remove("bus");
        String pinned = settings.getOrDefault("pinned", bus);
        String pageable = settings.getOrDefault("pageable", bus);
        settings.remove("pinned");
        settings.remove("pageable");
        return new Rates(
                memory,
                pinned == null ? base.pinnedToDevice() : parseLong("pinned", pinned),
                pinned == null ? base.pinnedToHost() : parseLong("pinned", pinned),
                pageable == null ? base.pageableToDevice() : parseLong("pageable", pageable),
                pageable == null ? base.pageableToHost() : parseLong("pageable", pageable));
    }

    private Costs costs(Costs base) {
        return new Costs(
                number("copy-setup", base.copySetup()),
                number("fill-setup", base.fillSetup()),
                number("launch-cost", base.launch()),
                number("context-switch", base.contextSwitch()));
    }

    private String text(String key, String otherwise) {
        String value = settings.remove(key);
        return value == null ? otherwise : value;
    }

    private long number(String key, long otherwise) {
        String value = settings.remove(key);
        return value == null ? otherwise : parseLong(key, value);
    }

    private long bytes(String key, long otherwise) {
        String value = settings.remove(key);
        if (value == null) {
            return otherwise;
        }
        String lower = value.toLowerCase(Locale.ROOT);
        int shift =
                lower.endsWith("kib")
                        ? 10
                        : lower.endsWith("mib") ? 20 : lower.endsWith("gib") ? 30 : 0;
        String digits = shift == 0 ? value : value.substring(0, value.length() - 3);
        return Math.multiplyExact(parseLong(key, digits.strip()), 1L << shift);
    }

    private static long parseLong(String key, String value) {
        try {
            long number = Long.parseLong(value.replace("_", ""));
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    "the device setting '" + key + "' must be a number, not '" + value + "'",
                    notANumber);
        }
        throw new IllegalArgumentException(
                "the device setting '" + key + "' must not be negative, but is " + value);
    }
}

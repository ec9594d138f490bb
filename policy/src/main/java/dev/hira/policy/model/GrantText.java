package dev.hira.policy.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Grants as people write and read them, setting by setting:
 *
 * <pre>
 *   share                        3
 *   cap, reservation             25% | 250ms (of each second) | unlimited
 *   priority, credits            5
 *   sessions, handles            100 | unlimited
 *   pinned_bytes                 64MiB | unlimited
 *   kernel                       2s | unlimited
 *   rates.calls                  1000/s | 1000/s burst 50 | unlimited
 *   quotas.device_memory         1GiB | unlimited
 *   device_quotas.device_memory  512MiB | unlimited
 * </pre>
 */
public final class GrantText {
    private static final Pattern RATE =
            Pattern.compile("(?<rate>[^/]+?)(?:\\s*/\\s*s)?(?:\\s+burst\\s+(?<burst>\\S+))?");
    private static final String SETTINGS =
            "share, cap, reservation, priority, credits, sessions, handles, pinned_bytes, kernel,"
                    + " rates.…, quotas.… and device_quotas.…";

    private GrantText() {}

    /**
     * Changes one setting of a grant in the making.
     *
     * @return what is wrong with it; nothing was changed then
     */
    public static Optional<Violation> set(GrantBuilder grant, String setting, String value) {
        try {
            assign(grant, setting, value.strip());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(new Violation(setting, String.valueOf(e.getMessage())));
        }
    }

    /** All settings of a grant that say something, in the order in which they are documented. */
    public static Map<String, String> settings(Grant grant) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("share", Long.toString(grant.share()));
        all.put("cap", portion(grant.cap()));
        all.put("reservation", portion(grant.reservation()));
        all.put("priority", Integer.toString(grant.priority()));
        all.put("credits", Long.toString(grant.credits()));
        all.put("sessions", intLimit(grant.sessions()));
        all.put("handles", intLimit(grant.handles()));
        all.put("pinned_bytes", Quantities.formatCount(grant.pinnedBytes()));
        all.put("kernel", Quantities.formatNanos(grant.kernelNanos()));
        new TreeMap<>(grant.rates()).forEach((name, rate) -> all.put("rates." + name, text(rate)));
        quotas(all, "quotas.", grant.quotas());
        quotas(all, "device_quotas.", grant.deviceQuotas());
        return all;
    }

    private static void assign(GrantBuilder grant, String setting, String value) {
        switch (setting) {
            case "share" -> grant.share(Quantities.count(value));
            case "cap" -> grant.cap(Quantities.nanosPerSecond(value));
            case "reservation" -> grant.reservation(Quantities.nanosPerSecond(value));
            case "priority" -> grant.priority(wholeInt(value));
            case "credits" -> grant.credits(Quantities.count(value));
            case "sessions" -> grant.sessions(limitInt(value));
            case "handles" -> grant.handles(limitInt(value));
            case "pinned_bytes" -> grant.pinnedBytes(Quantities.count(value));
            case "kernel" -> grant.kernelNanos(Quantities.nanos(value));
            default -> assignNamed(grant, setting, value);
        }
    }

    private static void assignNamed(GrantBuilder grant, String setting, String value) {
        int dot = setting.indexOf('.');
        String resource = setting.substring(dot + 1);
        switch (setting.substring(0, Math.max(dot, 0))) {
            case "rates" -> grant.rate(resource, rate(value));
            case "quotas" -> grant.quota(resource, Quantities.count(value));
            case "device_quotas" -> grant.deviceQuota(resource, Quantities.count(value));
            default ->
                    throw new IllegalArgumentException(
                            "a grant has no setting '" + setting + "'; it has " + SETTINGS);
        }
    }

    private static Rate rate(String value) {
        Matcher form = RATE.matcher(value);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "'" + value + "' is not a rate such as 1000/s or 1000/s burst 50");
        }
        long perSecond = Quantities.count(form.group("rate"));
        if (perSecond == Rate.UNLIMITED) {
            return Rate.NONE;
        }
        String burst = form.group("burst");
        return burst == null ? Rate.of(perSecond) : new Rate(perSecond, Quantities.count(burst));
    }

    private static int limitInt(String value) {
        return Quantities.NO_LIMIT.equals(value) ? Grant.MANY : wholeInt(value);
    }

    private static int wholeInt(String value) {
        long number = Quantities.count(value);
        if (number != (int) number) {
            throw new IllegalArgumentException(
                    value + " was asked, at most " + Integer.MAX_VALUE + " is allowed");
        }
        return (int) number;
    }

    private static void quotas(Map<String, String> all, String prefix, Map<String, Long> quotas) {
        new TreeMap<>(quotas)
                .forEach((name, most) -> all.put(prefix + name, Quantities.formatCount(most)));
    }

    private static String portion(long nanosPerSecond) {
        boolean percent = nanosPerSecond % 10_000_000L == 0;
        return percent
                ? nanosPerSecond / 10_000_000L + "%"
                : Quantities.formatNanos(nanosPerSecond);
    }

    private static String intLimit(int limit) {
        return limit == Grant.MANY ? Quantities.NO_LIMIT : Integer.toString(limit);
    }

    private static String text(Rate rate) {
        return rate.isLimited()
                ? rate.perSecond() + "/s burst " + Quantities.formatCount(rate.burst())
                : Quantities.NO_LIMIT;
    }
}

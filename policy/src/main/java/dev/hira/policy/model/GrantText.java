package dev.hira.policy.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
 *   protection                   none | rebuild | transparent
 *   rates.calls                  1000/s | 1000/s burst 50 | unlimited
 *   quotas.device_memory         1GiB | unlimited
 *   device_quotas.device_memory  512MiB | unlimited
 * </pre>
 */
public final class GrantText {
    private static final Pattern RATE =
            Pattern.compile("(?<rate>[^/]+?)(?:\\s*/\\s*s)?(?:\\s+burst\\s+(?<burst>\\S+))?");

    /** The names of all settings; a resource's name follows each of the last three. */
    static final Set<String> NAMES =
            Set.of(
                    "share",
                    "cap",
                    "reservation",
                    "priority",
                    "credits",
                    "sessions",
                    "handles",
                    "pinned_bytes",
                    "kernel",
                    "protection",
                    "rates",
                    "quotas",
                    "device_quotas");

    private static final String SETTINGS =
            "share, cap, reservation, priority, credits, sessions, handles, pinned_bytes, kernel,"
                    + " protection, rates.…, quotas.… and device_quotas.…";

    private GrantText() {}

    /**
     * Changes one setting of a grant builder.
     *
     * @return the violation; nothing is changed then
     */
    public static Optional<Violation> set(GrantBuilder grant, String setting, String value) {
        try {
            assign(grant, setting, value.strip());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(new Violation(setting, String.valueOf(e.getMessage())));
        }
    }

    /**
     * Returns all settings of a grant except absent limits, in the order in which they are
     * documented.
     */
    public static Map<String, String> settings(Grant grant) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("share", Long.toString(grant.share()));
        all.put("cap", portion(grant.cap()));
        all.put("reservation", portion(grant.reservation()));
        all.put("priority", Integer.toString(grant.priority()));
        all.put("credits", Long.toString(grant.credits()));
        all.put("sessions", intLimit(grant.sessions()));
        all.put("handles", intLimit(grant.handles()));
        all.put("pinned_bytes", Quantities.formatAmount(grant.pinnedBytes()));
        all.put("kernel", Quantities.formatNanos(grant.kernelNanos()));
        all.put("protection", grant.protection().text());
        new TreeMap<>(grant.rates()).forEach((name, rate) -> all.put("rates." + name, text(rate)));
        quotas(all, "quotas.", grant.quotas());
        quotas(all, "device_quotas.", grant.deviceQuotas());
        return all;
    }

    /** Returns an amount as people write it: in MiB, GiB or TiB if one of them divides it. */
    public static String amount(long amount) {
        return Quantities.formatAmount(amount);
    }

    /** Returns a setting's name without the resource. */
    static String head(String setting) {
        int dot = setting.indexOf('.');
        return dot < 0 ? setting : setting.substring(0, dot);
    }

    private static void assign(GrantBuilder grant, String setting, String value) {
        switch (setting) {
            case "share" -> grant.share(Allowed.WEIGHT.read(value));
            case "cap" -> grant.cap(Allowed.CAP.read(value));
            case "reservation" -> grant.reservation(Allowed.RESERVATION.read(value));
            case "priority" -> grant.priority(Math.toIntExact(Allowed.PRIORITY.read(value)));
            case "credits" -> grant.credits(Allowed.WEIGHT.read(value));
            case "sessions" -> grant.sessions(limit(Allowed.SESSIONS.read(value)));
            case "handles" -> grant.handles(limit(Allowed.HANDLES.read(value)));
            case "pinned_bytes" -> grant.pinnedBytes(Allowed.AMOUNT.read(value));
            case "kernel" -> grant.kernelNanos(Allowed.KERNEL.read(value));
            case "protection" -> grant.protection(Protection.read(value));
            default -> assignNamed(grant, setting, value);
        }
    }

    private static void assignNamed(GrantBuilder grant, String setting, String value) {
        String resource = setting.substring(setting.indexOf('.') + 1);
        switch (setting.indexOf('.') < 0 ? "" : head(setting)) {
            case "rates" -> grant.rate(resource, rate(value));
            case "quotas" -> grant.quota(resource, Allowed.AMOUNT.read(value));
            case "device_quotas" -> grant.deviceQuota(resource, Allowed.AMOUNT.read(value));
            default ->
                    throw new IllegalArgumentException(
                            "a grant has no setting '" + setting + "'; it has " + SETTINGS);
        }
    }

    private static Rate rate(String value) {
        Matcher form = RATE.matcher(value);
        if (!form.matches()) {
            return new Rate(Allowed.RATE.read(value), 1);
        }
        long perSecond = Allowed.RATE.read(form.group("rate"), value);
        if (perSecond == Rate.UNLIMITED) {
            return Rate.NONE;
        }
        String burst = form.group("burst");
        return burst == null
                ? Rate.of(perSecond)
                : new Rate(perSecond, Allowed.BURST.read(burst, value));
    }

    private static int limit(long read) {
        return read == Rate.UNLIMITED ? Grant.MANY : Math.toIntExact(read);
    }

    private static void quotas(Map<String, String> all, String prefix, Map<String, Long> quotas) {
        new TreeMap<>(quotas)
                .forEach((name, most) -> all.put(prefix + name, Quantities.formatAmount(most)));
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

package dev.hira.policy.model;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.HashMap;
import java.util.Map;

/** Builds a grant. Checks nothing; {@link Grants} checks every change. */
public final class GrantBuilder {
    private final Map<String, Rate> rates;
    private final Map<String, Long> quotas;
    private final Map<String, Long> deviceQuotas;
    private long share;
    private long cap;
    private long reservation;
    private int priority;
    private long credits;
    private int sessions;
    private int handles;
    private long pinnedBytes;
    private long kernelNanos;
    private Protection protection;

    GrantBuilder(Grant from) {
        rates = new HashMap<>(from.rates());
        quotas = new HashMap<>(from.quotas());
        deviceQuotas = new HashMap<>(from.deviceQuotas());
        share = from.share();
        cap = from.cap();
        reservation = from.reservation();
        priority = from.priority();
        credits = from.credits();
        sessions = from.sessions();
        handles = from.handles();
        pinnedBytes = from.pinnedBytes();
        kernelNanos = from.kernelNanos();
        protection = from.protection();
    }

    @CanIgnoreReturnValue
    public GrantBuilder share(long weight) {
        share = weight;
        return this;
    }

    @CanIgnoreReturnValue
    public GrantBuilder cap(long nanosPerSecond) {
        cap = nanosPerSecond;
        return this;
    }

    @CanIgnoreReturnValue
    public GrantBuilder reservation(long nanosPerSecond) {
        reservation = nanosPerSecond;
        return this;
    }

    @CanIgnoreReturnValue
    public GrantBuilder priority(int value) {
        priority = value;
        return this;
    }

    @CanIgnoreReturnValue
    public GrantBuilder credits(long value) {
        credits = value;
        return this;
    }

    /** Sets a rate limit; {@link Rate#NONE} removes it. */
    @CanIgnoreReturnValue
    public GrantBuilder rate(String resource, Rate rate) {
        if (rate.equals(Rate.NONE)) {
            rates.remove(resource);
        } else {
            rates.put(resource, rate);
        }
        return this;
    }

    /** Limits the amount held on all devices together; {@link Rate#UNLIMITED} removes the limit. */
    @CanIgnoreReturnValue
    public GrantBuilder quota(String resource, long most) {
        limit(quotas, resource, most);
        return this;
    }

    /** Limits the amount held on each device; {@link Rate#UNLIMITED} removes the limit. */
    @CanIgnoreReturnValue
    public GrantBuilder deviceQuota(String resource, long most) {
        limit(deviceQuotas, resource, most);
        return this;
    }

    @CanIgnoreReturnValue
    public GrantBuilder sessions(int most) {
        sessions = most;
        return this;
    }

    @CanIgnoreReturnValue
    public GrantBuilder handles(int most) {
        handles = most;
        return this;
    }

    @CanIgnoreReturnValue
    public GrantBuilder pinnedBytes(long most) {
        pinnedBytes = most;
        return this;
    }

    @CanIgnoreReturnValue
    public GrantBuilder kernelNanos(long longest) {
        kernelNanos = longest;
        return this;
    }

    @CanIgnoreReturnValue
    public GrantBuilder protection(Protection level) {
        protection = level;
        return this;
    }

    /** Copies one setting of another grant, by its name in {@link GrantText}. */
    @CanIgnoreReturnValue
    public GrantBuilder take(String setting, Grant from) {
        switch (setting) {
            case "share" -> share(from.share());
            case "cap" -> cap(from.cap());
            case "reservation" -> reservation(from.reservation());
            case "priority" -> priority(from.priority());
            case "credits" -> credits(from.credits());
            case "sessions" -> sessions(from.sessions());
            case "handles" -> handles(from.handles());
            case "pinned_bytes" -> pinnedBytes(from.pinnedBytes());
            case "kernel" -> kernelNanos(from.kernelNanos());
            case "protection" -> protection(from.protection());
            case "rates" -> replace(rates, from.rates());
            case "quotas" -> replace(quotas, from.quotas());
            case "device_quotas" -> replace(deviceQuotas, from.deviceQuotas());
            default -> takeNamed(setting, from);
        }
        return this;
    }

    private void takeNamed(String setting, Grant from) {
        String resource = setting.substring(setting.indexOf('.') + 1);
        switch (GrantText.head(setting)) {
            case "rates" -> rate(resource, from.rate(resource));
            case "quotas" -> quota(resource, from.quota(resource));
            case "device_quotas" -> deviceQuota(resource, from.deviceQuota(resource));
            default -> throw new IllegalArgumentException("a grant has no setting " + setting);
        }
    }

    private static <T> void replace(Map<String, T> all, Map<String, T> with) {
        all.clear();
        all.putAll(with);
    }

    public Grant build() {
        return new Grant(
                share,
                cap,
                reservation,
                priority,
                credits,
                rates,
                quotas,
                deviceQuotas,
                sessions,
                handles,
                pinnedBytes,
                kernelNanos,
                protection);
    }

    private static void limit(Map<String, Long> limits, String resource, long most) {
        if (most == Rate.UNLIMITED) {
            limits.remove(resource);
        } else {
            limits.put(resource, most);
        }
    }
}

package dev.hira.router.admin;

import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.Rate;
import dev.hira.policy.model.GrantBuilder;
import java.util.Set;
import java.util.TreeSet;

/** Shows grants as the admin service's messages, and takes them from there. */
public final class GrantMessages {
    private static final long UNLIMITED = dev.hira.policy.model.Rate.UNLIMITED;
    private static final int MANY = dev.hira.policy.model.Grant.MANY;
    private static final dev.hira.policy.model.Grant STANDARD =
            dev.hira.policy.model.Grant.STANDARD;

    private GrantMessages() {}

    /** A grant as a message; a limit that does not exist is left out. */
    public static Grant message(dev.hira.policy.model.Grant grant) {
        Grant.Builder message =
                Grant.newBuilder()
                        .setShare(grant.share())
                        .setReservation(grant.reservation())
                        .setPriority(grant.priority())
                        .setCredits(grant.credits());
        if (grant.cap() != UNLIMITED) {
            message.setCap(grant.cap());
        }
        if (grant.pinnedBytes() != UNLIMITED) {
            message.setPinnedBytes(grant.pinnedBytes());
        }
        if (grant.kernelNanos() != UNLIMITED) {
            message.setKernelNanos(grant.kernelNanos());
        }
        if (grant.sessions() != MANY) {
            message.setSessions(grant.sessions());
        }
        if (grant.handles() != MANY) {
            message.setHandles(grant.handles());
        }
        grant.rates().forEach((name, rate) -> message.putRates(name, rate(rate)));
        return message.putAllQuotas(grant.quotas())
                .putAllDeviceQuotas(grant.deviceQuotas())
                .build();
    }

    /** The grant that a message means. */
    public static dev.hira.policy.model.Grant model(Grant message) {
        GrantBuilder grant = STANDARD.edit();
        for (GrantField field : GrantField.values()) {
            take(grant, message, field);
        }
        return grant.build();
    }

    private static Rate rate(dev.hira.policy.model.Rate rate) {
        return Rate.newBuilder().setPerSecond(rate.perSecond()).setBurst(rate.burst()).build();
    }

    /** Takes one field; what the message leaves out is as without limits. */
    static void take(GrantBuilder grant, Grant from, GrantField field) {
        switch (field) {
            case SHARE -> grant.share(from.hasShare() ? many(from.getShare()) : STANDARD.share());
            case CAP -> grant.cap(from.hasCap() ? many(from.getCap()) : STANDARD.cap());
            case RESERVATION -> grant.reservation(many(from.getReservation()));
            case PRIORITY -> grant.priority(from.getPriority());
            case CREDITS ->
                    grant.credits(from.hasCredits() ? many(from.getCredits()) : STANDARD.credits());
            case SESSIONS -> grant.sessions(from.hasSessions() ? few(from.getSessions()) : MANY);
            case HANDLES -> grant.handles(from.hasHandles() ? few(from.getHandles()) : MANY);
            case PINNED_BYTES ->
                    grant.pinnedBytes(
                            from.hasPinnedBytes() ? many(from.getPinnedBytes()) : UNLIMITED);
            case KERNEL_NANOS ->
                    grant.kernelNanos(
                            from.hasKernelNanos() ? many(from.getKernelNanos()) : UNLIMITED);
            case RATES, QUOTAS, DEVICE_QUOTAS -> takeAll(grant, from, field);
        }
    }

    private static void takeAll(GrantBuilder grant, Grant from, GrantField field) {
        dev.hira.policy.model.Grant before = grant.build();
        Set<String> names =
                new TreeSet<>(
                        switch (field) {
                            case RATES -> before.rates().keySet();
                            case QUOTAS -> before.quotas().keySet();
                            default -> before.deviceQuotas().keySet();
                        });
        names.addAll(
                switch (field) {
                    case RATES -> from.getRatesMap().keySet();
                    case QUOTAS -> from.getQuotasMap().keySet();
                    default -> from.getDeviceQuotasMap().keySet();
                });
        names.forEach(name -> take(grant, from, field, name));
    }

    /** Takes one limit of a field that has many. */
    static void take(GrantBuilder grant, Grant from, GrantField field, String name) {
        switch (field) {
            case RATES -> {
                Rate rate = from.getRatesMap().get(name);
                grant.rate(name, rate == null ? dev.hira.policy.model.Rate.NONE : rate(rate));
            }
            case QUOTAS ->
                    grant.quota(name, many(from.getQuotasMap().getOrDefault(name, UNLIMITED)));
            case DEVICE_QUOTAS ->
                    grant.deviceQuota(
                            name, many(from.getDeviceQuotasMap().getOrDefault(name, UNLIMITED)));
            default -> throw new IllegalArgumentException(field + " has no limits of its own");
        }
    }

    private static dev.hira.policy.model.Rate rate(Rate rate) {
        long perSecond = many(rate.getPerSecond());
        return rate.getBurst() == 0
                ? dev.hira.policy.model.Rate.of(perSecond)
                : new dev.hira.policy.model.Rate(perSecond, many(rate.getBurst()));
    }

    /** An unsigned number; what no long can hold is as good as no limit. */
    private static long many(long unsigned) {
        return unsigned < 0 ? UNLIMITED : unsigned;
    }

    private static int few(int unsigned) {
        return unsigned < 0 ? MANY : unsigned;
    }
}

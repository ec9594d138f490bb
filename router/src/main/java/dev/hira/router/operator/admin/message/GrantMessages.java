package dev.hira.router.operator.admin.message;

import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.Protection;
import dev.hira.admin.v1.Rate;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.policy.model.Violation;
import java.util.List;

/** Converts grants to the admin service's messages and back. */
public final class GrantMessages {
    private static final long UNLIMITED = dev.hira.policy.model.Rate.UNLIMITED;
    private static final int MANY = dev.hira.policy.model.Grant.MANY;
    private static final dev.hira.policy.model.Grant STANDARD =
            dev.hira.policy.model.Grant.STANDARD;

    private GrantMessages() {}

    /** Converts a grant to a message; absent limits are left out. */
    public static Grant message(dev.hira.policy.model.Grant grant) {
        Grant.Builder message =
                Grant.newBuilder()
                        .setShare(grant.share())
                        .setReservation(grant.reservation())
                        .setPriority(grant.priority())
                        .setCredits(grant.credits())
                        .setProtection(protection(grant.protection()));
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

    /**
     * Converts a message to a grant; missing fields mean no limit.
     *
     * @throws io.grpc.StatusRuntimeException when this router does not know a value
     */
    public static dev.hira.policy.model.Grant model(Grant from) {
        GrantBuilder grant =
                STANDARD.edit()
                        .share(from.hasShare() ? from.getShare() : STANDARD.share())
                        .cap(from.hasCap() ? from.getCap() : STANDARD.cap())
                        .reservation(from.getReservation())
                        .priority(from.getPriority())
                        .credits(from.hasCredits() ? from.getCredits() : STANDARD.credits())
                        .sessions(from.hasSessions() ? from.getSessions() : MANY)
                        .handles(from.hasHandles() ? from.getHandles() : MANY)
                        .pinnedBytes(from.hasPinnedBytes() ? from.getPinnedBytes() : UNLIMITED)
                        .kernelNanos(from.hasKernelNanos() ? from.getKernelNanos() : UNLIMITED)
                        .protection(protection(from));
        from.getRatesMap().forEach((name, rate) -> grant.rate(name, rate(rate)));
        from.getQuotasMap().forEach(grant::quota);
        from.getDeviceQuotasMap().forEach(grant::deviceQuota);
        return grant.build();
    }

    static Protection protection(dev.hira.policy.model.Protection level) {
        return switch (level) {
            case NONE -> Protection.PROTECTION_NONE;
            case REBUILD -> Protection.PROTECTION_REBUILD;
            case TRANSPARENT -> Protection.PROTECTION_TRANSPARENT;
        };
    }

    private static dev.hira.policy.model.Protection protection(Grant from) {
        return switch (from.getProtection()) {
            case PROTECTION_NONE -> dev.hira.policy.model.Protection.NONE;
            case PROTECTION_REBUILD -> dev.hira.policy.model.Protection.REBUILD;
            case PROTECTION_TRANSPARENT -> dev.hira.policy.model.Protection.TRANSPARENT;
            case UNRECOGNIZED ->
                    throw AdminErrors.invalid(
                            List.of(
                                    new Violation(
                                            "grant.protection",
                                            "this router has no level of protection "
                                                    + from.getProtectionValue())));
        };
    }

    private static Rate rate(dev.hira.policy.model.Rate rate) {
        return Rate.newBuilder().setPerSecond(rate.perSecond()).setBurst(rate.burst()).build();
    }

    private static dev.hira.policy.model.Rate rate(Rate rate) {
        long perSecond = rate.getPerSecond();
        if (perSecond == UNLIMITED) {
            return dev.hira.policy.model.Rate.NONE;
        }
        return rate.getBurst() == 0
                ? dev.hira.policy.model.Rate.of(perSecond)
                : new dev.hira.policy.model.Rate(perSecond, rate.getBurst());
    }
}

package dev.hira.policy.tenant;

import dev.hira.policy.Admission.Deny;
import dev.hira.policy.JudgedCommand;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantText;
import dev.hira.policy.model.Rate;
import dev.hira.policy.model.ResourceRole;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A grant's limits by the resource indices of one API: only those that exist, so that absent limits
 * cost a command nothing. Immutable.
 */
final class GrantLimits {
    private final String vm;
    private final List<String> resources;
    private final List<ResourceRole> roles;
    private final int[] rated;
    private final RateLimit[] rates;
    private final int[] held;
    private final long[] quotas;
    private final int[] deviceHeld;
    private final long[] deviceQuotas;
    private final long kernelNanos;

    private GrantLimits(
            String vm,
            Grant grant,
            SessionIdentity session,
            BiFunction<String, Rate, RateLimit> of) {
        this.vm = vm;
        this.resources = session.resources();
        this.roles = session.roles();
        this.kernelNanos = grant.kernelNanos();
        List<Integer> rateIndices = new ArrayList<>();
        for (int r = 0; r < resources.size(); r++) {
            if (grant.rate(resources.get(r)).isLimited()) {
                rateIndices.add(r);
            }
        }
        rated = rateIndices.stream().mapToInt(Integer::intValue).toArray();
        rates = new RateLimit[rated.length];
        for (int i = 0; i < rated.length; i++) {
            String name = resources.get(rated[i]);
            rates[i] = of.apply(name, grant.rate(name));
        }
        held = limited(resources, grant::quota);
        quotas = Arrays.stream(held).mapToLong(r -> grant.quota(resources.get(r))).toArray();
        deviceHeld = limited(resources, grant::deviceQuota);
        deviceQuotas =
                Arrays.stream(deviceHeld)
                        .mapToLong(r -> grant.deviceQuota(resources.get(r)))
                        .toArray();
    }

    /** Returns the resources with a quota. */
    private static int[] limited(List<String> resources, ToLongFunction<String> quota) {
        return IntStream.range(0, resources.size())
                .filter(r -> quota.applyAsLong(resources.get(r)) != Rate.UNLIMITED)
                .toArray();
    }

    /**
     * @param rateLimits finds the VM's limit of a resource, which outlives changes of the grant
     */
    static GrantLimits of(
            String vm,
            Grant grant,
            SessionIdentity session,
            BiFunction<String, Rate, RateLimit> rateLimits) {
        return new GrantLimits(vm, grant, session, rateLimits);
    }

    /** Returns the number of limited rates. */
    int rates() {
        return rated.length;
    }

    /** Returns the resource of a rate. */
    int resource(int rate) {
        return rated[rate];
    }

    RateLimit rate(int rate) {
        return rates[rate];
    }

    /** Returns the limit of a resource over all devices; {@link Rate#UNLIMITED}: none. */
    long quota(int resource) {
        for (int i = 0; i < held.length; i++) {
            if (held[i] == resource) {
                return quotas[i];
            }
        }
        return Rate.UNLIMITED;
    }

    /** Returns the longest device time that a kernel may take. */
    long kernelNanos() {
        return kernelNanos;
    }

    /**
     * Returns the refusal of a command that exceeds a quota; null when it exceeds none. If it
     * exceeds several quotas, the refusal is about the quota of which most is missing.
     */
    @Nullable Deny overQuota(JudgedCommand command) {
        Deny worst = null;
        for (int i = 0; i < held.length; i++) {
            long asked = command.allocates(held[i]);
            long has = command.heldByVm(held[i]);
            if (asked > 0 && asked > quotas[i] - has) {
                worst = worse(worst, deny(command, held[i], has, quotas[i], ""));
            }
        }
        for (int i = 0; i < deviceHeld.length; i++) {
            long asked = command.allocates(deviceHeld[i]);
            long has = command.heldOnDevice(deviceHeld[i]);
            if (asked > 0 && asked > deviceQuotas[i] - has) {
                Deny device = deny(command, deviceHeld[i], has, deviceQuotas[i], " on a device");
                worst = worse(worst, device);
            }
        }
        return worst;
    }

    private static Deny worse(@Nullable Deny one, Deny other) {
        return one == null || other.missing() > one.missing() ? other : one;
    }

    private Deny deny(JudgedCommand command, int resource, long has, long quota, String where) {
        long asked = command.allocates(resource);
        String most = amount(resource, quota) + where;
        String why =
                asked > quota
                        ? "' may have only " + most + " in all; ask the operator for a larger quota"
                        : "' has "
                                + amount(resource, has)
                                + " of its "
                                + most
                                + "; free some, or ask the operator for more";
        return new Deny(
                "quota",
                resource,
                command.functionName()
                        + " asks for "
                        + amount(resource, asked)
                        + " of "
                        + resources.get(resource)
                        + ", but the VM '"
                        + vm
                        + why,
                saturated(asked - (quota - has)));
    }

    private static long saturated(long positive) {
        return positive < 0 ? Long.MAX_VALUE : positive;
    }

    /** Returns an amount with its unit, which the names of countable resources are already. */
    private String amount(int resource, long amount) {
        String text = GrantText.amount(amount);
        boolean memory =
                resource < roles.size() && roles.get(resource) == ResourceRole.DEVICE_MEMORY;
        return memory && Character.isDigit(text.charAt(text.length() - 1))
                ? text + (amount == 1 ? " byte" : " bytes")
                : text;
    }
}

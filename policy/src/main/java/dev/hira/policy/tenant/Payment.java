package dev.hira.policy.tenant;

import dev.hira.policy.Admission.Delay;
import dev.hira.policy.JudgedCommand;
import dev.hira.policy.rules.AdmissionRules;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The payment for the resources that a session's current command uses up: one rate after the other,
 * each paid once, however often the command is judged.
 */
final class Payment {
    private static final long UNKNOWN = -1;

    private final RateLimit.Payer payer;
    private final boolean[] paid;
    private final long[] due;
    private @Nullable RateLimit waitsAt;
    private boolean begun;
    private boolean metered;

    Payment(int resources, Runnable resume) {
        this.payer = new RateLimit.Payer(resume);
        this.paid = new boolean[resources];
        this.due = new long[resources];
        Arrays.fill(due, UNKNOWN);
    }

    /** Pays; returns null when all is paid, otherwise the reason for waiting. */
    @Nullable Delay pay(JudgedCommand command, GrantLimits limits, AdmissionRules rules, Vm vm) {
        begun = true;
        if (rules.meters() && !metered) {
            meter(command, rules, vm);
        }
        for (int i = 0; i < limits.rates(); i++) {
            int resource = limits.resource(i);
            if (paid[resource]) {
                continue;
            }
            long amount = due[resource] == UNKNOWN ? command.consumes(resource) : due[resource];
            RateLimit limit = limits.rate(i);
            if (amount > 0 && !paysAt(limit, amount)) {
                return limit.delay();
            }
            paid[resource] = true;
        }
        withdraw();
        return null;
    }

    private boolean paysAt(RateLimit limit, long amount) {
        if (waitsAt != limit) {
            withdraw(); // the former limit no longer applies
        }
        boolean pays = limit.pays(payer, amount);
        waitsAt = pays ? null : limit;
        return pays;
    }

    /** Gives up the place in the queue of a limit. Paid amounts stay paid. */
    void withdraw() {
        RateLimit limit = waitsAt;
        if (limit != null) {
            waitsAt = null;
            limit.withdraw(payer);
        }
    }

    /**
     * Ends the payment because the command went on or was refused; the next command starts a new
     * one.
     */
    void end() {
        if (begun) {
            begun = false;
            withdraw();
            Arrays.fill(paid, false);
            if (metered) {
                metered = false;
                Arrays.fill(due, UNKNOWN);
            }
        }
    }

    private void meter(JudgedCommand command, AdmissionRules rules, Vm vm) {
        metered = true;
        for (int r = 0; r < due.length; r++) {
            long amount = command.consumes(r);
            due[r] = amount == 0 ? 0 : Math.max(0, rules.consume(vm, r, amount));
        }
    }
}

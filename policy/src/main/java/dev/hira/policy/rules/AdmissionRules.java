package dev.hira.policy.rules;

import dev.hira.policy.Admission;
import dev.hira.policy.JudgedCommand;

/**
 * Operators' rules, which a policy asks before its own limits. They may refuse, delay, and change
 * the charge of a use, but cannot grant what a limit forbids. The rules may be replaced between two
 * calls. Thread-safe; no method blocks or fails: a rule that cannot be evaluated is reported as an
 * event; an admission rule then counts as one that holds, and a charge rule changes nothing.
 */
public interface AdmissionRules {
    /** No rules: admits every command and charges every use its own amount. */
    AdmissionRules NONE = new NoRules();

    /**
     * Judges one command.
     *
     * @return {@link Admission#ADMIT}, a {@link Admission.Delay} until at least {@link #retryNanos}
     *     later, or a {@link Admission.Deny}
     */
    Admission judge(VmCounters vm, JudgedCommand command);

    /**
     * Returns the charge for a VM's use of an instantaneous resource. Called once for each use,
     * since it may also change the rules' own counters.
     *
     * @param resource the resource's index in its API
     * @return not negative; the amount itself when no rule says otherwise
     */
    long consume(VmCounters vm, int resource, long amount);

    /** Whether {@link #judge} may return anything but {@link Admission#ADMIT}. */
    boolean judges();

    /** Whether {@link #consume} may have any effect. */
    boolean meters();

    /** Returns the nanoseconds after which a command that a rule delayed is judged again. */
    long retryNanos();

    /** Forgets the counters of a VM that has no session left. */
    void forget(String vm);
}

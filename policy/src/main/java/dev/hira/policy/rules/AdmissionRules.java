package dev.hira.policy.rules;

import dev.hira.policy.Admission;
import dev.hira.policy.JudgedCommand;

/**
 * Operators' rules as a policy asks them, before its own limits: they may refuse, delay, and change
 * what a use is charged, but grant nothing that a limit forbids. The rules may be replaced between
 * two calls. Safe for use by any number of threads; nothing blocks, and nothing fails: a rule that
 * cannot be evaluated is reported as an event; if it is about admission it counts as one that
 * holds, and if it is about charges it changes nothing.
 */
public interface AdmissionRules {
    /** No rules: everything goes and is charged as it is. */
    AdmissionRules NONE = new NoRules();

    /**
     * Judges one command.
     *
     * @return {@link Admission#ADMIT}, a {@link Admission.Delay} until at least {@link #retryNanos}
     *     later, or a {@link Admission.Deny}
     */
    Admission judge(VmCounters vm, JudgedCommand command);

    /**
     * What a VM's use of an instantaneous resource is charged against its limit. Called once for
     * each use, since it may also count in counters of the rules' own.
     *
     * @param resource the resource's index in its API
     * @return not negative; the amount itself when no rule says otherwise
     */
    long consume(VmCounters vm, int resource, long amount);

    /** Whether {@link #judge} may say anything but yes. */
    boolean judges();

    /** Whether {@link #consume} may do anything. */
    boolean meters();

    /** After how many nanoseconds a command that a rule delayed is judged again. */
    long retryNanos();

    /** A VM has no sessions any more: what was counted for it is forgotten. */
    void forget(String vm);
}

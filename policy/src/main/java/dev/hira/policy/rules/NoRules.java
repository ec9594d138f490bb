package dev.hira.policy.rules;

import dev.hira.policy.Admission;
import dev.hira.policy.JudgedCommand;

/** The absence of rules: admits every command and charges every use its own amount. */
final class NoRules implements AdmissionRules {
    @Override
    public Admission judge(VmCounters vm, JudgedCommand command) {
        return Admission.ADMIT;
    }

    @Override
    public long consume(VmCounters vm, int resource, long amount) {
        return amount;
    }

    @Override
    public boolean judges() {
        return false;
    }

    @Override
    public boolean meters() {
        return false;
    }

    @Override
    public long retryNanos() {
        return 0;
    }

    @Override
    public void forget(String vm) {}
}

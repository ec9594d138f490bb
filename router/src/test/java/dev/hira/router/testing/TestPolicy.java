package dev.hira.router.testing;

import dev.hira.policy.Admission;
import dev.hira.policy.AdmissionPolicy;
import dev.hira.policy.JudgedCommand;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A policy that a test decides for. */
public final class TestPolicy implements AdmissionPolicy {
    private Function<JudgedCommand, Admission> verdict = command -> Admission.ADMIT;
    private final List<Runnable> resumes = new ArrayList<>();
    private int open;
    private int withdrawals;

    public void decide(Function<JudgedCommand, Admission> newVerdict) {
        verdict = newVerdict;
    }

    /** Calls every session's resume callback. */
    public void resumeAll() {
        List.copyOf(resumes).forEach(Runnable::run);
    }

    /** How many sessions are under the policy. */
    public int open() {
        return open;
    }

    /** How often a command gave up its turn. */
    public int withdrawals() {
        return withdrawals;
    }

    @Override
    public SessionPolicy open(SessionIdentity session, Runnable resume) {
        resumes.add(resume);
        open++;
        return new SessionPolicy() {
            @Override
            public Admission judge(JudgedCommand command) {
                return verdict.apply(command);
            }

            @Override
            public void withdraw() {
                withdrawals++;
            }

            @Override
            public void close() {
                open--;
                resumes.remove(resume);
            }
        };
    }
}

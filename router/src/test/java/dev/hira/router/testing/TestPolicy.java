package dev.hira.router.testing;

import dev.hira.policy.Admission;
import dev.hira.policy.AdmissionPolicy;
import dev.hira.policy.JudgedCommand;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import dev.hira.policy.model.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A policy with verdicts that a test sets. */
public final class TestPolicy implements AdmissionPolicy {
    private Function<JudgedCommand, Admission> verdict = command -> Admission.ADMIT;
    private final List<Runnable> resumes = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private long quota = Rate.UNLIMITED;
    private long kernelNanos = Rate.UNLIMITED;
    private boolean held;
    private int open;
    private int withdrawals;
    private int inFlight;
    private int batches;

    public void decide(Function<JudgedCommand, Admission> newVerdict) {
        verdict = newVerdict;
    }

    /** Sets the quota of every resource of every VM. */
    public void quota(long most) {
        quota = most;
    }

    /** Sets the longest time of every VM's kernels. */
    public void kernelNanos(long most) {
        kernelNanos = most;
    }

    /** Sets whether the kernels of all sessions are held at their first device. */
    public void held(boolean hold) {
        held = hold;
    }

    /** Calls every session's resume callback. */
    public void resumeAll() {
        List.copyOf(resumes).forEach(Runnable::run);
    }

    /** Number of admitted commands with work that has not ended. */
    public int inFlight() {
        return inFlight;
    }

    /** The reports of work and codes, in words. */
    public List<String> told() {
        return told;
    }

    /** Number of sessions under the policy. */
    public int open() {
        return open;
    }

    /** Number of commands that gave up their turn. */
    public int withdrawals() {
        return withdrawals;
    }

    /** Number of times that a session said that a batch of commands is judged. */
    public int batches() {
        return batches;
    }

    @Override
    public SessionPolicy open(SessionIdentity session, Runnable resume) {
        resumes.add(resume);
        open++;
        return new Session(resume);
    }

    private final class Session implements SessionPolicy {
        private final Runnable resume;
        private int own;

        Session(Runnable resume) {
            this.resume = resume;
        }

        @Override
        public Admission judge(JudgedCommand command) {
            Admission admission = verdict.apply(command);
            if (command.work() && admission instanceof Admission.Admit) {
                own++;
                inFlight++;
            }
            return admission;
        }

        @Override
        public long kernelNanos() {
            return kernelNanos;
        }

        @Override
        public long quota(int resource) {
            return quota;
        }

        @Override
        public void identified(long name, int device, long code, String label) {
            told.add(label + " of device " + device + " is " + name + ", code " + code);
        }

        @Override
        public void running(long call) {
            told.add("call " + call + " is running");
        }

        @Override
        public boolean isHeld(int device) {
            return held && device == 0;
        }

        @Override
        public void spent(long call, long nanos) {
            told.add("call " + call + " has taken " + nanos);
        }

        @Override
        public void completed(long call, int device, long nanos) {
            own--;
            inFlight--;
            told.add("call " + call + " took " + nanos + " of device " + device);
        }

        @Override
        public void endBatch() {
            batches++;
        }

        @Override
        public void withdraw() {
            withdrawals++;
        }

        @Override
        public void takeOver(SessionPolicy former) {
            Session other = (Session) former;
            own += other.own;
            other.own = 0;
            former.close();
        }

        @Override
        public void close() {
            open--;
            inFlight -= own;
            own = 0;
            resumes.remove(resume);
        }
    }
}

package dev.hira.sim.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.hira.sim.clock.SimClock;
import dev.hira.sim.engine.cost.Cost;
import dev.hira.sim.engine.cost.EngineCounters;
import dev.hira.sim.engine.cost.Role;
import dev.hira.sim.profile.Profiles;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Threads that submit to the channels of a context, execute their operations and wait for them. No
 * operation is left behind, each executes once and in its channel's order, and no thread waits for
 * an operation that is done.
 */
public final class ChannelInterleavings {
    private ChannelInterleavings() {}

    /** A context whose host functions run when a test says so. */
    abstract static class Context {
        private static final DeviceEngines ENGINES =
                new DeviceEngines("test", Profiles.SMALL, SimClock.real(), 1_000_000, null);

        private final Queue<Runnable> hostCalls = new ConcurrentLinkedQueue<>();
        final ChannelGroup group = new ChannelGroup(ENGINES, hostCalls::add);
        final Channel channel = group.open(true, 0);

        /** What the actions have noted; the channels' order alone guards it. */
        private final StringBuilder noted = new StringBuilder();

        final ActionOperation note(int digit) {
            return new ActionOperation(() -> noted.append(digit));
        }

        /** Submits a host function, which the channel then waits for. */
        final ChannelOperation submitHostCall() {
            HostOperation call = new HostOperation((_, _) -> noted.append('h'), false);
            group.submit(channel, call);
            return call;
        }

        final void runHostCall() {
            hostCalls.remove().run();
        }

        final void report(L_Result result) {
            result.r1 = noted + (group.idle() ? "" : " and work is left");
        }
    }

    /** Two threads submit to one channel. */
    @JCStressTest
    @Outcome(
            id = {"1234", "1324", "1342", "3124", "3142", "3412"},
            expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class ChannelOfTwoThreads extends Context {
        @Actor
        public void one() {
            group.submit(channel, note(1));
            group.submit(channel, note(2));
        }

        @Actor
        public void other() {
            group.submit(channel, note(3));
            group.submit(channel, note(4));
        }

        @Arbiter
        public void result(L_Result result) {
            report(result);
        }
    }

    /** The legacy channel and a blocking one wait for each other's earlier operations. */
    @JCStressTest
    @Outcome(
            id = {"1234", "1324", "1342", "3124", "3142", "3412"},
            expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class LegacyAndBlockingChannel extends Context {
        @Actor
        public void one() {
            group.submit(channel, note(1));
            group.submit(group.legacy(), note(2));
        }

        @Actor
        public void other() {
            group.submit(group.legacy(), note(3));
            group.submit(channel, note(4));
        }

        @Arbiter
        public void result(L_Result result) {
            report(result);
        }
    }

    /** An operation ends while another channel begins to wait for it. */
    @JCStressTest
    @Outcome(id = "h1", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class ChannelWaitsForOther extends Context {
        private final ChannelOperation call = submitHostCall();
        private final Channel waiting = group.open(false, 0);

        @Actor
        public void host() {
            runHostCall();
        }

        @Actor
        public void submitter() {
            group.submitWait(waiting, call);
            group.submit(waiting, note(1));
        }

        @Arbiter
        public void result(L_Result result) {
            report(result);
        }
    }

    /** An operation ends while a thread begins to wait for it. */
    @JCStressTest
    @Outcome(id = "h", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class ThreadWaitsForOperation extends Context {
        private final ChannelOperation call = submitHostCall();

        @Actor
        public void host() {
            runHostCall();
        }

        @Actor
        public void waiter() {
            group.await(call);
        }

        @Arbiter
        public void result(L_Result result) {
            report(result);
        }
    }

    /** Work for an engine, which counts its executions. */
    private static final class Work extends EngineOperation {
        private final Role role;
        private final AtomicInteger executed;

        Work(Role role, AtomicInteger executed) {
            this.role = role;
            this.executed = executed;
        }

        @Override
        protected Role role() {
            return role;
        }

        @Override
        protected boolean lasts() {
            return role == Role.COMPUTE;
        }

        @Override
        protected void execute() {
            executed.incrementAndGet();
        }

        @Override
        protected Cost cost() {
            return Cost.of(1);
        }

        @Override
        protected void count(EngineCounters counters, long nanos) {}
    }

    /** Two threads submit work for one engine and wait for it. */
    abstract static class OneEngine extends Context {
        private final Role role;
        private final AtomicInteger executed = new AtomicInteger();
        private final Channel other = group.open(false, 0);

        OneEngine(Role role) {
            this.role = role;
        }

        final void one() {
            submitAndAwait(channel);
        }

        final void other() {
            submitAndAwait(other);
        }

        private void submitAndAwait(Channel to) {
            group.submit(to, new Work(role, executed));
            Work last = new Work(role, executed);
            group.submit(to, last);
            group.await(last);
        }

        final void count(I_Result result) {
            result.r1 = group.idle() ? executed.get() : -1;
        }
    }

    /** Kernels. */
    @JCStressTest
    @Outcome(id = "4", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class KernelsOfTwoThreads extends OneEngine {
        public KernelsOfTwoThreads() {
            super(Role.COMPUTE);
        }

        @Actor
        public void firstThread() {
            one();
        }

        @Actor
        public void secondThread() {
            other();
        }

        @Arbiter
        public void result(I_Result result) {
            count(result);
        }
    }

    /** Copies. */
    @JCStressTest
    @Outcome(id = "4", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class CopiesOfTwoThreads extends OneEngine {
        public CopiesOfTwoThreads() {
            super(Role.TO_DEVICE);
        }

        @Actor
        public void firstThread() {
            one();
        }

        @Actor
        public void secondThread() {
            other();
        }

        @Arbiter
        public void result(I_Result result) {
            count(result);
        }
    }
}

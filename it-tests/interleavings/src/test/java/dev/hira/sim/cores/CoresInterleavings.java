package dev.hira.sim.cores;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * One seat that two threads want. No thread waits for ever, two threads hold the seat at once only
 * where one was lent, and in the end the seat is free. Results: the number of free seats, and how
 * often a thread found another in the seat.
 */
public final class CoresInterleavings {
    private CoresInterleavings() {}

    /** A run that ends when it is told to. */
    static final class Run implements SeatedRun {
        private volatile boolean over;

        @Override
        public void addSeatTime(long nanos) {}

        @Override
        public void demandAttention() {}

        @Override
        public boolean stopped() {
            return over;
        }

        @Override
        public boolean over() {
            return over;
        }

        @Override
        public void watch(long now) {}
    }

    /** A host with one core. */
    abstract static class OneCore {
        private final AtomicLong now = new AtomicLong();
        final Cores cores = new Cores(1, now::get);
        final Run first = new Run();
        final Run second = new Run();
        private int seated;
        private int shared;

        /** Notes that the calling thread uses the seat; the seat alone orders these accesses. */
        final void use() {
            shared += seated == 0 ? 0 : 1;
            seated++;
            Thread.onSpinWait();
            seated--;
        }

        /** Moves the clock, and tells holders of seats that others wait. */
        final void expireAfter(long nanos) {
            cores.expire(now.addAndGet(nanos));
        }

        /** Ends a run and wakes its threads. */
        final void end(Run run) {
            run.over = true;
            cores.dismiss(run);
        }

        final void report(II_Result result) {
            result.r1 = free();
            result.r2 = shared;
        }

        /** Counts seats by taking them for runs that are over, which wait for none. */
        private int free() {
            int free = 0;
            boolean taken = true;
            while (taken) {
                Run probe = new Run();
                probe.over = true;
                cores.sit("probe", probe);
                taken = !cores.seated(probe).isEmpty();
                free += taken ? 1 : 0;
            }
            return free;
        }
    }

    /** Both threads take the seat and leave it. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class SeatHandedOver extends OneCore {
        @Actor
        public void one() {
            Seat seat = cores.sit("one", first);
            use();
            cores.leave(seat);
        }

        @Actor
        public void other() {
            Seat seat = cores.sit("other", second);
            use();
            cores.leave(seat);
        }

        @Arbiter
        public void result(II_Result result) {
            report(result);
        }
    }

    /** Both threads give way to each other once. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class SeatGivenUp extends OneCore {
        @Actor
        public void one() {
            takeTurns("one", first);
        }

        @Actor
        public void other() {
            takeTurns("other", second);
        }

        private void takeTurns(String party, Run run) {
            Seat seat = cores.sit(party, run);
            use();
            cores.giveWay(seat);
            use();
            cores.leave(seat);
        }

        @Arbiter
        public void result(II_Result result) {
            report(result);
        }
    }

    /** A thread waits for a seat that is never given up, until its run ends. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class WaitingThreadDismissed extends OneCore {
        private final Seat held = cores.sit("holder", first);

        @Actor
        public void waiter() {
            cores.leave(cores.sit("waiter", second));
        }

        @Actor
        public void owner() {
            end(second);
        }

        @Arbiter
        public void result(II_Result result) {
            cores.leave(held);
            report(result);
        }
    }

    /** The run ends while its waiting thread is granted the seat. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class GrantedThreadDismissed extends OneCore {
        private final Seat held = cores.sit("holder", first);

        @Actor
        public void waiter() {
            cores.leave(cores.sit("waiter", second));
        }

        @Actor
        public void holder() {
            end(second);
            cores.leave(held);
        }

        @Arbiter
        public void result(II_Result result) {
            report(result);
        }
    }

    /** The holder reacts late, so the waiting thread may have got an additional seat. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class SeatLent extends OneCore {
        @Actor
        public void waiter() {
            cores.leave(cores.sit("waiter", second));
        }

        @Actor
        public void holder() {
            Seat held = cores.sit("holder", first);
            expireAfter(Cores.QUANTUM);
            expireAfter(Cores.GRACE);
            cores.giveWay(held);
            cores.leave(held);
        }

        @Arbiter
        public void result(II_Result result) {
            report(result);
        }
    }
}

package dev.hira.server.turn;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * The turn under a home thread and others: no work is left behind, one thread works at a time,
 * items keep their order. Results: the items handled, the number of tasks run, and what is wrong
 * besides.
 */
public final class SessionTurnInterleavings {
    private SessionTurnInterleavings() {}

    /** A session with a turn, whose fields only the owner of the turn may touch. */
    static class Session implements TurnWork<Integer> {
        /** Items from here on take long. */
        static final int LONG = 5;

        private final Queue<Runnable> handedOn = new ConcurrentLinkedQueue<>();
        final SessionTurn<Integer> turn = new SessionTurn<>(this, handedOn::add);
        private final StringBuilder handled = new StringBuilder();
        private final Queue<Integer> dropped = new ConcurrentLinkedQueue<>();
        private int tasks;
        private int unsent;
        private int inside;
        private boolean overlapped;

        @Override
        public void handle(Integer item) {
            enter();
            handled.append(item);
            unsent++;
            leave();
        }

        void task() {
            enter();
            tasks++;
            unsent++;
            leave();
        }

        @Override
        public void sendAnswers() {
            enter();
            unsent = 0;
            leave();
        }

        @Override
        public boolean takesLong(Integer item) {
            return item >= LONG;
        }

        @Override
        public long weight(Integer item) {
            return item;
        }

        @Override
        public void dropped(Integer item) {
            dropped.add(item);
        }

        /** Does the work of a worker thread: at most one hand-over. */
        void work() {
            Runnable work = handedOn.poll();
            if (work != null) {
                work.run();
            }
        }

        /** Lets the workers finish what was handed on, and nothing else. */
        void report(LLL_Result result) {
            while (!handedOn.isEmpty()) {
                work();
            }
            result.r1 = handled + (dropped.isEmpty() ? "" : "-" + new TreeSet<>(dropped));
            result.r2 = tasks;
            result.r3 = fault();
        }

        private String fault() {
            if (overlapped) {
                return "two threads at once";
            }
            if (unsent > 0) {
                return "answers are not sent";
            }
            return turn.toString().endsWith("free, backlog 0")
                            || turn.toString().endsWith("free, closed, backlog 0")
                    ? "ok"
                    : turn.toString();
        }

        private void enter() {
            if (inside++ != 0 || !turn.isMine()) {
                overlapped = true;
            }
        }

        private void leave() {
            if (--inside != 0 || !turn.isMine()) {
                overlapped = true;
            }
        }
    }

    /** Items meet a task: the one that comes second is not left to a thread that is leaving. */
    @JCStressTest
    @Outcome(id = "12, 1, ok", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class ItemsAndTask extends Session {
        @Actor
        public void home() {
            turn.arrived(1);
            turn.arrived(2);
        }

        @Actor
        public void other() {
            turn.run(this::task);
        }

        @Arbiter
        public void result(LLL_Result result) {
            report(result);
        }
    }

    /** Two threads add tasks. */
    @JCStressTest
    @Outcome(id = ", 3, ok", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class TaskAndTask extends Session {
        @Actor
        public void first() {
            turn.run(this::task);
        }

        @Actor
        public void second() {
            turn.run(this::task);
            turn.run(this::task);
        }

        @Arbiter
        public void result(LLL_Result result) {
            report(result);
        }
    }

    /** An item that takes long moves the turn to a worker while short items follow. */
    @JCStressTest
    @Outcome(id = "512, 0, ok", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class LongItem extends Session {
        @Actor
        public void home() {
            turn.arrived(5);
            turn.arrived(1);
            turn.arrived(2);
        }

        @Actor
        public void worker() {
            work();
            work();
        }

        @Arbiter
        public void result(LLL_Result result) {
            report(result);
        }
    }

    /** A worker takes over the turn while another thread adds a task. */
    @JCStressTest
    @Outcome(id = "516, 2, ok", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class WorkerAndTask extends Session {
        @Actor
        public void home() {
            turn.arrived(5);
            turn.arrived(1);
            turn.arrived(6);
        }

        @Actor
        public void other() {
            turn.run(this::task);
            work();
            turn.run(this::task);
            work();
        }

        @Arbiter
        public void result(LLL_Result result) {
            report(result);
        }
    }

    /** A hold ends while items arrive. */
    @JCStressTest
    @Outcome(id = "12, 0, ok", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class HoldEnds extends Session {
        public HoldEnds() {
            turn.hold(true);
        }

        @Actor
        public void home() {
            turn.arrived(1);
            turn.arrived(2);
        }

        @Actor
        public void other() {
            turn.hold(false);
        }

        @Arbiter
        public void result(LLL_Result result) {
            report(result);
        }
    }

    /** The turn is closed while items arrive and a task runs: each item is handled or dropped. */
    @JCStressTest
    @Outcome(
            id = {"12, 1, ok", "1-[2], 1, ok", "-[1, 2], 1, ok"},
            expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class Close extends Session {
        @Actor
        public void home() {
            turn.arrived(1);
            turn.arrived(2);
        }

        @Actor
        public void other() {
            turn.run(this::task);
            turn.close();
        }

        @Arbiter
        public void result(LLL_Result result) {
            report(result);
        }
    }
}

package dev.hira.router.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.policy.AdmitAll;
import dev.hira.policy.SessionIdentity;
import dev.hira.router.books.Ledger;
import dev.hira.router.books.VmLedger;
import dev.hira.router.config.LimitsConfig;
import dev.hira.router.journal.JournalBudget;
import dev.hira.router.judge.SessionPaths.Judging;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.router.meter.RouterMeters;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.SessionEvents;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordKinds;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An admitted command costs the router no allocation, however many a frame contains. */
@Tag("measuring")
final class AllocationTest {
    private static final int RECORDS = 1000;
    private static final int FRAMES = 200;

    private final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final ToyCatalog catalog = new ToyCatalog();
    private final Ledger ledger =
            new Ledger(new VmLedger(), List.of(), List.of("memory", "calls"), 1_000_000, 42);
    private final SessionPaths paths =
            SessionPaths.between(
                    new SessionLinks(new Hole(), new Hole()),
                    new Judging(
                            catalog,
                            ledger,
                            AdmitAll.INSTANCE.open(
                                    new SessionIdentity(
                                            "vm",
                                            "s",
                                            "",
                                            List.of("d/0"),
                                            List.of("memory", "calls")),
                                    () -> {}),
                            1,
                            control -> {},
                            control -> {},
                            new SessionEvents(new EventHub(InstantSource.system()), "vm", "s"),
                            () -> 0,
                            new ByteBudget(1 << 20, 1 << 20),
                            JournalBudget.unlimited().open("vm"),
                            (_, _) -> {},
                            0),
                    new LimitsConfig(1, 1, 100, 1_000_000, 1 << 24, 65535, 1 << 22),
                    0,
                    7,
                    new RouterMeters(new SimpleMeterRegistry()));

    /** A link that drops all frames. */
    private static final class Hole implements Link {
        @Override
        public void start(LinkHandler handler) {}

        @Override
        public void send(Frame frame) {
            frame.release();
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void setReadable(boolean readable) {}

        @Override
        public void execute(Runnable task) {}

        @Override
        public String kind() {
            return "hole";
        }

        @Override
        public void close(LinkStatus reason) {}
    }

    private Frame[] down() {
        Frame[] frames = new Frame[FRAMES];
        Calls calls = new Calls();
        byte[] data = new byte[16];
        for (int f = 0; f < FRAMES; f++) {
            for (int i = 0; i < RECORDS / 4; i++) {
                calls.call(ToyCatalog.WORK, false, 0, 0);
                calls.call(ToyCatalog.ALLOC_ASYNC, false, 1 + i % 50, 10);
                calls.write(3, data);
                calls.call(ToyCatalog.READ, true, 3, 4);
            }
            frames[f] = calls.frame();
        }
        return frames;
    }

    private Frame[] up() {
        Frame[] frames = new Frame[FRAMES];
        for (int f = 0; f < FRAMES; f++) {
            Calls replies = new Calls();
            for (int i = 0; i < RECORDS; i++) {
                replies.record(RecordKinds.REPLY, 0, ToyCatalog.READ, i);
            }
            frames[f] = replies.frame();
        }
        return frames;
    }

    /** Reports the ends of the work of every other call from a number on. */
    private static Frame[] done(int step, int count, long first) {
        Frame[] frames = new Frame[FRAMES];
        long call = first;
        for (int f = 0; f < FRAMES; f++) {
            Calls ends = new Calls();
            for (int i = 0; i < count; i++) {
                ends.done(call, 0, 1000);
                call += step;
            }
            frames[f] = ends.frame(FrameLayout.AUDIENCE_HOP);
        }
        return frames;
    }

    @Test
    void shouldAllocateNothingPerCommand() {
        run(down(), up());
        run(new Frame[0], done(4, RECORDS / 4, 1));
        // The tables of bookings grow when they hold more entries than ever before. That is not a
        // cost per command, so the measured round frees as it goes.
        run(workOnly(10_000_000), done(2, RECORDS / 2, 10_000_000));
        long bytes = run(workOnly(20_000_000), done(2, RECORDS / 2, 20_000_000));
        assertThat(bytes / (double) (2L * FRAMES * RECORDS))
                .as("bytes per command")
                .isLessThan(0.5);
    }

    private Frame[] workOnly(long first) {
        Frame[] frames = new Frame[FRAMES];
        Calls calls = new Calls(first);
        byte[] data = new byte[16];
        for (int f = 0; f < FRAMES; f++) {
            for (int i = 0; i < RECORDS / 2; i++) {
                calls.call(ToyCatalog.WORK, false, 0, 0);
                calls.write(3, data);
            }
            frames[f] = calls.frame();
        }
        return frames;
    }

    private long run(Frame[] down, Frame[] up) {
        // The cost of a frame itself is paid in advance.
        for (Frame frame : down) {
            frame.head();
        }
        for (Frame frame : up) {
            frame.head();
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < Math.max(down.length, up.length); i++) {
            if (i < down.length) {
                paths.down().onFrame(down[i]);
            }
            paths.up().onFrame(up[i]);
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}

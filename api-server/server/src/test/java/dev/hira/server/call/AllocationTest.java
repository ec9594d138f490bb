package dev.hira.server.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.hira.base.SharedBudget;
import dev.hira.link.local.LocalLinks;
import dev.hira.server.host.DriverProcess;
import dev.hira.server.host.SessionOwner;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyDriver;
import dev.hira.server.testing.ToyHost;
import dev.hira.server.testing.ToyRig;
import dev.hira.server.turn.SessionTurn;
import dev.hira.server.turn.TurnWork;
import dev.hira.server.work.CallThreads;
import dev.hira.server.work.Traffic;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Measures the garbage of an asynchronous command. */
@Timeout(240)
@Tag("measuring")
final class AllocationTest {
    private static final int PER_FRAME = 500;
    private static final int FRAMES = 400;

    private final FrameRunner<ToyDriver> runner = runner();

    private static FrameRunner<ToyDriver> runner() {
        ToyHost host = new ToyHost();
        DriverProcess<ToyDriver> process =
                host.open(new SessionOwner("vm", "s", _ -> {}), List.of());
        TurnWork<Frame> idle =
                new TurnWork<>() {
                    @Override
                    public void handle(Frame item) {}

                    @Override
                    public void sendAnswers() {}

                    @Override
                    public boolean takesLong(Frame item) {
                        return false;
                    }

                    @Override
                    public long weight(Frame item) {
                        return 0;
                    }

                    @Override
                    public void dropped(Frame item) {}
                };
        Traffic traffic =
                new Traffic() {
                    @Override
                    public void calls(long made, long failed) {
                        assertThat(failed).isZero();
                    }

                    @Override
                    public void received(long bytes) {}

                    @Override
                    public void sent(long bytes) {}

                    @Override
                    public void wentAway() {}
                };
        return new FrameRunner<>(
                host.dispatcher(),
                process,
                LocalLinks.deterministic().second(),
                null,
                ToyRig.LIMITS,
                new SessionBudgets(
                        new SharedBudget(1000, 1000).newPart(),
                        new SharedBudget(1000, 1000).newPart()),
                new SessionTurn<>(idle, Runnable::run),
                new CallThreads(Runnable::run, Runnable::run, task -> {}),
                traffic,
                violation -> {
                    throw violation;
                });
    }

    @Test
    void shouldAllocateNothingPerCommandWithoutPayload() {
        assertThat(bytesPerCommand(0)).isLessThan(4);
    }

    @Test
    void shouldAllocateAlmostNothingPerCommandWithAPayload() {
        assertThat(bytesPerCommand(64)).isLessThan(160);
    }

    private double bytesPerCommand(int payload) {
        Frame frame = frame(payload);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        run(frame);
        long before = threads.getCurrentThreadAllocatedBytes();
        run(frame);
        long after = threads.getCurrentThreadAllocatedBytes();
        frame.release();
        return (double) (after - before) / ((long) PER_FRAME * FRAMES);
    }

    private void run(Frame frame) {
        for (int i = 0; i < FRAMES; i++) {
            runner.frame(frame);
        }
    }

    private static Frame frame(int payload) {
        ArgsWriter args = new ArgsWriter();
        MemorySegment data = MemorySegment.ofArray(new byte[payload]);
        try (FrameWriter writer = new FrameWriter()) {
            for (int i = 0; i < PER_FRAME; i++) {
                int function = payload > 0 ? ToyDispatcher.TOUCH : ToyDispatcher.USE;
                args.reset().uint64(1, 2).uint64(2, payload);
                writer.begin(RecordKinds.CALL, 0, function, i + 1, i % 3)
                        .args(args.array(), args.length());
                if (payload > 0) {
                    writer.payloadInline(ToyDispatcher.DATA, data, payload, false);
                }
                writer.end();
            }
            return writer.finish(0);
        }
    }
}

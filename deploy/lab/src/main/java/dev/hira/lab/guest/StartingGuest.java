package dev.hira.lab.guest;

import dev.hira.api.AddressWindow;
import dev.hira.lab.calls.CudaCalls;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.router.judge.Controls;
import dev.hira.sim.clock.VirtualClock;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;

/**
 * A guest that computes by itself first, then creates its objects, one call after the other, and
 * from then on launches kernels and waits for each.
 */
public final class StartingGuest implements LinkHandler {
    private static final int LANE = 1;
    private static final long FUNCTION = 0x2000;
    private static final long CONTEXT = 0x0200_0000_0000_0100L;
    private static final long EVENTS = 0x0400_0000_0000_0100L;
    private static final long MEMORY = AddressWindow.of(CONTEXT).start();

    /**
     * The objects and kernels of the guest.
     *
     * @param quiet time before it creates objects, in nanoseconds
     * @param buffers number of buffers
     * @param bufferBytes size of each
     * @param events number of events
     * @param kernel run time of a kernel, in nanoseconds
     */
    public record Plan(long quiet, int buffers, long bufferBytes, int events, long kernel) {}

    private final Plan plan;
    private final VirtualClock clock;
    private final Link link;
    private final CudaCalls calls = new CudaCalls();
    private final RecordCursor cursor = new RecordCursor();
    private int created;
    private long launchedAt;
    private long kernels;

    public StartingGuest(Plan plan, VirtualClock clock, Link link) {
        this.plan = plan;
        this.clock = clock;
        this.link = link;
    }

    /** Requests a session; the work begins when the session is open. */
    public void connect(Open.Builder open) {
        link.start(this);
        link.send(Controls.frame(Control.newBuilder().setOpen(open).build()));
    }

    /** Returns the time that its kernel runs still, if nothing else uses the device. */
    public long leftNanos() {
        return kernels == 0 ? 0 : Math.max(0, launchedAt + plan.kernel - clock.nanos());
    }

    /** Returns the number of kernels launched so far. */
    public long kernels() {
        return kernels;
    }

    @Override
    public void onFrame(Frame frame) {
        cursor.wrap(frame);
        while (cursor.next()) {
            if (cursor.kind() == RecordKinds.REPLY) {
                goOn();
            } else if (cursor.kind() == RecordKinds.CONTROL
                    && Controls.parse(frame, cursor).hasOpened()) {
                clock.schedule(plan.quiet, this::goOn);
            }
        }
        frame.release();
    }

    private void goOn() {
        int step = created++;
        if (step == 0) {
            calls.context(LANE, CONTEXT);
        } else if (step <= plan.buffers) {
            calls.alloc(LANE, MEMORY + step * plan.bufferBytes, plan.bufferBytes);
        } else if (step <= plan.buffers + plan.events) {
            calls.event(LANE, EVENTS + step);
        } else {
            launchedAt = clock.nanos();
            kernels++;
            calls.launch(LANE, FUNCTION, plan.kernel);
            calls.synchronize(LANE);
        }
        link.send(calls.frame());
    }

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(LinkStatus status) {}
}

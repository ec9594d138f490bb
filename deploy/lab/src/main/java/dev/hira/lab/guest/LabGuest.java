package dev.hira.lab.guest;

import dev.hira.lab.calls.Costs;
import dev.hira.lab.calls.CudaCalls;
import dev.hira.lab.measure.Recorder;
import dev.hira.lab.measure.Trace;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.router.judge.Controls;
import dev.hira.sim.clock.VirtualClock;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A guest of the laboratory: a process that works through its {@link GuestWorkload}. */
public final class LabGuest implements LinkHandler {
    private final GuestWorkload workload;
    private final VirtualClock clock;
    private final Costs costs;
    private final Link link;
    private final Trace trace;
    private final CudaCalls calls = new CudaCalls();
    private final RecordCursor cursor = new RecordCursor();
    private final Map<Long, Lane> waiting = new HashMap<>();
    private final RandomGenerator random;
    private final long function;
    private @Nullable LinkStatus ended;
    private int finished;

    /**
     * Creates a guest that is not connected yet.
     *
     * @param seed the seed of its random numbers
     * @param recorder records its work
     */
    public LabGuest(
            GuestWorkload workload,
            VirtualClock clock,
            Costs costs,
            Link link,
            long seed,
            Recorder recorder) {
        this.workload = workload;
        this.clock = clock;
        this.costs = costs;
        this.link = link;
        this.trace = recorder.trace(workload.name());
        this.random = new SplittableRandom(seed);
        this.function = 0x2000L + (workload.name().hashCode() & 0xFFF);
    }

    /** Requests a session; the work begins when the session is open. */
    public void connect(Open.Builder open) {
        link.start(this);
        open.setProcess(workload.name());
        link.send(Controls.frame(Control.newBuilder().setOpen(open).build()));
    }

    /** Ends the session. */
    public void disconnect() {
        if (ended == null) {
            ended = LinkStatus.NORMAL;
            link.close(LinkStatus.NORMAL);
        }
    }

    /** Returns whether the guest made all its iterations. */
    public boolean hasFinished() {
        return finished == workload.lanes();
    }

    /** Returns the reason why the session ended; null while it is open. */
    public @Nullable LinkStatus ended() {
        return ended;
    }

    @Override
    public void onFrame(Frame frame) {
        cursor.wrap(frame);
        while (cursor.next()) {
            if (cursor.kind() == RecordKinds.REPLY) {
                answered((cursor.flags() & RecordFlags.ERROR) != 0);
            } else if (cursor.kind() == RecordKinds.CONTROL
                    && Controls.parse(frame, cursor).hasOpened()) {
                begin();
            }
        }
        frame.release();
    }

    private void begin() {
        for (int i = 1; i <= workload.lanes(); i++) {
            new Lane(i).next();
        }
    }

    private void answered(boolean error) {
        Lane lane = waiting.remove(cursor.callId());
        if (error) {
            trace.refused(clock.nanos());
        }
        if (lane != null) {
            lane.answered();
        }
    }

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(LinkStatus status) {
        ended = status;
    }

    /** Returns the time to rest now, so that work and rest alternate. */
    private long restFromNow() {
        if (workload.busy() == 0) {
            return 0;
        }
        long phase = (clock.nanos() - workload.begin()) % (workload.busy() + workload.rest());
        return phase < workload.busy() ? 0 : workload.busy() + workload.rest() - phase;
    }

    /** A thread of the guest. */
    private final class Lane {
        private final int number;
        private long made;
        private long began;
        private long asked;

        Lane(int number) {
            this.number = number;
        }

        void next() {
            if (made == workload.iterations()) {
                finished++;
                return;
            }
            long pause = workload.think().draw(random) + restFromNow();
            began = clock.nanos() + pause;
            long staged = costs.stagingNanos(workload.bytesIn());
            clock.schedule(pause + costs.call() + staged, this::send);
        }

        private void send() {
            if (ended != null) {
                return;
            }
            if (workload.bytesIn() > 0) {
                calls.copyIn(number, workload.bytesIn());
            }
            asked = 0;
            for (int i = 0; i < workload.launches(); i++) {
                long nanos = workload.kernel().draw(random);
                asked += nanos;
                calls.launch(number, function, nanos);
            }
            if (workload.bytesOut() > 0) {
                calls.copyOut(number, workload.bytesOut());
            }
            waiting.put(calls.synchronize(number), this);
            link.send(calls.frame());
        }

        private void answered() {
            long staged = costs.stagingNanos(workload.bytesOut());
            clock.schedule(staged, this::done);
        }

        private void done() {
            made++;
            long took = clock.nanos() - began;
            trace.iterated(took);
            trace.waited(Math.max(0, took - asked));
            next();
        }
    }
}

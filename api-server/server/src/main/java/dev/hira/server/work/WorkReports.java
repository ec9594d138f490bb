package dev.hira.server.work;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.WorkListener;
import dev.hira.link.Link;
import dev.hira.server.host.LaneDrivers;
import dev.hira.wire.DoneWriter;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Identified;
import dev.hira.wire.v1.Overrun;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the router is told of device work: that it has ended, and what kernels are called. What ends
 * while its call is made is collected without a lock by whoever has the turn and leaves with the
 * turn's answers. What ends later is collected under a lock and leaves with the next answers too,
 * or by a worker, who takes along what came until he is there.
 */
public final class WorkReports implements WorkListener {
    private final Link link;
    private final Executor workers;
    private final Traffic traffic;

    /** Of who has the turn. */
    private final DoneWriter own = new DoneWriter();

    private final ReentrantLock lock;

    @GuardedBy("lock")
    private final FrameWriter hop = new FrameWriter();

    @GuardedBy("lock")
    private final DoneWriter late = new DoneWriter();

    @GuardedBy("lock")
    private boolean workerComes;

    @GuardedBy("lock")
    private boolean closed;

    /** Whether something was collected under the lock; a hint, true too often at worst. */
    private volatile boolean waiting;

    private final WorkPulse pulse;

    /**
     * @param lock held by whoever sends something over the link
     * @param threads bring to the router what nobody else does
     * @param drivers know what the devices are at
     */
    public WorkReports(
            Link link,
            ReentrantLock lock,
            CallThreads threads,
            Traffic traffic,
            LaneDrivers<?> drivers) {
        this.link = link;
        this.lock = lock;
        this.workers = threads.workers();
        this.traffic = traffic;
        this.pulse = new WorkPulse(drivers, this::running, threads.beats());
    }

    /** A call was made, and its work is over. Only with the turn. */
    void made(long call, int device, long nanos) {
        own.add(call, device, nanos);
        if (own.isFull()) {
            flush();
        }
    }

    /** A call was made, and some of its work is left. Any thread. */
    void left() {
        pulse.left();
    }

    /** A call is going to be made away from the turn, and may wait for its work. Any thread. */
    void away() {
        pulse.left();
    }

    /** Such a call was made. Any thread. */
    void back() {
        pulse.ended();
    }

    /** Sends everything. Only with the turn. */
    public void flush() {
        if (own.isEmpty()) {
            flushLate();
            return;
        }
        lock.lock();
        try {
            own.finish(hop);
            send();
        } finally {
            lock.unlock();
        }
    }

    /** Sends what ended later than its call was made. Any thread. */
    public void flushLate() {
        if (!waiting) {
            return;
        }
        lock.lock();
        try {
            send();
        } finally {
            lock.unlock();
        }
    }

    /** Drops what waits and whatever is reported later. */
    public void close() {
        pulse.close();
        lock.lock();
        try {
            closed = true;
            hop.discard();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void ended(long call, int device, long nanos) {
        pulse.ended();
        late(call, device, nanos);
    }

    /** A call was made away from the turn, and its work is over. Any thread. */
    void madeAway(long call, int device, long nanos) {
        late(call, device, nanos);
    }

    private void late(long call, int device, long nanos) {
        lock.lock();
        try {
            late.add(call, device, nanos);
            waiting = true;
            if (late.isFull()) {
                send();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Says what the devices are at, unless the router does not read. Any thread. */
    void running(Control message) {
        lock.lock();
        try {
            if (!closed && link.isWritable()) {
                control(message);
                send();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void settled() {
        lock.lock();
        try {
            if (!waiting || workerComes || closed) {
                return;
            }
            workerComes = true;
        } finally {
            lock.unlock();
        }
        try {
            workers.execute(this::bring);
        } catch (RejectedExecutionException shutDown) {
            bring();
        }
    }

    private void bring() {
        lock.lock();
        try {
            workerComes = false;
            send();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void overran(long call, int device, String label, long nanos) {
        control(
                Control.newBuilder()
                        .setOverrun(
                                Overrun.newBuilder()
                                        .setCall(call)
                                        .setDevice(device)
                                        .setNanos(nanos)
                                        .setLabel(label))
                        .build());
    }

    @Override
    public void identified(long name, int device, long code, String label) {
        control(
                Control.newBuilder()
                        .setIdentified(
                                Identified.newBuilder()
                                        .addNames(name)
                                        .addDevices(device)
                                        .addCodes(code)
                                        .addLabels(label))
                        .build());
    }

    private void control(Control message) {
        byte[] args = message.toByteArray();
        lock.lock();
        try {
            hop.begin(RecordKinds.CONTROL, 0, 0, 0, 0).args(args, args.length).end();
            waiting = true;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void send() {
        waiting = false;
        late.finish(hop);
        if (hop.isEmpty()) {
            return;
        }
        if (closed) {
            hop.discard();
        } else {
            traffic.sent(hop.bytes());
            link.send(hop.finish(FrameLayout.AUDIENCE_HOP));
        }
    }
}

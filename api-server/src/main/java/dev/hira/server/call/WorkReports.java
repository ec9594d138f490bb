package dev.hira.server.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.wire.DoneWriter;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.Link;
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
final class WorkReports implements WorkListener {
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

    /**
     * @param lock held by whoever sends something over the link
     * @param workers bring to the router what nobody else does
     */
    WorkReports(Link link, ReentrantLock lock, Executor workers, Traffic traffic) {
        this.link = link;
        this.lock = lock;
        this.workers = workers;
        this.traffic = traffic;
    }

    /** A call was made, and its work is over. Only with the turn. */
    void made(long call, int device, long nanos) {
        own.add(call, device, nanos);
        if (own.isFull()) {
            flush();
        }
    }

    /** Sends everything. Only with the turn. */
    void flush() {
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
    void flushLate() {
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
    void close() {
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

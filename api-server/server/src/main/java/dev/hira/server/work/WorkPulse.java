package dev.hira.server.work;

import dev.hira.server.host.LaneDrivers;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Running;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Reports at a fixed beat which calls the devices are executing, as long as some of a session's
 * work is under way. Work that ends before the next beat is not reported as running; a session
 * without work costs nothing.
 */
final class WorkPulse {
    private final LaneDrivers<?> drivers;
    private final Consumer<Control> to;
    private final Executor beats;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicBoolean beating = new AtomicBoolean();
    private volatile boolean closed;

    WorkPulse(LaneDrivers<?> drivers, Consumer<Control> to, Executor beats) {
        this.drivers = drivers;
        this.to = to;
        this.beats = beats;
    }

    /** Records a call that left work under way, or that may be waiting for its work. */
    void begins() {
        underWay.getAndIncrement();
        if (!beating.get() && beating.compareAndSet(false, true)) {
            next();
        }
    }

    /** Records the end of such work, which may precede the record of its beginning. */
    void ended() {
        underWay.getAndDecrement();
    }

    /** Whether no work is under way. */
    boolean isIdle() {
        return underWay.get() <= 0;
    }

    /** Sends no further reports. */
    void close() {
        closed = true;
    }

    private void next() {
        try {
            beats.execute(this::beat);
        } catch (RejectedExecutionException shutDown) {
            beating.set(false);
        }
    }

    private void beat() {
        beating.set(false);
        if (underWay.get() > 0 && !closed) {
            tell();
            if (beating.compareAndSet(false, true)) {
                next();
            }
        }
    }

    private void tell() {
        Running.Builder running = Running.newBuilder();
        drivers.tellRunning((call, nanos) -> running.addCalls(call).addNanos(nanos));
        if (running.getCallsCount() > 0) {
            to.accept(Control.newBuilder().setRunning(running).build());
        }
    }
}

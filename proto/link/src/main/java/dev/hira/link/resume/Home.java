package dev.hira.link.resume;

import dev.hira.link.grpc.net.EventLoops;
import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** The thread that calls a link's handler during the link's whole life, and its clock. */
public interface Home extends AwaitedPeer.Timing {
    /** Returns whether the calling thread is this one. */
    boolean isCurrent();

    /** Runs a task on this thread after its present work; drops it when the thread has ended. */
    void execute(Runnable task);

    /** A task that can be cancelled. On the home thread. */
    @FunctionalInterface
    interface Cancellable {
        void cancel();
    }

    /** Returns an event loop as a home. */
    static Home of(EventLoop loop) {
        var clock = EventLoops.clockOf(loop);
        return new Home() {
            @Override
            public boolean isCurrent() {
                return loop.inEventLoop();
            }

            @Override
            public void execute(Runnable task) {
                try {
                    loop.execute(task);
                } catch (RejectedExecutionException e) {
                    return; // the process stops serving links
                }
            }

            @Override
            public Cancellable schedule(Runnable task, long nanos) {
                try {
                    var future = loop.schedule(task, nanos, TimeUnit.NANOSECONDS);
                    return () -> future.cancel(false);
                } catch (RejectedExecutionException e) {
                    return () -> {}; // the process stops serving links
                }
            }

            @Override
            public long nanoTime() {
                return clock.getAsLong();
            }
        };
    }
}

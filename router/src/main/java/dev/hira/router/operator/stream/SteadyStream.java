package dev.hira.router.operator.stream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.grpc.stub.ServerCallStreamObserver;
import org.jspecify.annotations.Nullable;

/**
 * A stream of answers that is no faster than its reader. Used by one thread, which waits here; a
 * stream that the reader has cancelled takes everything and sends nothing.
 */
public final class SteadyStream<T> {
    private final ServerCallStreamObserver<T> out;

    @GuardedBy("this")
    private boolean cancelled;

    @GuardedBy("this")
    private @Nullable Thread worker;

    /** Takes over a call that is starting. */
    public SteadyStream(ServerCallStreamObserver<T> out) {
        this.out = out;
        out.setOnReadyHandler(this::wake);
        out.setOnCancelHandler(this::cancel);
    }

    private synchronized void wake() {
        notifyAll();
    }

    private synchronized void cancel() {
        cancelled = true;
        notifyAll();
        if (worker != null) {
            worker.interrupt();
        }
    }

    /** Names the thread to interrupt when the reader cancels the call. */
    public synchronized void servedBy(Thread thread) {
        worker = thread;
        if (cancelled) {
            thread.interrupt();
        }
    }

    /** Sends an answer at once. */
    public synchronized void tell(T answer) {
        if (!cancelled) {
            out.onNext(answer);
        }
    }

    /** Sends an answer when the reader has taken the earlier ones. */
    public synchronized void send(T answer) throws InterruptedException {
        while (!cancelled && !out.isReady()) {
            wait();
        }
        tell(answer);
    }

    public synchronized void end() {
        if (!cancelled) {
            out.onCompleted();
        }
    }

    public synchronized void fail(RuntimeException refusal) {
        if (!cancelled) {
            out.onError(refusal);
        }
    }
}

package dev.hira.router.operator.admin;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.grpc.stub.ServerCallStreamObserver;

/**
 * A stream of answers that is no faster than its reader. Used by one thread, which waits here; a
 * stream that the reader has cancelled takes everything and sends nothing.
 */
final class SteadyStream<T> {
    private final ServerCallStreamObserver<T> out;

    @GuardedBy("this")
    private boolean cancelled;

    /**
     * Takes over a call that is starting.
     *
     * @param cancel runs when the reader cancels the call
     */
    SteadyStream(ServerCallStreamObserver<T> out, Runnable cancel) {
        this.out = out;
        out.setOnReadyHandler(this::wake);
        out.setOnCancelHandler(() -> {
            synchronized (this) {
                cancelled = true;
                notifyAll();
            }
            cancel.run();
        });
    }

    private synchronized void wake() {
        notifyAll();
    }

    /** Sends an answer at once. */
    synchronized void tell(T answer) {
        if (!cancelled) {
            out.onNext(answer);
        }
    }

    /** Sends an answer when the reader has taken the earlier ones. */
    synchronized void send(T answer) throws InterruptedException {
        while (!cancelled && !out.isReady()) {
            wait();
        }
        tell(answer);
    }

    synchronized void end() {
        if (!cancelled) {
            out.onCompleted();
        }
    }

    synchronized void fail(RuntimeException refusal) {
        if (!cancelled) {
            out.onError(refusal);
        }
    }
}

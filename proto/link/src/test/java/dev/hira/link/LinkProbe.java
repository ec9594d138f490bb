package dev.hira.link;

import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A handler that records events for a test. */
public class LinkProbe implements LinkHandler {
    private static final long PATIENCE_SECONDS = 120;

    private final BlockingQueue<byte[]> payloads = new LinkedBlockingQueue<>();
    private final CompletableFuture<LinkStatus> closed = new CompletableFuture<>();
    private final Semaphore writable = new Semaphore(0);
    private final AtomicInteger afterClose = new AtomicInteger();
    private volatile @Nullable Thread thread;

    @Override
    public void onFrame(Frame frame) {
        note();
        byte[] copy = new byte[frame.bulkLength()];
        frame.bulk().getBytes(0, copy);
        frame.release();
        received(copy);
        payloads.add(copy);
    }

    /** The test's action on the handler's thread, before {@link #take} returns the payload. */
    protected void received(byte[] payload) {}

    @Override
    public void onWritable() {
        note();
        writable.release();
    }

    @Override
    public void onClosed(LinkStatus status) {
        note();
        if (!closed.complete(status)) {
            afterClose.incrementAndGet();
        }
    }

    private void note() {
        thread = Thread.currentThread();
        if (closed.isDone()) {
            afterClose.incrementAndGet();
        }
    }

    /** Returns the next frame's bulk. */
    public byte[] take() throws InterruptedException {
        byte[] payload = payloads.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (payload == null) {
            throw new AssertionError("no frame came; closed: " + closed.getNow(null));
        }
        return payload;
    }

    public int waiting() {
        return payloads.size();
    }

    public LinkStatus awaitClosed() throws Exception {
        return closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    public boolean isClosed() {
        return closed.isDone();
    }

    /** Waits until the link is writable again; false on timeout. */
    public boolean awaitWritable(long millis) throws InterruptedException {
        boolean came = writable.tryAcquire(millis, TimeUnit.MILLISECONDS);
        writable.drainPermits();
        return came;
    }

    /** Returns the number of calls after {@code onClosed}. */
    public int callsAfterClosed() {
        return afterClose.get();
    }

    /** Returns the thread that called last. */
    public @Nullable Thread thread() {
        return thread;
    }
}

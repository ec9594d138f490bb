package dev.hira.link.shm;

import dev.hira.link.LinkHandler;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/** Records the numbers of received frames, whether they are complete, and how the link ended. */
public class Recorder implements LinkHandler {
    static final long BROKEN = -1;

    public final BlockingQueue<Long> numbers = new LinkedBlockingQueue<>();
    public final AtomicInteger writable = new AtomicInteger();
    final CompletableFuture<LinkStatus> closed = new CompletableFuture<>();
    public volatile LongConsumer onNumber = number -> {};
    private final AtomicInteger inside = new AtomicInteger();
    public volatile boolean overlapped;

    @Override
    public void onFrame(Frame frame) {
        enter();
        boolean whole = TestFrames.isWhole(frame);
        long number = TestFrames.number(frame);
        frame.release();
        numbers.add(whole ? number : BROKEN);
        onNumber.accept(number);
        inside.decrementAndGet();
    }

    @Override
    public void onWritable() {
        enter();
        writable.incrementAndGet();
        inside.decrementAndGet();
    }

    @Override
    public void onClosed(LinkStatus status) {
        enter();
        if (!closed.complete(status)) {
            overlapped = true;
        }
        inside.decrementAndGet();
    }

    public long next() throws InterruptedException {
        Long number = numbers.poll(120, TimeUnit.SECONDS);
        if (number == null) {
            throw new AssertionError("no frame came within 20 s");
        }
        return number;
    }

    public boolean isClosed() {
        return closed.isDone();
    }

    public LinkStatus status() throws Exception {
        return closed.get(120, TimeUnit.SECONDS);
    }

    private void enter() {
        if (inside.getAndIncrement() != 0) {
            overlapped = true;
        }
    }
}

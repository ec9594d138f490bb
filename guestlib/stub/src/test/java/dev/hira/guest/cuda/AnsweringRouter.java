package dev.hira.guest.cuda;

import dev.hira.guest.call.StubSettings;
import dev.hira.guest.session.OpenWriter;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.local.LocalLinks;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A router that records the numbers of the called functions, and answers every synchronous call
 * with an empty reply. Calls fail on request.
 */
final class AnsweringRouter implements LinkHandler, AutoCloseable {
    private final ExecutorService threads =
            Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
    private final LocalLinks.Pair links = LocalLinks.pair(threads);
    private final RecordCursor record = new RecordCursor();
    private final FrameWriter writer = new FrameWriter();
    private final List<Integer> functions = new CopyOnWriteArrayList<>();
    private volatile int failing;
    private volatile int failingWith;

    CudaGuest open() {
        links.second().start(this);
        return CudaGuest.open(links.first(), OpenWriter.of("blue"), StubSettings.DEFAULT);
    }

    /** Lets the next call of a function fail with this error. */
    void failNext(int function, int error) {
        failingWith = error;
        failing = function;
    }

    /** Returns the functions called so far; complete after a synchronous call. */
    List<Integer> functions() {
        return functions;
    }

    @Override
    public void onFrame(Frame frame) {
        record.wrap(frame);
        while (record.next()) {
            if (record.kind() == RecordKinds.CONTROL) {
                ArgsWriter opened = new ArgsWriter().beginMessage(2).string(1, "s").endMessage();
                writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0)
                        .args(opened.array(), opened.length())
                        .end();
            } else {
                functions.add(record.function());
                if ((record.flags() & RecordFlags.SYNC) != 0) {
                    answer(RecordKinds.REPLY);
                } else if (record.function() == failing) {
                    answer(RecordKinds.FAILED);
                }
            }
        }
        frame.release();
        if (!writer.isEmpty()) {
            Link guest = links.second();
            guest.send(writer.finish(0));
        }
    }

    private void answer(int kind) {
        boolean fails = record.function() == failing;
        int flags = fails ? RecordFlags.ERROR : 0;
        writer.begin(kind, flags, 0, record.callId(), record.lane());
        if (fails) {
            failing = 0;
            ArgsWriter failure = new ArgsWriter().uint64(1, failingWith).string(2, "earlier");
            writer.args(failure.array(), failure.length());
        }
        writer.end();
    }

    @Override
    public void onWritable() {
        // Only a reply's header is needed.
    }

    @Override
    public void onClosed(LinkStatus status) {
        writer.close();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}

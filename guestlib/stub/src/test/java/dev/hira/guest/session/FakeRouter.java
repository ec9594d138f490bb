package dev.hira.guest.session;

import dev.hira.guest.call.StubSettings;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.PayloadPlaces;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A router and server in one, behind a link. It opens the session, keeps every received record, and
 * answers synchronous calls by a script. All of it happens on one thread, like a link's.
 */
public final class FakeRouter implements Link {
    /** A received record with its payloads. */
    public @SuppressWarnings("ArrayRecordComponent") // never compared
    record Seen(
            int frame,
            int kind,
            int function,
            int flags,
            long callId,
            int lane,
            byte[] args,
            List<Payload> payloads) {
        boolean sync() {
            return (flags & RecordFlags.SYNC) != 0;
        }

        ArgsReader reader() {
            return new ArgsReader().wrap(ByteBuffer.wrap(args), 0, args.length);
        }
    }

    /** A received payload reference. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Payload(int field, int place, int length, long offset, byte[] bytes) {}

    /** The reaction to a synchronous call. */
    public interface Script {
        void onCall(FakeRouter router, Seen call);
    }

    private final ExecutorService io =
            Executors.newSingleThreadExecutor(
                    task -> Thread.ofPlatform().daemon().name("fake-router").unstarted(task));
    private final List<Seen> records = new ArrayList<>();
    private final RecordCursor cursor = new RecordCursor();
    private final ArgsWriter opened = new ArgsWriter();
    private @Nullable LinkHandler handler;
    private Script script = FakeRouter::answerEmpty;
    private int frames;
    private volatile @Nullable LinkStatus refusal;
    private volatile boolean writable = true;
    private volatile boolean keep = true;
    private volatile @Nullable LinkStatus closed;

    public FakeRouter() {
        opened.beginMessage(2).string(1, "s-1").string(2, "blue").endMessage();
    }

    /** Makes the router grant the session with limits. */
    FakeRouter withLimits(long frameBytes, long records, long payloadBytes, long lanes) {
        opened.reset().beginMessage(2).string(1, "s-1").beginMessage(3);
        opened.uint64(1, frameBytes).uint64(2, records).uint64(3, payloadBytes).uint64(4, lanes);
        opened.endMessage().endMessage();
        return this;
    }

    public FakeRouter script(Script other) {
        script = other;
        return this;
    }

    public GuestSession open(StubSettings settings) {
        return GuestSession.open(this, TestApi.API, OpenWriter.of("blue"), settings);
    }

    /** Makes the router refuse the session. */
    void hangUpOnOpen(LinkStatus status) {
        refusal = status;
    }

    // --- for tests to inspect

    /** Returns all records so far, after everything under way has been handled. */
    List<Seen> records() {
        return onIo(() -> List.copyOf(records));
    }

    /** Returns all records so far; for scripts. */
    public List<Seen> recordsNow() {
        return records;
    }

    /** Returns the calls among them. */
    public List<Seen> calls() {
        return records().stream().filter(r -> r.kind() == RecordKinds.CALL).toList();
    }

    private volatile @Nullable CountDownLatch parting;

    @Nullable LinkStatus closedWith() {
        return closed;
    }

    /** Stops keeping records, so that a test can measure the guest's allocation. */
    void forgetRecords() {
        keep = false;
    }

    void writable(boolean value) {
        writable = value;
        if (value) {
            execute(() -> handler().onWritable());
        }
    }

    // --- for scripts to do

    public void answerEmpty(Seen call) {
        answer(call, 0, new ArgsWriter());
    }

    void answer(Seen call, int flags, ArgsWriter args) {
        send(writer ->
                writer.begin(RecordKinds.REPLY, flags, 0, call.callId(), call.lane())
                        .args(args.array(), args.length())
                        .end());
    }

    /** Answers with output buffers, each filled with one byte. */
    void answerFilled(Seen call, byte fill) {
        send(writer -> {
            writer.begin(RecordKinds.REPLY, 0, 0, call.callId(), call.lane());
            fill(writer, call, fill);
            writer.end();
        });
    }

    public void output(Seen call, byte fill) {
        send(writer -> {
            writer.begin(RecordKinds.OUTPUT, 0, 0, call.callId(), call.lane());
            fill(writer, call, fill);
            writer.end();
        });
    }

    private static void fill(FrameWriter writer, Seen call, byte fill) {
        for (Payload p : call.payloads()) {
            if (p.place() == PayloadPlaces.WANTED) {
                byte[] bytes = new byte[p.length()];
                Arrays.fill(bytes, fill);
                writer.payloadInline(p.field(), MemorySegment.ofArray(bytes), bytes.length, false);
            }
        }
    }

    public void fail(Seen call, int code, String message, int earlierFunction, long earlierCall) {
        ArgsWriter args =
                new ArgsWriter()
                        .uint64(1, code)
                        .string(2, message)
                        .uint64(3, earlierFunction)
                        .uint64(4, earlierCall);
        answer(call, RecordFlags.ERROR, args);
    }

    /** Answers with a failure whose code is not the API's. */
    void refuse(Seen call, int origin, int code, String message) {
        ArgsWriter args = new ArgsWriter().uint64(1, code).string(2, message).uint64(5, origin);
        answer(call, RecordFlags.ERROR, args);
    }

    void callback(long invocation, long callbackId, long userData) {
        ArgsWriter args = new ArgsWriter().uint64(1, callbackId).uint64(2, userData);
        send(writer ->
                writer.begin(RecordKinds.CALLBACK, 0, 1, invocation, 0)
                        .args(args.array(), args.length())
                        .end());
    }

    void control(ArgsWriter control) {
        send(writer ->
                writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0)
                        .args(control.array(), control.length())
                        .end());
    }

    /** Ends the session from the router's side. */
    void hangUp(LinkStatus.Cause cause, String message) {
        execute(() -> handler().onClosed(new LinkStatus(cause, message)));
    }

    /** The contents of a frame. */
    public interface Content {
        void write(FrameWriter writer);
    }

    public void send(Content content) {
        execute(() -> {
            FrameWriter writer = new FrameWriter();
            content.write(writer);
            handler().onFrame(writer.finish(0));
        });
    }

    // --- the link

    @Override
    public void start(LinkHandler other) {
        handler = other;
    }

    @Override
    public void send(Frame frame) {
        Frame own = frame.own();
        execute(() -> receive(own));
    }

    private void receive(Frame frame) {
        cursor.wrap(frame);
        int number = ++frames;
        List<Seen> calls = new ArrayList<>();
        while (cursor.next()) {
            if (keep || (cursor.flags() & RecordFlags.SYNC) != 0) {
                calls.add(read(frame, number));
            }
        }
        frame.release();
        if (keep) {
            records.addAll(calls);
        }
        for (Seen call : calls) {
            handle(call);
        }
    }

    private void handle(Seen call) {
        if (call.kind() == RecordKinds.CONTROL && records.size() == 1) {
            LinkStatus no = refusal;
            if (no == null) {
                control(opened);
            } else {
                hangUp(no.cause(), no.message());
            }
        } else if (call.kind() == RecordKinds.CALL && call.sync()) {
            script.onCall(this, call);
        }
    }

    private Seen read(Frame frame, int number) {
        byte[] args = new byte[cursor.argsLength()];
        frame.head().get(cursor.argsOffset(), args);
        List<Payload> payloads = new ArrayList<>();
        for (int i = 0; i < cursor.payloads(); i++) {
            boolean inline = cursor.payloadPlace(i) == PayloadPlaces.INLINE;
            byte[] bytes = new byte[inline ? cursor.payloadLength(i) : 0];
            if (inline) {
                frame.bulk().getBytes(cursor.payloadBulkOffset(i), bytes);
            }
            payloads.add(
                    new Payload(
                            cursor.payloadField(i),
                            cursor.payloadPlace(i),
                            cursor.payloadLength(i),
                            cursor.payloadArenaOffset(i),
                            bytes));
        }
        return new Seen(
                number,
                cursor.kind(),
                cursor.function(),
                cursor.flags(),
                cursor.callId(),
                cursor.lane(),
                args,
                payloads);
    }

    @Override
    public boolean isWritable() {
        return writable;
    }

    @Override
    public void setReadable(boolean readable) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void execute(Runnable task) {
        io.execute(task);
    }

    @Override
    public String kind() {
        return parting == null ? "fake" : "grpc";
    }

    /**
     * Behaves from now on like a link over a network, and answers a close when it is allowed to.
     */
    void partsAfter(CountDownLatch permission) {
        parting = permission;
    }

    @Override
    public void close(LinkStatus reason) {
        closed = reason;
        CountDownLatch permission = parting;
        if (permission != null) {
            io.execute(() -> {
                await(permission);
                handler().onClosed(reason);
            });
        }
    }

    private LinkHandler handler() {
        LinkHandler started = handler;
        if (started == null) {
            throw new IllegalStateException("the link was not started");
        }
        return started;
    }

    private <T> T onIo(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        // Twice: the second pass handles what the first one queued.
        execute(() -> execute(() -> answer.complete(question.get())));
        return answer.orTimeout(120, TimeUnit.SECONDS).join();
    }

    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(120, TimeUnit.SECONDS)) {
                throw new AssertionError("waited for 20 s in vain");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

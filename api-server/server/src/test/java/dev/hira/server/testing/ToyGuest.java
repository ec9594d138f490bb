package dev.hira.server.testing;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.DoneReader;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.AwaitState;
import dev.hira.wire.v1.ComeToRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.LanesEnded;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.SendState;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The guest's end of a session: writes records and collects the answers. */
public final class ToyGuest implements LinkHandler {
    private static final long PATIENCE_SECONDS = 120;

    private final Link link;
    private final FrameWriter writer = new FrameWriter();
    private final ArgsWriter args = new ArgsWriter();
    private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
    private final BlockingQueue<Done> done = new LinkedBlockingQueue<>();
    private final List<Received> skipped = new ArrayList<>();
    public final CompletableFuture<LinkStatus> closed = new CompletableFuture<>();
    private long lastCall;

    public ToyGuest(Link link) {
        this.link = link;
        link.start(this);
    }

    public Link link() {
        return link;
    }

    // --- sending
    // -----------------------------------------------------------------------------------------------------

    public static Open.Builder openRequest() {
        return Open.newBuilder()
                .setProtocol(1)
                .setApi(ToyDispatcher.API)
                .setApiDigest(ToyDispatcher.DIGEST)
                .setVm("vm")
                .setSession("s1")
                .setProcess("test");
    }

    /** Opens the session and waits for the answer. */
    public Opened open() {
        return open(openRequest().build());
    }

    public Opened open(Open request) {
        control(Control.newBuilder().setOpen(request).build());
        flush();
        Received answer = take();
        try {
            Control control = Control.parseFrom(answer.args().duplicate());
            return control.getOpened();
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    public ToyGuest control(Control control) {
        byte[] bytes = control.toByteArray();
        writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0).args(bytes, bytes.length).end();
        return this;
    }

    public ToyGuest lanesEnded(int lane) {
        return control(
                Control.newBuilder().setLanesEnded(LanesEnded.newBuilder().addLanes(lane)).build());
    }

    public ToyGuest comeToRest(Duration limit) {
        return control(
                Control.newBuilder()
                        .setComeToRest(ComeToRest.newBuilder().setLimitNanos(limit.toNanos()))
                        .build());
    }

    public ToyGuest awaitState(byte[] token) {
        return control(
                Control.newBuilder()
                        .setAwaitState(AwaitState.newBuilder().setToken(ByteString.copyFrom(token)))
                        .build());
    }

    public ToyGuest sendState(String target, byte[] token) {
        return control(
                Control.newBuilder()
                        .setSendState(
                                SendState.newBuilder()
                                        .setTarget(target)
                                        .setToken(ByteString.copyFrom(token)))
                        .build());
    }

    /** Adds an asynchronous call. */
    public long async(int lane, int function, long a, long b) {
        return call(0, lane, function, a, b, writer -> {});
    }

    /** Adds a synchronous call. */
    public long sync(int lane, int function, long a, long b) {
        return call(RecordFlags.SYNC, lane, function, a, b, writer -> {});
    }

    /** Adds a call with payloads. */
    public long call(
            int flags, int lane, int function, long a, long b, Consumer<FrameWriter> payloads) {
        return call(flags, lane, function, out -> out.uint64(1, a).uint64(2, b), payloads);
    }

    /** Adds a call of any API. */
    public long call(
            int flags,
            int lane,
            int function,
            Consumer<ArgsWriter> arguments,
            Consumer<FrameWriter> payloads) {
        args.reset();
        arguments.accept(args);
        long id = ++lastCall;
        writer.begin(RecordKinds.CALL, flags, function, id, lane).args(args.array(), args.length());
        payloads.accept(writer);
        writer.end();
        return id;
    }

    /** Adds a record in place of a call that policy denied. */
    public long refused(int lane, int function, int code) {
        args.reset();
        args.uint64(1, code).string(2, "denied");
        long id = ++lastCall;
        writer.begin(RecordKinds.REFUSED, 0, function, id, lane)
                .args(args.array(), args.length())
                .end();
        return id;
    }

    public ToyGuest callbackReturned(long invocation) {
        writer.begin(RecordKinds.CALLBACK_RETURN, 0, 0, invocation, 0).end();
        return this;
    }

    public FrameWriter writer() {
        return writer;
    }

    /** Sends the added records. */
    public void flush() {
        link.send(writer.finish(FrameLayout.AUDIENCE_PEER));
    }

    /** Sends a call and waits for its answer. */
    public Received ask(int lane, int function, long a, long b) {
        long id = sync(lane, function, a, b);
        flush();
        return answer(id);
    }

    public static Consumer<FrameWriter> data(byte... bytes) {
        return w ->
                w.payloadInline(
                        ToyDispatcher.DATA, MemorySegment.ofArray(bytes), bytes.length, false);
    }

    public static Consumer<FrameWriter> wanted(long bytes) {
        return w -> w.payloadWanted(ToyDispatcher.DATA, bytes);
    }

    // --- receiving
    // ---------------------------------------------------------------------------------------------------

    /** Takes the next record. */
    public Received take() {
        if (!skipped.isEmpty()) {
            return skipped.removeFirst();
        }
        return poll();
    }

    private Received poll() {
        try {
            Received next = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError(
                        "nothing came; the link is " + closed.getNow(LinkStatus.NORMAL));
            }
            return next;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Takes the answer to a call; keeps the records before it for {@link #take}. */
    public Received answer(long id) {
        for (Received earlier : skipped) {
            if (earlier.kind() == RecordKinds.REPLY && earlier.callId() == id) {
                skipped.remove(earlier);
                return earlier;
            }
        }
        while (true) {
            Received next = poll();
            if (next.kind() == RecordKinds.REPLY && next.callId() == id) {
                return next;
            }
            skipped.add(next);
        }
    }

    /** Takes the next record, which must be a control message to the router. */
    public Control takeControl() {
        Received next = take();
        if (next.kind() != RecordKinds.CONTROL || next.audience() != FrameLayout.AUDIENCE_HOP) {
            throw new AssertionError(next + " came");
        }
        try {
            return Control.parseFrom(next.args().duplicate());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    /** Whether all received records were taken. */
    public boolean isQuiet() {
        return received.isEmpty() && skipped.isEmpty();
    }

    /** Returns the reason for the end of the session. */
    public LinkStatus closedStatus() {
        return closed.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    @Override
    public void onFrame(Frame frame) {
        try {
            RecordCursor cursor = new RecordCursor().wrap(frame);
            while (cursor.next()) {
                if (cursor.kind() == RecordKinds.DONE) {
                    addDone(cursor);
                } else {
                    received.add(read(frame, cursor));
                }
            }
        } finally {
            frame.release();
        }
    }

    private void addDone(RecordCursor cursor) {
        DoneReader reader = new DoneReader().wrap(cursor);
        while (reader.next()) {
            done.add(new Done(reader.call(), reader.device(), reader.nanos()));
        }
    }

    /**
     * Waits until the work of this many calls has ended; returns them in the order of their
     * numbers.
     */
    public List<Done> takeDone(int count) {
        List<Done> taken = new ArrayList<>();
        try {
            while (taken.size() < count) {
                Done next = done.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                if (next == null) {
                    throw new AssertionError("only the work of " + taken + " has ended");
                }
                taken.add(next);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        taken.sort(Comparator.comparingLong(Done::call));
        return taken;
    }

    /** Whether all received ends of work were taken. */
    public boolean isDoneQuiet() {
        return done.isEmpty();
    }

    /** The end of a call's work. */
    public record Done(long call, int device, long nanos) {}

    private static Received read(Frame frame, RecordCursor cursor) {
        byte[] args = new byte[cursor.argsLength()];
        frame.head().get(cursor.argsOffset(), args);
        List<Received.Payload> payloads = new ArrayList<>();
        for (int i = 0; i < cursor.payloads(); i++) {
            byte[] bytes = new byte[0];
            if (cursor.payloadPlace(i) == dev.hira.wire.PayloadPlaces.INLINE) {
                bytes = new byte[cursor.payloadLength(i)];
                frame.bulk().getBytes(cursor.payloadBulkOffset(i), bytes);
            }
            payloads.add(
                    new Received.Payload(
                            cursor.payloadPlace(i),
                            cursor.payloadField(i),
                            cursor.payloadLength(i),
                            cursor.payloadArenaOffset(i),
                            bytes));
        }
        return new Received(
                frame.audience(),
                cursor.kind(),
                cursor.flags(),
                cursor.function(),
                cursor.callId(),
                cursor.lane(),
                ByteBuffer.wrap(args).order(ByteOrder.LITTLE_ENDIAN),
                payloads);
    }

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(LinkStatus status) {
        closed.complete(status);
    }
}

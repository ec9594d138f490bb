package dev.hira.guest.session;

import dev.hira.api.CallbackThread;
import dev.hira.api.Names;
import dev.hira.api.SessionNames;
import dev.hira.guest.call.BatchLimits;
import dev.hira.guest.call.CallErrors;
import dev.hira.guest.call.CallWriter;
import dev.hira.guest.call.CallbackInvoker;
import dev.hira.guest.call.LateOutputs;
import dev.hira.guest.call.PayloadArena;
import dev.hira.guest.call.SessionException;
import dev.hira.guest.call.Staging;
import dev.hira.guest.call.StubApi;
import dev.hira.guest.call.StubSession;
import dev.hira.guest.call.StubSettings;
import dev.hira.guest.call.WireFailure;
import dev.hira.link.Link;
import dev.hira.link.resume.PeerProcess;
import dev.hira.link.resume.Reconnector;
import dev.hira.link.resume.ResumableLink;
import dev.hira.link.ring.PollableLink;
import dev.hira.link.ring.RingLink;
import dev.hira.link.ring.RingSettings;
import dev.hira.link.shm.SharedRegion;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.ResumeRecords;
import dev.hira.wire.ResumeRecords.Waiting;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A session with a router. Commands of all threads go out in batches over one link; answers arrive
 * on the link's reading thread, which hands them to the waiting threads. That is the link's event
 * loop or ring poller or, over rings, an application thread that waits.
 *
 * <p>Lock order: the lanes' lock before the outbox's; no code of the guest runs under either.
 */
public final class GuestSession implements StubSession {
    private static final String NETWORK = "grpc";
    private static final long FAREWELL_SECONDS = 2;

    private final StubSettings settings;
    private final CallErrors errors;
    private final Link control;
    private final CountDownLatch controlClosed = new CountDownLatch(1);
    private volatile Link link;
    private final Names names = new SessionNames();
    private final SessionCounters counters = new SessionCounters();
    private final CallTable table = new CallTable();
    private final CommandOutbox outbox;
    private final GuestLanes lanes;
    private final CallRefusals refusals;
    private final Callbacks callbacks;
    private final Handshake handshake;
    private volatile @Nullable Staging staging;
    private volatile @Nullable Opened opened;

    /** Whether the router has been restarted. Used by the link's thread. */
    private boolean repeats;

    private volatile long payloadLimit = BatchLimits.UNLIMITED;
    private volatile long frameLimit = BatchLimits.UNLIMITED;

    private GuestSession(Link link, StubApi api, OpenWriter request, StubSettings settings) {
        this.settings = settings;
        this.errors = new CallErrors(api);
        this.control = link;
        this.link = link;
        this.outbox =
                new CommandOutbox(
                        link,
                        BatchLimits.of(settings, 0, 0, 0),
                        counters,
                        System::nanoTime,
                        settings.flushDelay().toNanos(),
                        task -> start("hira-flush", task));
        this.lanes = new GuestLanes(this, settings.lanes());
        this.refusals = new CallRefusals(lanes);
        this.callbacks =
                new Callbacks(
                        this,
                        settings.callbackQueue(),
                        GuestSession::startCallbacks,
                        task -> start("hira-uploads", task));
        this.handshake = new Handshake(this, request);
    }

    /**
     * Opens a session over an unstarted link, and owns the link from then on.
     *
     * @throws SessionException when the router refuses the session
     */
    public static GuestSession open(
            Link link, StubApi api, OpenWriter request, StubSettings settings) {
        GuestSession session = new GuestSession(link, api, request, settings);
        link.start(new Inbox(session, session::onControlClosed));
        try {
            session.accept(session.handshake.open(api));
            return session;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private void accept(Opened consent) {
        opened = consent;
        BatchLimits limits =
                BatchLimits.of(
                        settings,
                        consent.frameBytes(),
                        consent.batchRecords(),
                        consent.payloadBytes());
        payloadLimit = limits.payloadBytes();
        frameLimit = limits.frameBytes();
        lanes.limit(consent.lanes());
        outbox.use(link, limits);
    }

    /**
     * Agrees with the router on whether the session outlives its connection. On the link's reading
     * thread, before the program learns that the session is open: the connection may break next.
     */
    void resumeFor(Opened consent, OpenWriter request) {
        Opened.Resume terms = consent.resume();
        if (!(control instanceof ResumableLink resumable)) {
            return;
        }
        if (terms == null) {
            resumable.keepNothing();
            return;
        }
        resumable.resumeOn(
                new Reconnector.Terms(
                        new ResumeRecords.Request(
                                consent.session(), terms.secret(), request.vm(), request.token()),
                        Duration.ofNanos(terms.nanos()),
                        PeerProcess.of(terms.router()),
                        new LinkUser()));
    }

    /** Returns whether records that have arrived may come again. On the link's thread. */
    boolean isRepeated() {
        return repeats;
    }

    private static Thread start(String name, Runnable task) {
        return Thread.ofPlatform().daemon().name(name).start(task);
    }

    private static Thread startCallbacks(Runnable task) {
        Thread thread = new CallbackThread("hira-callbacks", task);
        thread.start();
        return thread;
    }

    // --- for generated stubs

    @Override
    public CallWriter begin(int function, String name) {
        errors.learn(function, name);
        return lanes.current().begin(function, name);
    }

    @Override
    public Names names() {
        return names;
    }

    @Override
    public long register(CallbackInvoker callback, boolean once) {
        return callbacks.register(callback, once);
    }

    /**
     * Registers code of the session itself, which the server calls once. It runs beside callbacks
     * of the program, and may make calls.
     */
    public long registerOwn(Runnable code) {
        return callbacks.registerOwn(_ -> code.run());
    }

    @Override
    public void unregister(long callback) {
        callbacks.unregister(callback);
    }

    /** Returns the watches over asynchronous calls. */
    public CallRefusals refusals() {
        return refusals;
    }

    /** Whether outputs of asynchronous calls are under way to some of this memory. */
    public boolean willFill(MemorySegment memory) {
        return table.willFill(memory);
    }

    @Override
    public long splitBytes() {
        int part = staging == null ? settings.framedSplitBytes() : settings.splitBytes();
        return Math.min(part, payloadLimit);
    }

    @Override
    public long splitBytes(MemorySegment buffer) {
        PayloadArena shared = arena();
        boolean pinned = shared != null && shared.offsetOf(buffer, buffer.byteSize()) >= 0;
        return pinned ? settings.pinnedSplitBytes() : splitBytes();
    }

    /**
     * Ends the session, and waits briefly until the router knows: otherwise a process that exits
     * right after this would look like one that vanished.
     */
    @Override
    public void close() {
        outbox.flush();
        end(new LinkStatus(LinkStatus.Cause.NORMAL, "this session was closed by its owner"));
        if (control.kind().equals(NETWORK)) {
            awaitFarewell();
        }
    }

    private void awaitFarewell() {
        try {
            boolean ignored = controlClosed.await(FAREWELL_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // --- for users

    /** Returns the session's counters. */
    public SessionStats stats() {
        outbox.countUnsent();
        return counters.snapshot(lanes.count());
    }

    /** Returns the router's name for the session. */
    public String id() {
        Opened consent = opened;
        return consent == null ? "" : consent.session();
    }

    /** Returns the kind of link: {@code "grpc"}, {@code "ring"} or {@code "local"}. */
    public String linkKind() {
        return link.kind();
    }

    /** Returns the memory shared with the router, or null. */
    public @Nullable PayloadArena arena() {
        Staging shared = staging;
        return shared == null ? null : shared.arena();
    }

    /** Sends unsent records now if the link takes a frame, without waiting. */
    public void flush() {
        outbox.flush();
    }

    /** Returns the calls that expect answers or outputs. */
    public CallTable table() {
        return table;
    }

    // --- for the classes of this package

    /** Returns whether the session could outlive its connection. */
    boolean isResumable() {
        return control instanceof ResumableLink;
    }

    StubSettings settings() {
        return settings;
    }

    SessionCounters counters() {
        return counters;
    }

    CommandOutbox outbox() {
        return outbox;
    }

    Callbacks callbacks() {
        return callbacks;
    }

    Handshake handshake() {
        return handshake;
    }

    @Nullable Staging staging() {
        return staging;
    }

    long payloadLimit() {
        return payloadLimit;
    }

    /** Returns the most bytes of a payload of a call that is recorded. */
    long recordedLimit() {
        return frameLimit;
    }

    /** Starts to use an arena. */
    void use(@Nullable PayloadArena arena) {
        if (arena != null) {
            staging = new Staging(arena);
        }
    }

    /** Starts to send and receive frames through rings. On the control link's thread. */
    void useRings(SharedRegion region) {
        RingLink ring =
                RingLink.second(region, RingThreads.POLLERS.next(), control, RingSettings.DEFAULT);
        link = ring;
        ring.start(new Inbox(this, this::end));
        outbox.use(ring, BatchLimits.of(settings, 0, 0, 0));
    }

    /** Notes that the link that opened the session has closed. */
    void onControlClosed(LinkStatus status) {
        controlClosed.countDown();
        if (link instanceof RingLink ring) {
            ring.controlClosed(status);
        } else {
            end(status);
        }
    }

    /** Waits until a call is answered or the session is gone. Not interruptible. */
    void await(PendingCall call) {
        boolean interrupted = false;
        while (!call.isDecided()) {
            if (link instanceof PollableLink ring) {
                boolean ignored = ring.await(call, Long.MAX_VALUE);
            } else {
                LockSupport.park(call);
            }
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Ends the session; only the first reason counts. Each call of this method marks every waiting
     * call as lost, since a call whose answer was malformed returns to waiting after the first.
     */
    void end(LinkStatus status) {
        String farewell = handshake.farewell();
        LinkStatus reason =
                farewell.isEmpty() || status.cause() == LinkStatus.Cause.PROTOCOL
                        ? status
                        : new LinkStatus(status.cause(), farewell);
        boolean first = outbox.close(reason);
        if (first) {
            handshake.onEnd(reason);
        }
        table.forEach(PendingCall::lose);
        if (!first) {
            return;
        }
        callbacks.close();
        link.close(status);
        Staging shared = staging;
        if (shared != null) {
            shared.arena().close();
        }
    }

    /** Returns the factory of this session's exceptions. */
    CallErrors errors() {
        return errors;
    }

    /** Returns the exception for a call of a session that is over. */
    RuntimeException gone(String function) {
        return errors.gone(function, outbox.closed());
    }

    /** Stops waiting for outputs of an asynchronous call that failed. */
    void drop(WireFailure failure) {
        if (failure.function() != 0 && failure.callId() != 0) {
            long callId = failure.callId();
            link.execute(() -> drop(callId));
        }
    }

    /** Does the same on the link's reading thread. */
    void drop(long callId) {
        refusals.failed(callId);
        PendingCall call = table.get(callId);
        LateOutputs late = call == null ? null : call.late();
        if (call != null && late != null) {
            late.abandon();
            if (call.isComplete()) {
                table.remove(call);
            }
        }
    }

    /** Answers a callback's invocation. */
    void answer(long invocation, int lane, String failure) {
        ArgsWriter args = new ArgsWriter().string(2, failure);
        int flags = failure.isEmpty() ? 0 : RecordFlags.ERROR;
        try {
            outbox.append(RecordKinds.CALLBACK_RETURN, flags, invocation, lane, args, true);
        } catch (SessionGone e) {
            // The server that waited for the answer is gone too.
            return;
        }
    }

    /** Tells the server which threads have ended. */
    void tell(LanesEnded lanesEnded) {
        if (!lanesEnded.isEmpty()) {
            try {
                outbox.lanesEnded(lanesEnded);
            } catch (SessionGone e) {
                throw gone("opening a lane");
            }
        }
    }

    /** The session as the link that is resumed sees it. */
    private final class LinkUser implements Reconnector.Session {
        @Override
        public String lost(String reason) {
            return "the connection to the router is lost "
                    + reason
                    + ": the session is released, and none of its calls is executed any further";
        }

        @Override
        public void beginsAnew() {
            repeats = true;
        }

        @Override
        public ResumeRecords.WaitState waitState() {
            long lastCall = outbox.lastCall(); // first: earlier calls are in the table, or answered
            List<Waiting> calls = new ArrayList<>();
            table.forEach(call -> call.tell(calls));
            return new ResumeRecords.WaitState(lanes.numbers(), calls, lastCall, acknowledged());
        }

        /** Returns a number that all calls have which are sent again. */
        private long acknowledged() {
            long sent = outbox.lastSent(); // first: later calls are found
            long again = ((ResumableLink) control).firstCallKept();
            return again == 0 ? sent : CallTable.firstId(again - CallTable.id(1, 0));
        }
    }
}

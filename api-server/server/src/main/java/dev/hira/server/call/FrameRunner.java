package dev.hira.server.call;

import dev.hira.api.BlockingBan;
import dev.hira.api.WorkListener;
import dev.hira.link.Link;
import dev.hira.server.dispatch.Dispatcher;
import dev.hira.server.host.LaneDrivers;
import dev.hira.server.host.SessionState;
import dev.hira.server.objects.ObjectTable;
import dev.hira.server.trace.SessionTracer;
import dev.hira.server.turn.SessionTurn;
import dev.hira.server.work.CallThreads;
import dev.hira.server.work.KernelTurns;
import dev.hira.server.work.Traffic;
import dev.hira.server.work.WorkReports;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Resumed;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Executes the records of one session's frames, in order.
 *
 * @param <D> the API's interface
 */
public final class FrameRunner<D> {
    private final RunnerParts parts;
    private final LaneDrivers<D> drivers;
    private final @Nullable ArenaMirror mirror;
    private final SessionOutput output;
    private final GuestCallbacks callbacks;
    private final SessionResources resources;
    private final LaneCalls<D> calls;
    private final SessionRest rest;
    private final SessionTracer tracer;
    private final KernelTurns turns;
    private final RecordCursor record = new RecordCursor();
    private boolean closed;
    private Consumer<Control> moves = _ -> {};

    /**
     * Creates a runner.
     *
     * @param arena the memory shared with the guest; null when there is none
     * @param budgets the session's parts, which the owner closes when nothing is held any more
     * @param violation receives, with the turn, a protocol violation found in a deferred record
     */
    public FrameRunner(
            Dispatcher<D> dispatcher,
            LaneDrivers<D> drivers,
            Link link,
            @Nullable GuestMemory arena,
            SessionLimits limits,
            SessionBudgets budgets,
            SessionTurn<?> turn,
            CallThreads threads,
            Traffic traffic,
            Consumer<MalformedFrameException> violation) {
        this.parts =
                new RunnerParts(link, limits, budgets.threads(), turn, threads, traffic, violation);
        this.drivers = drivers;
        BufferPool pool = new BufferPool(limits.keptBytes());
        this.mirror = arena != null && arena.isMirror() ? new ArenaMirror(arena, parts) : null;
        this.output = SessionOutput.of(parts, pool, mirror, dispatcher, drivers);
        GuestOutbox outbox = output.outbox();
        this.callbacks = new GuestCallbacks(outbox, turn::isMine, () -> turn.run(() -> {}));
        ObjectTable table = new ObjectTable(budgets.objects(), outbox);
        this.resources = new SessionResources(table, pool, arena, mirror, outbox, callbacks);
        CallExecutor<D> executor = new CallExecutor<>(dispatcher, arena);
        this.calls = new LaneCalls<>(parts, drivers, executor, resources, output);
        WorkReports reports = output.reports();
        this.rest = new SessionRest(calls.lanes(), callbacks, reports, calls::onlyWaits);
        this.tracer = new SessionTracer(drivers, reports, threads);
        this.turns = new KernelTurns(drivers, threads.workers(), reports::running);
        reports.onResult(description -> LateOutputBuffer.of(description, resources));
        reports.onFunction(new GuestFunctions(dispatcher, callbacks));
        if (mirror != null) {
            reports.onReads(mirror::wants);
        }
    }

    public GuestOutbox outbox() {
        return output.outbox();
    }

    /** Sets the receiver of the texts of kernels that have ended. Before any call. */
    public void textsGoTo(WorkReports.Texts receiver) {
        output.reports().textsGoTo(receiver);
    }

    /** The receiver of the driver's reports of device work. Any thread. */
    public WorkListener workListener() {
        return output.reports();
    }

    /** Sends everything queued: reports for the router first, then answers. Only with the turn. */
    public void flush() {
        output.flush();
    }

    /** Sends everything queued, then a message to the router. Only with the turn. */
    public void tell(Control message) {
        output.tell(message);
    }

    /** Sets the receiver of messages that move the session, which gets them with the turn. */
    public void onMove(Consumer<Control> receiver) {
        moves = receiver;
    }

    /**
     * Reports the devices' choices for objects that are created from now on, and makes calls take
     * effect in the order of their arrival, so that another server can repeat them.
     */
    public void reportChoices(SessionState state) {
        state.chooseInOrder();
        calls.keepOrder();
        resources
                .table()
                .tellBirths(
                        (name, born) -> output.reports().chosen(born, state.choicesFor(name)),
                        state::createsInOrder);
    }

    public SessionLimits limits() {
        return parts.limits();
    }

    public SessionRest rest() {
        return rest;
    }

    /** The session's objects. Only with the turn. */
    public ObjectTable table() {
        return resources.table();
    }

    /** The bytes of the records that wait for calls of their lanes. Any thread. */
    public long deferredBytes() {
        return calls.deferredBytes();
    }

    /** Numbers the invocations of callbacks after this number. Before the first one. */
    public void numberCallbacksAfter(long number) {
        callbacks.numberAfter(number);
    }

    /** Tells the last invocation of a callback, and those that have not returned. Any thread. */
    public void tellCallbacks(Resumed.Builder to) {
        callbacks.tell(to);
    }

    /**
     * Executes a frame that has one order to hold kernels, and nothing else, ahead of the calls
     * that wait to be made.
     *
     * @return whether the frame was such an order
     */
    public boolean holdsAtOnce(Frame frame) {
        if (frame.audience() != FrameLayout.AUDIENCE_HOP || frame.records() != 1) {
            return false;
        }
        try {
            RecordCursor only = new RecordCursor();
            only.wrap(frame);
            if (!only.next()
                    || only.kind() != RecordKinds.CONTROL
                    || !ControlReader.isHold(frame, only)) {
                return false;
            }
            Control control = ControlReader.read(frame, only);
            if (control.hasHoldKernels()) {
                turns.hold(control.getHoldKernels().getDevicesList());
            }
            return control.hasHoldKernels();
        } catch (MalformedFrameException broken) {
            return false; // found again with the turn, which ends the session
        }
    }

    /** Lets all kernels go on, because the router that wanted them held is gone. Any thread. */
    public void letKernelsGo() {
        turns.hold(List.of());
    }

    /** Whether a callback of the guest has not returned yet. Any thread. */
    public boolean waitsForGuest() {
        return callbacks.underWay() > 0;
    }

    /**
     * Executes a frame, which the caller releases. Only with the turn.
     *
     * @return whether the frame has been executed; otherwise the link takes no answers or the
     *     session is {@linkplain SessionRest#hold held}, and {@link #continueFrame} must follow
     *     before the next frame
     * @throws MalformedFrameException when the frame breaks the protocol
     */
    public boolean frame(Frame frame) {
        requireSize(frame);
        record.wrap(frame);
        return continueFrame(frame);
    }

    /**
     * Continues after the link has taken no answers, or after a hold: with lanes that await it,
     * then with a frame. Only with the turn.
     *
     * @return whether the frame has been executed
     */
    public boolean continueFrame(@Nullable Frame frame) {
        boolean before = BlockingBan.forbid();
        try {
            calls.resumeLanesAwaitingLink();
            calls.tellIdle();
            return frame == null || closed || continueIn(frame);
        } finally {
            BlockingBan.restore(before);
            calls.leaveFrame();
        }
    }

    /** Executes the rest of a frame; false: the link takes no answers, or the session is held. */
    private boolean continueIn(Frame frame) {
        while (!closed && !calls.isLinkFull() && !rest.isHeld()) {
            if (!record.next()) {
                return true;
            }
            record(frame, record);
            parts.turn().runTasks();
        }
        return closed;
    }

    /**
     * Releases all threads that wait for the guest, makes no further calls and sends nothing more.
     */
    public void close() {
        closed = true;
        tracer.close();
        output.close();
        callbacks.close();
        calls.close();
    }

    /**
     * Runs a task, in place of an earlier one, once no call is away and no lane awaits the link,
     * which may be now. Only with the turn.
     */
    public void whenIdle(Runnable task) {
        calls.whenIdle(task);
    }

    /** Whether lanes wait until the link takes answers. Only with the turn. */
    public boolean hasLanesAwaitingLink() {
        return calls.hasLanesAwaitingLink();
    }

    /** Notes that no peer reads the answers any more. Any thread. */
    public void peerGone() {
        calls.peerGone();
    }

    @Override
    public String toString() {
        return calls.away().count() + " calls away, " + calls.deferredBytes() + " bytes deferred";
    }

    private void requireSize(Frame frame) {
        SessionLimits limits = parts.limits();
        if (frame.size() > limits.frameBytes() || frame.records() > limits.batchRecords()) {
            throw new MalformedFrameException(
                    frame
                            + " exceeds the "
                            + limits.frameBytes()
                            + " bytes or "
                            + limits.batchRecords()
                            + " records that this server allows");
        }
    }

    private void record(Frame frame, RecordCursor at) {
        switch (at.kind()) {
            case RecordKinds.CALL, RecordKinds.REFUSED -> {
                rest.command();
                calls.accept(frame, at);
            }
            case RecordKinds.CALLBACK_RETURN -> callbacks.returned(at.callId());
            case RecordKinds.CONTROL -> control(frame, at);
            default ->
                    throw new MalformedFrameException(
                            "a server does not accept a "
                                    + RecordKinds.name(at.kind())
                                    + " record");
        }
    }

    private void control(Frame frame, RecordCursor at) {
        Control control = ControlReader.read(frame, at);
        if (control.hasArenaBytes() && mirror != null) {
            mirror.take(frame, at, control.getArenaBytes());
            return;
        }
        calls.endLanes(control.getLanesEnded().getLanesList());
        if (control.hasMemoryQuota()) {
            long quota = control.getMemoryQuota().getBytes();
            drivers.limitMemory(quota == 0 ? Long.MAX_VALUE : quota);
        } else if (control.hasKernelLimit()) {
            long limit = control.getKernelLimit().getNanos();
            drivers.limitKernels(limit == 0 ? Long.MAX_VALUE : limit);
        } else if (control.hasHoldKernels()) {
            turns.hold(control.getHoldKernels().getDevicesList());
        } else if (control.hasTrace()) {
            tracer.order(control.getTrace());
        } else {
            moves.accept(control);
        }
    }

    /**
     * Asks the router for the parts of the arena that work from another server reads, if this
     * server has a mirror of it. They are there when the router lets the work go on. With the turn.
     *
     * @param waited the calls that waited there
     */
    public void wantArena(List<Frame> waited) {
        if (mirror != null) {
            waited.forEach(mirror::wants);
            mirror.takeWanted().forEach(output::tell);
        }
    }

    /** Notes that work from another server goes on. With the turn. */
    public void goesOn() {
        if (mirror != null) {
            mirror.sent();
        }
    }

    /** The number of calls that have come back from server lane threads. With the turn. */
    public long returnedCalls() {
        return calls.away().returned();
    }

    /**
     * Returns copies of the records of all calls that are away, and of the records that wait for
     * them, as frames. Only with the turn.
     */
    public List<byte[]> awayCalls() {
        return calls.away().records();
    }

    /**
     * Returns the functions of the calls that are away for another reason than work of the devices.
     * Only with the turn.
     */
    public List<String> busyCalls() {
        return calls.busyCalls();
    }

    /**
     * Makes calls that waited at another server. Only with the turn.
     *
     * @param waited frames with one record each, which this releases
     */
    public void makeAgain(List<Frame> waited) {
        calls.makeAgain(waited);
    }
}

package dev.hira.server.call;

import dev.hira.api.BlockingBan;
import dev.hira.api.WorkListener;
import dev.hira.link.Link;
import dev.hira.server.dispatch.Dispatcher;
import dev.hira.server.dispatch.RuntimeCodes;
import dev.hira.server.host.LaneDrivers;
import dev.hira.server.host.SessionState;
import dev.hira.server.lane.CallFailure;
import dev.hira.server.lane.DeferredRecords;
import dev.hira.server.lane.LaneThread;
import dev.hira.server.lane.ServerLane;
import dev.hira.server.lane.ServerLanes;
import dev.hira.server.objects.ObjectTable;
import dev.hira.server.turn.SessionTurn;
import dev.hira.server.work.CallThreads;
import dev.hira.server.work.LaneWorkReporter;
import dev.hira.server.work.Traffic;
import dev.hira.server.work.WorkReports;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.Frame;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Executes the records of one session's frames, in order.
 *
 * <p>A call is made at once. A call that blocks, or that the driver could not make without waiting,
 * goes away to a thread of its lane; later records of the lane then wait for it while other lanes
 * continue. A failed asynchronous call poisons its lane: the next synchronous call is not made and
 * reports that failure instead.
 *
 * @param <D> the API's interface
 */
public final class FrameRunner<D> {
    private final LaneDrivers<D> drivers;
    private final Link link;
    private final SessionLimits limits;
    private final Executor laneThreads;
    private final SessionTurn<?> turn;
    private final Traffic traffic;
    private final Consumer<MalformedFrameException> violation;

    private final ReplyOutbox outbox;
    private final SessionResources resources;
    private final GuestCallbacks callbacks;
    private final CallAnswers answers;
    private final WorkReports reports;
    private final LaneWorkReporter works;
    private final CallExecutor<D> maker;
    private final ServerLanes<D> lanes;
    private final SessionRest rest;
    private final RecordCursor record = new RecordCursor();
    private final RecordCursor deferredRecord = new RecordCursor();
    private final ArgsReader reader = new ArgsReader();
    private final DeferredRecords deferred = new DeferredRecords();
    private final ArrayDeque<CommandCall> spare = new ArrayDeque<>();

    /** The lanes whose records wait until the link takes answers. */
    private final ArrayDeque<ServerLane<D>> stalled = new ArrayDeque<>(0);

    private CommandCall call;
    private long made;
    private final AwayCalls<D> away;
    private boolean closed;
    private volatile boolean unread;
    private @Nullable Runnable whenIdle;
    private Consumer<Control> moves = _ -> {};

    /**
     * Creates a runner.
     *
     * @param arena the memory shared with the guest; null when there is none
     * @param violation receives, with the turn, a protocol violation found in a deferred record
     */
    public FrameRunner(
            Dispatcher<D> dispatcher,
            LaneDrivers<D> drivers,
            Link link,
            @Nullable GuestMemory arena,
            SessionLimits limits,
            SessionTurn<?> turn,
            CallThreads threads,
            Traffic traffic,
            Consumer<MalformedFrameException> violation) {
        this.drivers = drivers;
        this.link = link;
        this.lanes = new ServerLanes<>(drivers, limits.lanes());
        this.limits = limits;
        this.laneThreads = threads.lanes();
        this.turn = turn;
        this.traffic = traffic;
        this.violation = violation;
        OutputPool pool = new OutputPool(limits.keptBytes());
        ReentrantLock sending = new ReentrantLock();
        this.outbox = new ReplyOutbox(link, sending, pool, limits.frameBytes() / 2, traffic);
        this.answers = new CallAnswers(outbox);
        this.reports = new WorkReports(link, sending, threads, traffic, drivers);
        this.works = new LaneWorkReporter(dispatcher::givesWork, reports);
        this.callbacks = new GuestCallbacks(outbox, turn::isMine, () -> turn.run(() -> {}));
        this.away = new AwayCalls<>(drivers, deferred);
        this.rest = new SessionRest(lanes, callbacks, reports, this::isSettled);
        ObjectTable table = new ObjectTable(limits.handles(), outbox);
        this.resources = new SessionResources(table, pool, arena, outbox, callbacks);
        this.maker = new CallExecutor<>(dispatcher, arena);
        this.call = new CommandCall(resources);
        reports.onResult(description -> LateShadow.of(description, resources));
    }

    public ReplyOutbox outbox() {
        return outbox;
    }

    /** The receiver of the driver's reports of device work. Any thread. */
    public WorkListener workListener() {
        return reports;
    }

    /** Sends everything queued: reports for the router first, then answers. Only with the turn. */
    public void flush() {
        reports.flush();
        outbox.flush();
    }

    /** Sends everything queued, then a message to the router. Only with the turn. */
    public void tell(Control message) {
        flush();
        reports.tell(message);
    }

    /** Sets the receiver of messages that move the session, which gets them with the turn. */
    public void onMove(Consumer<Control> receiver) {
        moves = receiver;
    }

    /** Reports the devices' choices for objects that are created from now on. */
    public void reportChoices(SessionState state) {
        resources.table().tellBirths((name, born) -> reports.chosen(born, state.choicesFor(name)));
    }

    public SessionLimits limits() {
        return limits;
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
        return deferred.bytes();
    }

    /** Whether a callback of the guest has not returned yet. Any thread. */
    public boolean waitsForGuest() {
        return callbacks.underWay() > 0;
    }

    /**
     * Executes a frame, which the caller releases. Only with the turn.
     *
     * @return whether the frame has been executed; otherwise the link takes no answers or the
     *     session is {@linkplain SessionRest#hold held}, and {@link #goOn} must follow before the
     *     next frame
     * @throws MalformedFrameException when the frame breaks the protocol
     */
    public boolean frame(Frame frame) {
        requireSize(frame);
        record.wrap(frame);
        return goOn(frame);
    }

    /**
     * Continues after the link has taken no answers, or after a hold: with stalled lanes, then with
     * a frame. Only with the turn.
     *
     * @return whether the frame has been executed
     */
    public boolean goOn(@Nullable Frame frame) {
        boolean before = BlockingBan.forbid();
        try {
            while (!closed && !isStuck() && !stalled.isEmpty()) {
                ServerLane<D> lane = stalled.remove();
                lane.stalled = false;
                resume(lane);
            }
            tellIdle();
            return frame == null || closed || goOnIn(frame);
        } finally {
            BlockingBan.restore(before);
            call.leaveFrame();
            traffic.calls(made, answers.takeFailed());
            made = 0;
        }
    }

    /** Executes the rest of a frame; false: the link takes no answers, or the session is held. */
    private boolean goOnIn(Frame frame) {
        while (!closed && !isStuck() && !rest.isHeld()) {
            if (!record.next()) {
                return true;
            }
            record(frame, record);
            turn.runTasks();
        }
        return closed;
    }

    /**
     * Releases all threads that wait for the guest, makes no further calls and sends nothing more.
     */
    public void close() {
        closed = true;
        outbox.close();
        reports.close();
        callbacks.close();
        lanes.forEach(deferred::drop);
    }

    /**
     * Runs a task, in place of an earlier one, once no call is away and no lane is stalled, which
     * may be now. Only with the turn.
     */
    public void whenIdle(Runnable task) {
        whenIdle = task;
        tellIdle();
    }

    private void tellIdle() {
        Runnable task = whenIdle;
        if (task != null && away.count() == 0 && (closed || stalled.isEmpty())) {
            whenIdle = null;
            task.run();
        }
    }

    /** Whether lanes wait until the link takes answers. Only with the turn. */
    public boolean isStalled() {
        return !stalled.isEmpty();
    }

    /** Notes that no peer reads the answers any more. Any thread. */
    public void peerGone() {
        unread = true;
    }

    /**
     * Whether the link takes no answers. A single frame can ask for far more than memory holds, so
     * this is asked before each call.
     */
    private boolean isStuck() {
        return !unread && !link.isWritable();
    }

    @Override
    public String toString() {
        return away.count() + " calls away, " + deferred.bytes() + " bytes deferred";
    }

    private void requireSize(Frame frame) {
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
            case RecordKinds.CALL, RecordKinds.REFUSED -> ofLane(frame, at);
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
        control.getLanesEnded().getLanesList().forEach(lanes::ended);
        if (control.hasMemoryQuota()) {
            long quota = control.getMemoryQuota().getBytes();
            drivers.limitMemory(quota == 0 ? Long.MAX_VALUE : quota);
        } else {
            moves.accept(control);
        }
    }

    private void ofLane(Frame frame, RecordCursor at) {
        rest.command();
        ServerLane<D> lane = lanes.at(at.lane());
        if (lane == null) {
            refuseLane(at);
        } else if (lane.away || lane.stalled) {
            deferred.add(lane, frame, at);
        } else {
            work(lane, frame, at);
        }
    }

    private void refuseLane(RecordCursor at) {
        answers.refuse(
                at,
                CallFailure.ofServer(
                        RuntimeCodes.LIMIT,
                        "the guest calls from more than "
                                + limits.lanes()
                                + " threads; use fewer"));
        works.refused(at);
    }

    private void work(ServerLane<D> lane, Frame frame, RecordCursor at) {
        if (at.kind() == RecordKinds.REFUSED) {
            CallFailure refusal = CallFailure.read(at.args(reader));
            CallAnswers.poison(lane, refusal.of(at.function(), at.callId()));
            return;
        }
        CallFailure earlier = lane.poison;
        if (earlier != null && (at.flags() & RecordFlags.SYNC) != 0) {
            lane.poison = null;
            answers.refuse(at, earlier);
            works.refused(at);
            return;
        }
        make(lane, frame, at);
    }

    private void make(ServerLane<D> lane, Frame frame, RecordCursor at) {
        CommandCall current = call;
        made++;
        current.begin(frame, at, lane.work);
        works.begins(lane, at);
        CallFailure failure;
        try {
            failure = maker.make(current, lane.driver);
            Runnable longBody = current.longBody();
            if (failure == null && longBody != null) {
                goAway(lane, frame, at, longBody);
                return;
            }
            answers.ended(lane, current, failure);
        } finally {
            if (current == call) {
                works.ends(lane, current.function(), current.callId());
                current.end();
            }
        }
    }

    // --- away
    // -----------------------------------------------------------------------------------------------------

    private void goAway(ServerLane<D> lane, Frame frame, RecordCursor at, Runnable longBody) {
        CommandCall leaving = call;
        leaving.goAway(frame, at);
        CommandCall next = spare.poll();
        call = next == null ? new CommandCall(resources) : next;
        away.left(lane, leaving);
        works.goesAway(leaving.function());
        traffic.wentAway();
        Runnable task = () -> runAway(lane, leaving, longBody);
        LaneThread recent = lane.thread;
        if (recent != null && recent.follow(task)) {
            return;
        }
        LaneThread fresh = new LaneThread(task);
        lane.thread = fresh;
        try {
            laneThreads.execute(fresh);
        } catch (RejectedExecutionException e) {
            works.endsAway(lane, leaving.function(), leaving.callId());
            back(
                    lane,
                    leaving,
                    CallFailure.ofServer(RuntimeCodes.INTERNAL, "the server is shutting down"),
                    false);
        }
    }

    /** Runs the long part of a call on the lane's thread. */
    private void runAway(ServerLane<D> lane, CommandCall leaving, Runnable body) {
        CallFailure failure = maker.makeLong(leaving, body);
        works.endsAway(lane, leaving.function(), leaving.callId());
        boolean answered = failure == null && leaving.sync() && !leaving.hasSettling();
        if (answered) {
            reports.flushLate();
            outbox.reply(leaving);
            outbox.flushRecords();
        }
        turn.run(() -> back(lane, leaving, failure, answered));
    }

    /**
     * Takes a call back with the turn: enters the objects that it created, then resumes its lane.
     */
    private void back(
            ServerLane<D> lane,
            CommandCall ended,
            @Nullable CallFailure failure,
            boolean answered) {
        CallFailure unsettled = maker.settle(ended);
        if (!answered) {
            answers.ended(lane, ended, failure == null ? unsettled : failure);
        }
        ended.end();
        spare.push(ended);
        away.returned(lane);
        boolean before = BlockingBan.forbid();
        try {
            resume(lane);
        } catch (MalformedFrameException e) {
            violation.accept(e);
        } finally {
            BlockingBan.restore(before);
        }
        tellIdle();
    }

    /** Whether nothing is left to do but to wait for work of the devices. */
    private boolean isSettled() {
        return stalled.isEmpty() && away.onlyWait();
    }

    /** The number of calls that have come back from threads of their lanes. With the turn. */
    public long returnedCalls() {
        return away.returned();
    }

    /** Returns copies of the records of all calls that are away, as frames. Only with the turn. */
    public List<byte[]> awayCalls() {
        return away.records();
    }

    /**
     * Makes calls that waited at another server.
     *
     * @param waited frames with one record each, which this releases
     */
    public void makeAgain(List<Frame> waited) {
        boolean before = BlockingBan.forbid();
        try {
            waited.forEach(this::makeAgain);
        } catch (MalformedFrameException e) {
            violation.accept(e);
        } finally {
            BlockingBan.restore(before);
        }
    }

    private void makeAgain(Frame waited) {
        try {
            deferredRecord.wrap(waited);
            if (!deferredRecord.next() || deferredRecord.kind() != RecordKinds.CALL) {
                throw new MalformedFrameException("a call that waited is not a CALL record");
            }
            ServerLane<D> lane = lanes.at(deferredRecord.lane());
            if (lane == null) {
                refuseLane(deferredRecord);
                return;
            }
            deferred.add(lane, waited, deferredRecord);
            if (!lane.away && !lane.stalled) {
                resume(lane);
            }
        } finally {
            waited.release();
        }
    }

    private void resume(ServerLane<D> lane) {
        while (!lane.away) {
            if (isStuck()) {
                lane.stalled = true;
                stalled.add(lane);
                return;
            }
            Frame own = deferred.next(lane);
            if (own == null) {
                break;
            }
            workOff(lane, own);
        }
        if (lane.ended && !lane.away) {
            lanes.forget(lane);
        }
    }

    private void workOff(ServerLane<D> lane, Frame own) {
        try {
            deferredRecord.wrap(own);
            if (deferredRecord.next()) {
                work(lane, own, deferredRecord);
            }
        } finally {
            call.leaveFrame();
            own.release();
        }
    }
}

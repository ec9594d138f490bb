package dev.hira.server.call;

import dev.hira.api.BlockingBan;
import dev.hira.server.dispatch.RuntimeCodes;
import dev.hira.server.host.LaneDrivers;
import dev.hira.server.lane.CallFailure;
import dev.hira.server.lane.DeferredRecords;
import dev.hira.server.lane.LaneTask;
import dev.hira.server.lane.ServerLane;
import dev.hira.server.lane.ServerLanes;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.Frame;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of one session's lanes.
 *
 * <p>A call is made at once. A call that blocks, or that the driver could not make without waiting,
 * goes away to a server lane thread; later records of the lane then wait for it while other lanes
 * continue. The records of all lanes wait for an asynchronous call that only takes long, because
 * the program's threads may rely on its place in their order. If calls take effect {@linkplain
 * #keepOrder in the order of their arrival}, those of all lanes wait for each call that is away,
 * until it begins to wait or ends. A failed asynchronous call poisons its lane: the next
 * synchronous call is not made and reports that failure instead.
 *
 * <p>Methods must be called with the turn, unless they say otherwise.
 *
 * @param <D> the API's interface
 */
final class LaneCalls<D> {
    /**
     * While a call precedes those of all lanes, the server keeps this many ended lanes for each
     * lane that a session may have at a time.
     */
    private static final int ENDED_LANES = 16;

    private final RunnerParts parts;
    private final CallExecutor<D> executor;
    private final SessionResources resources;
    private final SessionOutput output;
    private final ServerLanes<D> lanes;
    private final AwayCalls<D> away;
    private final DeferredRecords deferred = new DeferredRecords();
    private final RecordCursor deferredRecord = new RecordCursor();
    private final ArgsReader reader = new ArgsReader();
    private final ArrayDeque<CommandCall> spare = new ArrayDeque<>();

    /** The lanes whose records wait until the link takes answers. */
    private final ArrayDeque<ServerLane<D>> awaitingLink = new ArrayDeque<>(0);

    /**
     * The calls that are away and precede all later ones: asynchronous ones that {@linkplain
     * CommandCall#precedesAll only take long}, calls whose replies the guest has already, and, if
     * calls take effect {@link #inOrder}, calls that have not begun to wait.
     */
    private final List<CommandCall> preceding = new ArrayList<>(1);

    /** The lanes that have ended while calls were {@link #preceding} all. */
    private final Set<Integer> endLater = new LinkedHashSet<>(0);

    private CommandCall call;

    /** Whether the calls of all lanes take effect in the order of their arrival. */
    private boolean inOrder;

    private long made;
    private @Nullable Runnable whenIdle;
    private boolean closed;
    private volatile boolean unread;

    LaneCalls(
            RunnerParts parts,
            LaneDrivers<D> drivers,
            CallExecutor<D> executor,
            SessionResources resources,
            SessionOutput output) {
        this.parts = parts;
        this.executor = executor;
        this.resources = resources;
        this.output = output;
        this.lanes = new ServerLanes<>(drivers, parts.limits().lanes());
        this.away = new AwayCalls<>(drivers, deferred);
        this.call = new CommandCall(resources);
    }

    ServerLanes<D> lanes() {
        return lanes;
    }

    /** Makes the calls of all lanes take effect in the order of their arrival. Before any call. */
    void keepOrder() {
        if (made > 0 || away.count() > 0) {
            throw new IllegalStateException("calls were made in another order");
        }
        inOrder = true;
    }

    /** The calls that server lane threads make. */
    AwayCalls<D> away() {
        return away;
    }

    /** The bytes of the records that wait for calls of their lanes. Any thread. */
    long deferredBytes() {
        return deferred.bytes();
    }

    /** Makes no further calls. */
    void close() {
        closed = true;
        lanes.forEach(deferred::drop);
        deferred.dropOfAll();
    }

    /** Notes that no peer reads the answers any more. Any thread. */
    void peerGone() {
        unread = true;
    }

    /**
     * Whether the link takes no answers. A single frame can ask for far more than memory holds, so
     * this is asked before each call.
     */
    boolean isLinkFull() {
        return !unread && !parts.link().isWritable();
    }

    /** Whether lanes wait until the link takes answers. */
    boolean hasLanesAwaitingLink() {
        return !awaitingLink.isEmpty();
    }

    /** Whether nothing is left to do but to wait for work of the devices. */
    boolean onlyWaits() {
        return awaitingLink.isEmpty() && preceding.isEmpty() && away.onlyWait();
    }

    /** Returns the functions of the calls that are away and do not wait for work. */
    List<String> busyCalls() {
        return away.busy().stream().map(busy -> executor.name(busy.function())).toList();
    }

    /**
     * Runs a task, in place of an earlier one, once no call is away and no lane awaits the link.
     */
    void whenIdle(Runnable task) {
        whenIdle = task;
        tellIdle();
    }

    void tellIdle() {
        Runnable task = whenIdle;
        if (task != null && away.count() == 0 && (closed || awaitingLink.isEmpty())) {
            whenIdle = null;
            task.run();
        }
    }

    /** Makes the call of a record, or keeps it until its lane can. */
    void accept(Frame frame, RecordCursor at) {
        if (!preceding.isEmpty()) {
            deferred.addOfAll(frame, at);
            return;
        }
        ServerLane<D> lane = lanes.at(at.lane());
        if (lane == null) {
            refuseLane(at);
        } else if (waitsWithAll(lane)) {
            deferred.addOfAll(frame, at);
        } else {
            processOrKeep(lane, frame, at);
        }
    }

    /**
     * Whether the next record of a lane must wait like those of all lanes. So it must if the guest
     * has the reply to the lane's call although the call is still away: other threads may rely on
     * what the lane does next.
     */
    private boolean waitsWithAll(ServerLane<D> lane) {
        if (preceding.isEmpty() && lane.away) {
            CommandCall own = away.of(lane);
            if (own != null && own.isAnswered()) {
                preceding.add(own);
            }
        }
        return !preceding.isEmpty();
    }

    /** Ends the lanes of guest threads as soon as their calls are made. */
    void endLanes(List<Integer> numbers) {
        if (preceding.isEmpty()) {
            numbers.forEach(lanes::ended);
        } else {
            numbers.forEach(this::endLater);
        }
    }

    private void endLater(int lane) {
        endLater.add(lane);
        int most = ENDED_LANES * parts.limits().lanes();
        if (endLater.size() > most) {
            throw new MalformedFrameException(
                    "the guest ends more than "
                            + most
                            + " lanes while they wait for a call that precedes theirs");
        }
    }

    private void processOrKeep(ServerLane<D> lane, Frame frame, RecordCursor at) {
        if (lane.away || lane.awaitsLink) {
            deferred.add(lane, frame, at);
        } else {
            process(lane, frame, at);
        }
    }

    /** Continues with lanes that await the link, as long as the link takes answers. */
    void resumeLanesAwaitingLink() {
        while (!closed && !isLinkFull() && !awaitingLink.isEmpty()) {
            ServerLane<D> lane = awaitingLink.remove();
            lane.awaitsLink = false;
            resume(lane);
        }
    }

    /** Notes that the calls of a frame are made, or wait. */
    void leaveFrame() {
        call.leaveFrame();
        parts.traffic().calls(made, output.answers().takeFailed());
        made = 0;
    }

    private void refuseLane(RecordCursor at) {
        output.answers()
                .refuse(
                        at,
                        CallFailure.ofServer(
                                RuntimeCodes.LIMIT,
                                "the guest calls from more than "
                                        + parts.limits().lanes()
                                        + " threads; use fewer"));
        output.workReporter().refused(at);
    }

    private void process(ServerLane<D> lane, Frame frame, RecordCursor at) {
        if (at.kind() == RecordKinds.REFUSED) {
            CallFailure refusal = CallFailure.read(at.args(reader));
            if ((at.flags() & RecordFlags.SYNC) != 0) {
                output.answers().refuse(at, refusal);
            } else {
                CallAnswers.poison(lane, refusal.of(at.function(), at.callId()));
            }
            return;
        }
        CallFailure earlier = lane.poison;
        if (earlier != null && (at.flags() & RecordFlags.SYNC) != 0) {
            lane.poison = null;
            output.answers().refuse(at, earlier);
            output.workReporter().refused(at);
            return;
        }
        make(lane, frame, at);
    }

    private void make(ServerLane<D> lane, Frame frame, RecordCursor at) {
        CommandCall current = call;
        made++;
        current.begin(frame, at, lane.work);
        output.workReporter().begins(lane, at);
        CallFailure failure;
        try {
            failure = executor.make(current, lane.driver);
            Runnable longBody = current.longBody();
            if (failure == null && longBody != null) {
                if (parts.awayCalls().take(1)) {
                    goAway(lane, frame, at, longBody);
                    return;
                }
                failure = noThread();
            }
            output.answers().ended(lane, current, failure);
        } finally {
            if (current == call) {
                output.workReporter().ends(lane, current.function(), current.callId());
                current.end();
            }
        }
    }

    private static CallFailure noThread() {
        return CallFailure.ofServer(
                RuntimeCodes.LIMIT,
                "the calls of all sessions that block or take long have as many threads of the"
                        + " server as they may (limits.threads-total); call again when others"
                        + " have ended");
    }

    private void goAway(ServerLane<D> lane, Frame frame, RecordCursor at, Runnable longBody) {
        CommandCall leaving = call;
        leaving.goAway(frame, at);
        boolean toItsEnd = leaving.precedesAll();
        if (toItsEnd || inOrder) {
            preceding.add(leaving);
        }
        CommandCall next = spare.poll();
        call = next == null ? new CommandCall(resources) : next;
        away.goesAway(lane, leaving);
        output.workReporter().goesAway(leaving.function());
        parts.traffic().wentAway();
        Runnable body = toItsEnd || !inOrder ? longBody : precedingUntilItWaits(leaving, longBody);
        Runnable task = () -> makeAway(lane, leaving, body);
        LaneTask recent = lane.task;
        if (recent != null && recent.follow(task)) {
            return;
        }
        LaneTask fresh = new LaneTask(task);
        lane.task = fresh;
        try {
            parts.threads().lanes().execute(fresh);
        } catch (RejectedExecutionException e) {
            output.workReporter().endsAway(lane, leaving.function(), leaving.callId());
            back(
                    lane,
                    leaving,
                    CallFailure.ofServer(RuntimeCodes.INTERNAL, "the server is shutting down"),
                    false);
        }
    }

    /** Runs the long part of a call. On a server lane thread. */
    private void makeAway(ServerLane<D> lane, CommandCall leaving, Runnable body) {
        CallFailure failure = executor.makeLong(leaving, body);
        output.workReporter().endsAway(lane, leaving.function(), leaving.callId());
        boolean answered = failure == null && leaving.sync() && !leaving.hasSettling();
        if (answered) {
            leaving.answers();
            output.sendReply(leaving);
        }
        parts.turn().run(() -> back(lane, leaving, failure, answered));
    }

    /** Returns the body of a call that precedes all later ones until it begins to wait. */
    private Runnable precedingUntilItWaits(CommandCall leaving, Runnable longBody) {
        long id = leaving.callId();
        Runnable waits =
                () -> {
                    if (leaving.callId() == id && preceding.remove(leaving)) {
                        resuming(this::resumeAll);
                    }
                };
        return () -> BlockingBan.whenWaiting(() -> onWorker(waits), longBody);
    }

    /**
     * Runs a task with the turn on a worker. The calling thread is within a call of a driver, which
     * does not expect calls of other lanes there.
     */
    private void onWorker(Runnable task) {
        try {
            parts.threads().workers().execute(() -> parts.turn().run(task));
        } catch (RejectedExecutionException e) {
            // The server is shutting down. The task only lets lanes go on before a call has ended.
        }
    }

    /**
     * Takes a call back with the turn: enters the objects that it created, then resumes its lane.
     */
    private void back(
            ServerLane<D> lane,
            CommandCall ended,
            @Nullable CallFailure failure,
            boolean answered) {
        parts.awayCalls().give(1);
        CallFailure notApplied = executor.applyChanges(ended);
        if (!answered) {
            output.answers().ended(lane, ended, failure == null ? notApplied : failure);
        }
        boolean precededAll = preceding.remove(ended);
        ended.end();
        spare.push(ended);
        away.comesBack(lane);
        resuming(() -> {
            resume(lane);
            if (precededAll) {
                resumeAll();
            }
        });
        tellIdle();
    }

    /** Makes calls that have waited, with the turn. */
    private void resuming(Runnable calls) {
        boolean before = BlockingBan.forbid();
        try {
            calls.run();
        } catch (MalformedFrameException e) {
            parts.violation().accept(e);
        } finally {
            BlockingBan.restore(before);
        }
    }

    /**
     * Makes calls that waited at another server.
     *
     * @param waited frames with one record each, which this releases
     */
    void makeAgain(List<Frame> waited) {
        resuming(() -> waited.forEach(this::makeAgain));
    }

    private void makeAgain(Frame waited) {
        try {
            deferredRecord.wrap(waited);
            if (!deferredRecord.next() || !isCall(deferredRecord.kind())) {
                throw new MalformedFrameException("a call that waited is not a CALL record");
            }
            ServerLane<D> lane = lanes.at(deferredRecord.lane());
            if (lane == null) {
                refuseLane(deferredRecord);
                return;
            }
            if (!preceding.isEmpty()) {
                deferred.addOfAll(waited, deferredRecord);
                return;
            }
            deferred.add(lane, waited, deferredRecord);
            if (!lane.away && !lane.awaitsLink) {
                resume(lane);
            }
        } finally {
            waited.release();
        }
    }

    private static boolean isCall(int kind) {
        return kind == RecordKinds.CALL || kind == RecordKinds.REFUSED;
    }

    private void resume(ServerLane<D> lane) {
        while (!lane.away) {
            if (isLinkFull()) {
                lane.awaitsLink = true;
                awaitingLink.add(lane);
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

    /** Continues with the records of all lanes, up to the next call that precedes all. */
    private void resumeAll() {
        while (preceding.isEmpty()) {
            Frame own = deferred.firstOfAll();
            if (own == null) {
                endLater.forEach(lanes::ended);
                endLater.clear();
                return;
            }
            deferredRecord.wrap(own);
            ServerLane<D> lane = deferredRecord.next() ? lanes.at(deferredRecord.lane()) : null;
            if (lane != null && waitsWithAll(lane)) {
                return;
            }
            deferred.takeFirstOfAll();
            try {
                if (lane == null) {
                    refuseLane(deferredRecord);
                    continue;
                }
                if (!lane.away && !lane.awaitsLink && isLinkFull()) {
                    lane.awaitsLink = true;
                    awaitingLink.add(lane);
                }
                processOrKeep(lane, own, deferredRecord);
            } finally {
                call.leaveFrame();
                own.release();
            }
        }
    }

    private void workOff(ServerLane<D> lane, Frame own) {
        try {
            deferredRecord.wrap(own);
            if (deferredRecord.next()) {
                process(lane, own, deferredRecord);
            }
        } finally {
            call.leaveFrame();
            own.release();
        }
    }
}

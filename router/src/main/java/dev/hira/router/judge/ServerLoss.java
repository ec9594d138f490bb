package dev.hira.router.judge;

import dev.hira.policy.CallWindow;
import dev.hira.router.books.Ledger;
import dev.hira.router.books.WorkInFlight;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.journal.Journal;
import dev.hira.router.judge.count.PathCounters;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Failure;
import dev.hira.wire.v1.Resume;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a session loses with its API server, and how its guest learns of it.
 *
 * <p>Synchronous calls without an answer have failed: the books and the journal forget them, and
 * each is answered with the loss. So is the next synchronous call of every other lane, which is not
 * made. Until a lane is told, its asynchronous commands that leave nothing behind are not made
 * either: they would work on memory whose contents are gone. Commands that create, change or
 * destroy objects are made, so that the guest's names stay right.
 */
public final class ServerLoss {
    /** Most synchronous calls without an answer. Guests of this version make fewer. */
    private static final int MOST_UNANSWERED = 1 << 16;

    /** Most records of one frame to the guest. */
    static final int FRAME_RECORDS = 4096;

    private final SessionLinks links;
    private final Ledger ledger;
    private final Journal journal;
    private final WorkInFlight work;
    private final LaneLimit lanes;
    private final CallbackReturns returns;
    private final PathCounters counters;
    private final CallWindow<Unanswered> calls = new CallWindow<>();
    private CommandRefusal refusal = CommandRefusal.lost("");

    /** The calls for which the guest has waited since before the router was restarted. */
    private final Map<Long, Unanswered> earlier = new HashMap<>(0);

    /** The calls for whose late outputs it has waited since then. */
    private final List<Long> earlierLate = new ArrayList<>(0);

    ServerLoss(
            SessionLinks links,
            Ledger ledger,
            Journal journal,
            WorkInFlight work,
            LaneLimit lanes,
            CallbackReturns returns,
            PathCounters counters) {
        this.links = links;
        this.ledger = ledger;
        this.journal = journal;
        this.work = work;
        this.lanes = lanes;
        this.returns = returns;
        this.counters = counters;
    }

    /** A synchronous call without an answer. */
    private record Unanswered(long call, int function, int lane) {}

    // --- commands

    /** Returns the problem of a command that asks for one answer too many; null: none. */
    @Nullable CommandRefusal problem(RecordCursor command, FunctionRow row) {
        boolean full = calls.size() == MOST_UNANSWERED && (command.flags() & RecordFlags.SYNC) != 0;
        return full
                ? CommandRefusal.limit(
                        row.name()
                                + ": "
                                + MOST_UNANSWERED
                                + " calls of the session wait for answers")
                : null;
    }

    /** Notes a synchronous call that goes on. */
    void sent(RecordCursor call) {
        if (!earlier.isEmpty()) {
            earlier.remove(call.callId());
        }
        calls.add(call.callId(), new Unanswered(call.callId(), call.function(), call.lane()));
    }

    /** Notes the answer to a call. */
    void answered(long call) {
        calls.remove(call);
        if (!earlier.isEmpty()) {
            earlier.remove(call);
        }
    }

    /** Notes the guest's threads and the calls for which they wait, of an earlier router. */
    void waitedBefore(Resume guest) {
        guest.getLanesList().forEach(lanes::admits);
        for (int i = 0; i < guest.getWaitingCallsCount() && i < guest.getWaitingLanesCount(); i++) {
            long call = guest.getWaitingCalls(i);
            earlier.put(call, new Unanswered(call, 0, guest.getWaitingLanes(i)));
        }
        earlierLate.addAll(guest.getLateCallsList());
    }

    /**
     * Returns whether a command is dropped because its lane has not been told of the loss. A
     * synchronous command counts as telling the lane.
     */
    boolean intercepts(RecordCursor command, FunctionRow row) {
        if (!lanes.isUntold(command.lane())) {
            return false;
        }
        if ((command.flags() & RecordFlags.SYNC) != 0) {
            lanes.told(command.lane());
            lanes.runIfAllTold();
            return true;
        }
        return !row.isRecorded();
    }

    /** Returns the refusal of intercepted commands. */
    CommandRefusal refusal() {
        return refusal;
    }

    // --- the loss

    /** Whether the guest waits for the server. */
    public boolean isAwaited() {
        return calls.size() != 0 || work.size() != 0 || !earlier.isEmpty();
    }

    /** Notes that the server is gone. No command may go on until {@link #tell}. */
    public void happened() {
        Stream.concat(earlier.values().stream(), calls.values().stream())
                .forEach(call -> {
                    ledger.failed(call.call);
                    journal.failed(call.lane, call.call);
                });
        returns.lost();
    }

    /** Tells the guest, now that the session has another server. */
    public void tell(String message) {
        refusal = CommandRefusal.lost(message);
        tellOfWork();
        lanes.lost();
        byte[] failure = failure(message);
        FrameWriter writer = new FrameWriter();
        for (Unanswered call :
                Stream.concat(earlier.values().stream(), calls.values().stream()).toList()) {
            writer.begin(
                            RecordKinds.REPLY,
                            RecordFlags.ERROR | RecordFlags.BY_ROUTER,
                            call.function,
                            call.call,
                            call.lane)
                    .args(failure, failure.length)
                    .end();
            send(writer, FRAME_RECORDS);
        }
        send(writer, 1);
        earlier.values().forEach(call -> lanes.told(call.lane));
        calls.values().forEach(call -> lanes.told(call.lane));
        earlier.clear();
        calls.clear();
        lanes.runIfAllTold();
    }

    /** Ends the guest's wait for late outputs of work that had not ended. */
    private void tellOfWork() {
        byte[] failure = failure("");
        FrameWriter writer = new FrameWriter();
        LongConsumer end =
                call -> {
                    writer.begin(RecordKinds.FAILED, RecordFlags.BY_ROUTER, 0, call, 0)
                            .args(failure, failure.length)
                            .end();
                    send(writer, FRAME_RECORDS);
                };
        earlierLate.forEach(end::accept);
        earlierLate.clear();
        work.abandon(end);
        send(writer, 1);
        counters.worked(0, 0);
    }

    private void send(FrameWriter writer, int records) {
        if (writer.records() >= records) {
            links.answer(writer.finish(FrameLayout.AUDIENCE_PEER));
        }
    }

    private static byte[] failure(String message) {
        CommandRefusal lost = CommandRefusal.lost(message);
        return Failure.newBuilder()
                .setOrigin(lost.origin())
                .setCode(lost.code())
                .setMessage(lost.message())
                .build()
                .toByteArray();
    }
}

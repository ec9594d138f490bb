package dev.hira.router.journal;

import com.google.protobuf.ByteString;
import dev.hira.base.LongMap;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.catalog.LaneChange;
import dev.hira.router.catalog.RecordRule.Creates;
import dev.hira.router.catalog.RecordRule.Destroys;
import dev.hira.router.catalog.RecordRule.Modifies;
import dev.hira.router.catalog.RecordRule.Nothing;
import dev.hira.router.catalog.RecordRule.Orders;
import dev.hira.router.catalog.RecordRule.Releases;
import dev.hira.router.catalog.RecordRule.Replaces;
import dev.hira.router.catalog.RecordRule.Retains;
import dev.hira.router.catalog.RecordRule.Undoes;
import dev.hira.router.catalog.ReplyProblem;
import dev.hira.router.journal.JournalEntry.Part;
import dev.hira.wire.Frame;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.v1.Identified;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The recorded commands that created or changed the live objects of one session: a graph whose size
 * is in proportion to these objects, never to the number of commands.
 *
 * <p>A command is recorded when it is admitted, so the journal is never behind the server. It is
 * taken back when the server reports that it failed. Objects leave the journal with all their calls
 * when the server reports their death, so the journal need not know what dies with what. A dead
 * object that calls of live objects need stays until these are gone.
 *
 * <p>Calls that only order work ({@link Orders}) are not recorded: the order of queued work travels
 * with the devices' state, and work that has ended needs none.
 *
 * <p>Belongs to the session's thread; any thread may read the sums.
 */
public final class Journal {
    private final Catalog catalog;
    private final SessionNotes notes;
    private final JournalBudget.Account budget;
    private final boolean[] recorded;
    private final LaneFunctions functions;
    private final ObjectGraph graph;
    private final CallRecorder recorder;

    /** The calls since a replay ahead of a move; null when none was taken. */
    private @Nullable ReplayTail tail;

    /** Creates a journal without notes and limits. */
    public Journal(Catalog catalog) {
        this(catalog, SessionNotes.NONE, JournalBudget.unlimited().open(""));
    }

    /**
     * @param notes takes down what it takes to make the same journal in another process
     * @param budget the bytes that it may take
     */
    public Journal(Catalog catalog, SessionNotes notes, JournalBudget.Account budget) {
        this.catalog = catalog;
        this.budget = budget;
        this.notes = notes;
        this.functions = LaneFunctions.of(catalog);
        this.graph = new ObjectGraph(catalog.types(), notes, budget);
        this.recorder = new CallRecorder(graph, new RecordedCall(functions.type()));
        this.recorded = new boolean[catalog.maxFunction() + 1];
        for (int id = 0; id < recorded.length; id++) {
            FunctionRow row = catalog.row(id);
            recorded[id] = row != null && row.isRecorded();
        }
    }

    /** Returns the memory that the recorded calls take, about. Any thread. */
    public long bytes() {
        return graph.bytes();
    }

    /** Returns the number of live objects that a replay recreates. Any thread. */
    public int objects() {
        return graph.objects();
    }

    /** Returns the number of recorded calls. */
    public int calls() {
        return graph.entries().size();
    }

    // --- the guest's commands

    /** Returns why the journal cannot take a CALL in; null: it can. */
    public @Nullable String limit(RecordCursor command) {
        int function = command.function();
        if (!recorded[function]) {
            return null;
        }
        FunctionRow row = row(function);
        long bytes =
                (long) command.endOffset()
                        - command.offset()
                        + command.bulkEnd()
                        - command.bulkStart()
                        + JournalEntry.OWN_BYTES
                        + (row.record() instanceof Creates ? JournalEntry.OBJECT_BYTES : 0)
                        + (row.lane() == null ? 0 : ObjectGraph.CURRENT_BYTES);
        return budget.hasRoomFor(bytes, isReleasing(row)) ? null : budget.limit();
    }

    /** Whether a function takes objects or references away, so that later there is less to keep. */
    private static boolean isReleasing(FunctionRow row) {
        return switch (row.record()) {
            case Releases _, Undoes _, Destroys _ -> true;
            case Nothing _, Orders _ ->
                    row.lane() != null && row.lane().kind() == LaneChange.Kind.POP;
            case Creates _, Modifies _, Retains _, Replaces _ -> false;
        };
    }

    /** Records an admitted CALL, if its function leaves something behind. */
    public void admitted(RecordCursor command, Frame frame) {
        if (recorded[command.function()]) {
            JournalObject current = graph.current(graph.lane(command.lane()));
            notes.called(command, frame, creation(current), 1);
            recorder.record(row(command.function()), command, frame, current);
        }
    }

    /**
     * Records a call that another journal had noted down.
     *
     * @param current the call that created the object that was current in its lane; 0: none was
     * @param times the number of calls that it stands for
     */
    public void recall(RecordCursor command, Frame frame, long current, int times) {
        graph.beginRecall();
        recorder.recall(row(command.function()), command, frame, createdBy(current), times);
    }

    /** Notes that all that another journal had noted down was recalled. */
    public void endRecall() {
        graph.endRecall();
    }

    private @Nullable JournalObject createdBy(long call) {
        JournalEntry creation = graph.entries().get(call);
        return creation == null ? null : creation.of.meant();
    }

    private FunctionRow row(int function) {
        return Objects.requireNonNull(catalog.row(function));
    }

    /** Notes that a guest's thread has ended. */
    public void laneEnded(int lane) {
        LaneMirror ended = graph.lanes().remove(lane);
        if (ended != null) {
            ended.end();
            notes.laneEnded(lane);
        }
    }

    // --- the server's answers

    /** Notes a REPLY without an error. */
    public void answered(RecordCursor reply, Frame frame) {
        LaneMirror lane = graph.lanes().get(reply.lane());
        if (lane != null) {
            lane.confirm(reply.callId());
        }
        JournalEntry entry =
                graph.entries().size() == 0 ? null : graph.entries().get(reply.callId());
        if (entry == null) {
            return;
        }
        notes.answered(reply, frame);
        switch (entry.part) {
            case AWAITED ->
                    recorder.returned(
                            entry, (Creates) row(entry.function()).record(), reply, frame);
            case SLOT -> graph.cut(entry);
            case UNDO -> undone(entry);
            default -> {}
        }
    }

    private void undone(JournalEntry undo) {
        LatestCalls.Slot key = Objects.requireNonNull(undo.slot);
        graph.cut(undo);
        if (undo.equals(undo.of.latest.newest(key))) {
            undo.of.latest.clear(key);
            graph.forget(undo);
        }
    }

    /** Notes the server's report that a call failed. */
    public void failed(int lane, long call) {
        LaneMirror mirror = graph.lanes().get(lane);
        boolean changed = mirror != null && mirror.failed(call);
        JournalEntry entry = graph.entries().get(call);
        if (tail != null) {
            tail.failed(call, entry);
        }
        if (entry != null || changed) {
            notes.failed(lane, call);
        }
        if (entry == null) {
            return;
        }
        JournalObject object = entry.of;
        switch (entry.part) {
            case AWAITED -> graph.forget(entry);
            case CREATION -> graph.notCreated(object);
            case CHANGE -> {
                object.changes.remove(entry);
                graph.forget(entry);
            }
            case RETAIN, RELEASE -> object.references.failed(entry, graph);
            case SLOT, UNDO -> {
                object.latest.remove(entry);
                graph.forget(entry);
            }
            case ENDING -> {
                object.endings.remove(entry);
                graph.forget(entry);
            }
        }
    }

    /** Whether calls of a function leave something behind. */
    public boolean records(int function) {
        return function < recorded.length && recorded[function];
    }

    /** Returns the result in an answer, in words. */
    public String told(RecordCursor answer) {
        return ReplyProblem.result(answer, catalog);
    }

    /** Whether a call is known to have been made. */
    public boolean hasMade(int lane, long call) {
        LaneMirror mirror = graph.lanes().get(lane);
        return mirror != null && mirror.isConfirmed(call);
    }

    /** Notes the server's report of the devices' choices for the object that a call creates. */
    public void chosen(long call, ByteString choices) {
        JournalEntry entry = graph.entries().get(call);
        if (entry != null && (entry.part == Part.CREATION || entry.part == Part.AWAITED)) {
            notes.chosen(call, choices);
            graph.choose(entry, choices);
        }
    }

    /**
     * Notes that a call of {@link #replayAll} failed.
     *
     * @return false: it had succeeded before
     */
    public boolean failedAgain(long call) {
        JournalEntry entry = graph.entries().get(call);
        if (entry == null) {
            return call != 0; // forgotten meanwhile with its object, whose creation has failed
        }
        if (graph.isConfirmed(entry)) {
            return entry.part == Part.UNDO; // of a call that the journal need not keep
        }
        if (!entry.of.dead) {
            failed(entry.lane, call);
        }
        return true;
    }

    /** Notes the server's report that the object died that a call had created. */
    public void died(long call) {
        JournalEntry entry = graph.entries().get(call);
        if (entry != null && entry.part == Part.CREATION && !entry.of.dead) {
            graph.died(entry.of);
        }
    }

    /** Notes the server's report of the kernels that objects stand for. */
    public void identified(Identified kernels) {
        notes.identified(kernels);
    }

    // --- notes

    /** Returns the names of live objects. */
    public Set<Long> liveNames() {
        Set<Long> names = new HashSet<>();
        graph.entries()
                .forEach(entry -> {
                    if (entry.part == Part.CREATION && !entry.of.dead) {
                        names.add(entry.of.name);
                    }
                });
        return names;
    }

    /**
     * What a note of a recorded call must tell.
     *
     * @param current the call that created the object that was current in its lane; 0: none was
     * @param times the number of calls that it stands for
     */
    public record Recorded(long current, int times) {}

    /** Returns the calls that are not forgotten, by their numbers. */
    public Map<Long, Recorded> recordedCalls() {
        Map<Long, Recorded> calls = new HashMap<>();
        graph.entries()
                .forEach(entry ->
                        calls.put(entry.call, new Recorded(creation(entry.current), entry.times)));
        return calls;
    }

    private static long creation(@Nullable JournalObject object) {
        return object == null ? 0 : object.meant().creation().call;
    }

    /** Returns the current objects of all lanes. */
    public List<SessionNotes.Lane> currentObjects() {
        List<SessionNotes.Lane> all = new ArrayList<>();
        graph.lanes().forEach(lane -> all.add(lane.note()));
        return all;
    }

    /** Makes objects current in the lanes that another journal had noted down. */
    public void recall(List<SessionNotes.Lane> noted) {
        List<LaneMirror> former = new ArrayList<>();
        graph.lanes().forEach(former::add);
        graph.lanes().clear();
        noted.forEach(each -> graph.lane(each.number()).recall(each, this::createdBy));
        former.forEach(LaneMirror::end);
    }

    // --- deaths

    /** Notes the death of the oldest object of a name, reported without its call. */
    public void nameDied(long name) {
        for (int type = 1; type <= catalog.types().size(); type++) {
            JournalObject object = graph.exact(type, name);
            if (object != null && object.type == type) {
                graph.died(oldest(object));
                return;
            }
        }
    }

    private static JournalObject oldest(JournalObject newest) {
        JournalObject object = newest;
        JournalObject older = object.older();
        while (older != null && !older.dead) {
            object = older;
            older = object.older();
        }
        return object;
    }

    // --- replay

    /**
     * Returns the calls that recreate the live objects. The server must have answered all calls.
     */
    public Replay replay() {
        return Replay.of(functions, graph.entries(), graph.lanes(), null);
    }

    /**
     * Returns the calls that recreate the live objects after the server's death. Those whose
     * outcomes are unknown are repeated too, so that they happen if they did not: all calls of a
     * slot since the last one that is known to have succeeded, and ends of objects whose deaths
     * were not reported.
     */
    public Replay replayAll() {
        graph.noteEndings();
        return Replay.of(
                functions, graph.entries(), graph.lanes(), entry -> !graph.isConfirmed(entry));
    }

    /**
     * Returns the calls that recreate the objects that live now, though calls are under way, and
     * keeps the calls that follow for {@link #tail}. Lanes have no current objects afterwards.
     */
    public Replay replayAhead() {
        ReplayTail fresh = new ReplayTail();
        graph.entries()
                .forEach(entry -> {
                    if (entry.part == Part.ENDING && !entry.of.dead) {
                        fresh.add(entry);
                    }
                });
        tail = fresh;
        graph.follow(fresh::add);
        return Replay.of(functions, graph.entries(), new LongMap<>(), null);
    }

    /**
     * Returns the calls since {@link #replayAhead}, and since the last time, up to the first whose
     * outcome is unknown; null when they do not lead to the objects of this journal.
     */
    public @Nullable Replay tail() {
        ReplayTail calls = tail;
        return calls == null || calls.isBroken()
                ? null
                : Replay.after(functions, calls.take(graph::isConfirmed), new LongMap<>());
    }

    /**
     * Returns all calls since the last time, and those that give the lanes their current objects;
     * null when they do not lead to the objects of this journal. The server must have answered all
     * calls.
     */
    public @Nullable Replay lastOfTail() {
        ReplayTail calls = tail;
        boolean[] lost = new boolean[1];
        graph.lanes().forEach(lane -> lost[0] |= lane.elements().stream().anyMatch(graph::isLost));
        return calls == null || calls.isBroken() || lost[0]
                ? null
                : Replay.after(functions, calls.take(_ -> true), graph.lanes());
    }

    /** Keeps no calls for {@link #tail} any longer. */
    public void endTail() {
        tail = null;
        graph.follow(_ -> {});
    }
}

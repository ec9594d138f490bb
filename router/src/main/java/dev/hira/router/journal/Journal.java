package dev.hira.router.journal;

import com.google.protobuf.ByteString;
import dev.hira.base.LongMap;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.catalog.LaneChange;
import dev.hira.router.catalog.ObjectRef;
import dev.hira.router.catalog.RecordRule;
import dev.hira.router.catalog.RecordRule.Creates;
import dev.hira.router.catalog.RecordRule.Destroys;
import dev.hira.router.catalog.RecordRule.Modifies;
import dev.hira.router.catalog.RecordRule.Nothing;
import dev.hira.router.catalog.RecordRule.Orders;
import dev.hira.router.catalog.RecordRule.Releases;
import dev.hira.router.catalog.RecordRule.Replaces;
import dev.hira.router.catalog.RecordRule.Retains;
import dev.hira.router.catalog.RecordRule.Undoes;
import dev.hira.router.journal.JournalEntry.Part;
import dev.hira.wire.Frame;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.v1.Identified;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
    private static final VarHandle BYTES;
    private static final VarHandle OBJECTS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            BYTES = lookup.findVarHandle(Journal.class, "bytes", long.class);
            OBJECTS = lookup.findVarHandle(Journal.class, "liveObjects", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Most calls in a slot whose outcome is unknown; older ones are forgotten as if a later one had
     * succeeded. Only a guest that never waits has as many.
     */
    private static final int MOST_UNCONFIRMED = 64;

    private final Catalog catalog;
    private final SessionNotes notes;
    private final boolean[] recorded;
    private final LaneFunctions functions;
    private final RecordedCall values;
    private final ObjectIndex index;

    /** The entries that are not forgotten, by call. */
    private final LongMap<JournalEntry> entries = new LongMap<>();

    private final LongMap<LaneMirror> lanes = new LongMap<>();

    /** Stands for the session as a whole. */
    private final JournalObject session = new JournalObject(ObjectRef.SESSION, 0, 0, null);

    /** The calls since a replay ahead of a move; null when none was taken. */
    private @Nullable ReplayTail tail;

    /** Whether calls are recalled that another journal had noted down. */
    private boolean recalling;

    /** Dead objects that may be forgotten when all calls are recalled. */
    private final Set<JournalObject> unburied = new HashSet<>(0);

    private long bytes;
    private int liveObjects;

    public Journal(Catalog catalog) {
        this(catalog, SessionNotes.NONE);
    }

    /**
     * @param notes takes down what it takes to make the same journal in another process
     */
    public Journal(Catalog catalog, SessionNotes notes) {
        this.catalog = catalog;
        this.notes = notes;
        this.functions = LaneFunctions.of(catalog);
        this.values = new RecordedCall(functions.type());
        this.index = new ObjectIndex(catalog.types());
        this.recorded = new boolean[catalog.maxFunction() + 1];
        for (int id = 0; id < recorded.length; id++) {
            FunctionRow row = catalog.row(id);
            recorded[id] = row != null && row.isRecorded();
        }
    }

    /** Returns the memory that the recorded calls take, about. Any thread. */
    public long bytes() {
        return (long) BYTES.getOpaque(this);
    }

    /** Returns the number of live objects that a replay recreates. Any thread. */
    public int objects() {
        return (int) OBJECTS.getOpaque(this);
    }

    /** Returns the number of recorded calls. */
    public int calls() {
        return entries.size();
    }

    // --- the guest's commands

    /** Records an admitted CALL, if its function leaves something behind. */
    public void admitted(RecordCursor command, Frame frame) {
        if (recorded[command.function()]) {
            JournalObject current = current(lane(command.lane()));
            notes.called(command, frame, creation(current));
            record(command, frame, current);
        }
    }

    /**
     * Records a call that another journal had noted down.
     *
     * @param current the call that created the object that was current in its lane; 0: none was
     */
    public void recall(RecordCursor command, Frame frame, long current) {
        recalling = true;
        record(command, frame, createdBy(current));
    }

    /** Notes that all that another journal had noted down was recalled. */
    public void endRecall() {
        recalling = false;
        unburied.forEach(this::bury);
        unburied.clear();
    }

    private @Nullable JournalObject createdBy(long call) {
        JournalEntry creation = entries.get(call);
        return creation == null ? null : creation.of.meant();
    }

    private void record(RecordCursor command, Frame frame, @Nullable JournalObject current) {
        FunctionRow row = Objects.requireNonNull(catalog.row(command.function()));
        LaneMirror lane = lane(command.lane());
        values.show(frame.head(), command, current);
        switch (row.record()) {
            case Nothing _, Orders _ -> {}
            case Creates rule -> create(rule, command, frame);
            case Modifies rule -> change(Part.CHANGE, rule.object(), rule.needs(), command, frame);
            case Retains rule -> change(Part.RETAIN, rule.object(), List.of(), command, frame);
            case Releases rule -> change(Part.RELEASE, rule.object(), List.of(), command, frame);
            case Replaces rule ->
                    replace(Part.SLOT, rule.object(), rule.slot(), rule.needs(), command, frame);
            case Undoes rule ->
                    replace(Part.UNDO, rule.object(), rule.slot(), List.of(), command, frame);
            case Destroys rule -> end(rule, command, frame);
        }
        follow(lane, row.lane(), command.callId());
    }

    private void create(Creates rule, RecordCursor command, Frame frame) {
        if (rule.object() instanceof ObjectRef.Returned) {
            enter(entry(Part.AWAITED, session, command, frame));
            return;
        }
        long[] names = rule.object().names(values);
        if (names.length != 0) {
            JournalObject object = newObject(rule, names[0]);
            JournalEntry entry = entry(Part.CREATION, object, command, frame);
            created(rule, object, entry);
            enter(entry);
        }
    }

    private JournalObject newObject(Creates rule, long name) {
        long extent = rule.extent() == null ? 0 : rule.extent().of(values);
        int type = rule.object().type();
        return new JournalObject(type, name, extent, index.exact(type, name));
    }

    private void created(Creates rule, JournalObject object, JournalEntry entry) {
        object.createdBy(entry);
        if (rule.owner() != null) {
            need(entry, rule.owner());
        }
        rule.diesWith().forEach(ref -> need(entry, ref));
        rule.needs().forEach(ref -> need(entry, ref));
        entry.needsCurrent = values.askedForCurrent();
        index.put(object);
        count(1);
    }

    private void change(
            Part part, ObjectRef ref, List<ObjectRef> needs, RecordCursor command, Frame frame) {
        JournalObject object = find(ref);
        if (object == null) {
            return;
        }
        JournalEntry entry = entry(part, object, command, frame);
        needs.forEach(need -> need(entry, need));
        entry.needsCurrent = values.askedForCurrent();
        collapse(object);
        object.changes.add(entry);
        enter(entry);
    }

    /** Forgets the last reference that was added and, as is known by now, taken back. */
    private void collapse(JournalObject object) {
        int last = object.changes.size() - 1;
        if (last < 1) {
            return;
        }
        JournalEntry taken = object.changes.get(last);
        JournalEntry added = object.changes.get(last - 1);
        if (taken.part == Part.RELEASE && added.part == Part.RETAIN && isConfirmed(taken)) {
            object.changes.removeLast();
            object.changes.removeLast();
            forget(taken);
            forget(added);
        }
    }

    private void replace(
            Part part,
            ObjectRef ref,
            RecordRule.Slot slot,
            List<ObjectRef> needs,
            RecordCursor command,
            Frame frame) {
        JournalObject object = find(ref);
        if (object == null) {
            return;
        }
        JournalEntry entry = entry(part, object, command, frame);
        needs.forEach(need -> need(entry, need));
        LatestCalls.Slot key = new LatestCalls.Slot(slot.name(), slot.key(values));
        entry.needsCurrent = values.askedForCurrent();
        object.latest.add(entry, key);
        enter(entry);
        cut(entry);
    }

    /** Forgets the calls in a slot that a call known to have succeeded has replaced. */
    private void cut(JournalEntry newest) {
        int kept = 0;
        for (JournalEntry at = newest; at != null; at = at.older) {
            if (isConfirmed(at) || ++kept == MOST_UNCONFIRMED) {
                JournalEntry old = at.older;
                at.older = null;
                while (old != null) {
                    forget(old);
                    old = old.older;
                }
            }
        }
    }

    private void end(Destroys rule, RecordCursor command, Frame frame) {
        JournalObject object = find(rule.object());
        if (object == null) {
            return;
        }
        JournalEntry entry = entry(Part.ENDING, object, command, frame);
        entry.needsCurrent = values.askedForCurrent();
        object.endings.add(entry);
        enter(entry);
        for (JournalObject older = object.older(); older != null; older = older.older()) {
            older.mayEndAt = Math.min(older.mayEndAt, entry.call);
        }
    }

    private void follow(LaneMirror lane, @Nullable LaneChange change, long call) {
        if (change == null) {
            return;
        }
        JournalObject object = change.object() == null ? null : find(change.object());
        switch (change.kind()) {
            case PUSH -> {
                if (object != null) {
                    lane.change(call, LaneChange.Kind.PUSH, object);
                }
            }
            case POP -> {
                if (change.object() == null || (object != null && object.equals(current(lane)))) {
                    lane.change(call, LaneChange.Kind.POP, null);
                }
            }
            case SET -> lane.change(call, LaneChange.Kind.SET, object);
        }
    }

    /** Returns a lane's current object: the newest one that has, or had, the name on its stack. */
    private @Nullable JournalObject current(LaneMirror lane) {
        JournalObject top = lane.current();
        JournalObject newest = top == null ? null : index.find(top.type, top.name);
        return newest == null ? top : newest;
    }

    /** Notes that a guest's thread has ended. */
    public void laneEnded(int lane) {
        LaneMirror ended = lanes.remove(lane);
        if (ended != null) {
            ended.end();
            notes.laneEnded(lane);
        }
    }

    // --- the server's answers

    /** Notes a REPLY without an error. */
    public void answered(RecordCursor reply, Frame frame) {
        LaneMirror lane = lanes.get(reply.lane());
        if (lane != null) {
            lane.confirm(reply.callId());
        }
        JournalEntry entry = entries.size() == 0 ? null : entries.get(reply.callId());
        if (entry == null) {
            return;
        }
        notes.answered(reply, frame);
        switch (entry.part) {
            case AWAITED -> returned(entry, reply, frame);
            case SLOT -> cut(entry);
            case UNDO -> undone(entry);
            default -> {}
        }
    }

    /** Creates the object that the device has named, unless it named it before. */
    private void returned(JournalEntry awaited, RecordCursor reply, Frame frame) {
        values.show(awaited, frame.head(), reply);
        Creates rule = (Creates) rowOf(awaited).record();
        long[] names = rule.object().names(values);
        if (names.length == 0 || index.exact(rule.object().type(), names[0]) != null) {
            forget(awaited);
            return;
        }
        JournalObject object = newObject(rule, names[0]);
        JournalEntry entry = awaited.as(Part.CREATION, object);
        entries.put(entry.call, entry);
        created(rule, object, entry);
        addToTail(entry);
    }

    private void undone(JournalEntry undo) {
        LatestCalls.Slot key = Objects.requireNonNull(undo.slot);
        cut(undo);
        if (undo.equals(undo.of.latest.newest(key))) {
            undo.of.latest.clear(key);
            forget(undo);
        }
    }

    /** Notes the server's report that a call failed. */
    public void failed(int lane, long call) {
        LaneMirror mirror = lanes.get(lane);
        boolean changed = mirror != null && mirror.failed(call);
        JournalEntry entry = entries.get(call);
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
            case AWAITED -> forget(entry);
            case CREATION -> notCreated(object);
            case CHANGE, RETAIN, RELEASE -> {
                object.changes.remove(entry);
                forget(entry);
            }
            case SLOT, UNDO -> {
                object.latest.remove(entry);
                forget(entry);
            }
            case ENDING -> {
                object.endings.remove(entry);
                forget(entry);
                for (JournalObject older = object.older(); older != null; older = older.older()) {
                    older.mayEndAt = Long.MAX_VALUE;
                }
            }
        }
    }

    private void notCreated(JournalObject object) {
        JournalObject older = object.older();
        if (older == null || older.dead) {
            object.neverLived = true;
            died(object);
            return;
        }
        object.means(older);
        index.replace(object, older);
        count(-1);
        forget(object.creation());
    }

    /** Whether calls of a function leave something behind. */
    public boolean records(int function) {
        return function < recorded.length && recorded[function];
    }

    /** Whether a call is known to have been made. */
    public boolean hasMade(int lane, long call) {
        LaneMirror mirror = lanes.get(lane);
        return mirror != null && mirror.isConfirmed(call);
    }

    /** Notes the server's report of the devices' choices for the object that a call creates. */
    public void chosen(long call, ByteString choices) {
        JournalEntry entry = entries.get(call);
        if (entry != null && (entry.part == Part.CREATION || entry.part == Part.AWAITED)) {
            notes.chosen(call, choices);
            add(-entry.bytes());
            entry.choices = choices;
            add(entry.bytes());
        }
    }

    /**
     * Notes that a call of {@link #replayAll} failed.
     *
     * @return false: it had succeeded before
     */
    public boolean failedAgain(long call) {
        JournalEntry entry = entries.get(call);
        if (entry == null) {
            return call != 0; // forgotten meanwhile with its object, whose creation has failed
        }
        if (isConfirmed(entry)) {
            return entry.part == Part.UNDO; // of a call that the journal need not keep
        }
        if (!entry.of.dead) {
            failed(entry.lane, call);
        }
        return true;
    }

    /** Notes the server's report that the object died that a call had created. */
    public void released(long call) {
        JournalEntry entry = entries.get(call);
        if (entry != null && entry.part == Part.CREATION && !entry.of.dead) {
            died(entry.of);
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
        entries.forEach(entry -> {
            if (entry.part == Part.CREATION && !entry.of.dead) {
                names.add(entry.of.name);
            }
        });
        return names;
    }

    /**
     * Returns the calls that are not forgotten, each with the call that created the object that was
     * current in its lane; 0: none was.
     */
    public Map<Long, Long> recordedCalls() {
        Map<Long, Long> calls = new HashMap<>();
        entries.forEach(entry -> calls.put(entry.call, creation(entry.current)));
        return calls;
    }

    private static long creation(@Nullable JournalObject object) {
        return object == null ? 0 : object.meant().creation().call;
    }

    /** Returns the current objects of all lanes. */
    public List<SessionNotes.Lane> currentObjects() {
        List<SessionNotes.Lane> all = new ArrayList<>();
        lanes.forEach(lane -> all.add(lane.note()));
        return all;
    }

    /** Makes objects current in the lanes that another journal had noted down. */
    public void recall(List<SessionNotes.Lane> noted) {
        List<LaneMirror> former = new ArrayList<>();
        lanes.forEach(former::add);
        lanes.clear();
        noted.forEach(each -> lane(each.number()).recall(each, this::createdBy));
        former.forEach(LaneMirror::end);
    }

    // --- deaths

    /** Notes the death of the oldest object of a name, reported without its call. */
    public void releasedName(long name) {
        for (int type = 1; type <= catalog.types().size(); type++) {
            JournalObject object = index.exact(type, name);
            if (object != null && object.type == type) {
                died(oldest(object));
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

    private void died(JournalObject object) {
        if (!object.neverLived) {
            notes.released(object.name, object.creation().call);
        }
        object.dead = true;
        count(-1);
        index.remove(object);
        object.changes.forEach(this::forget);
        object.changes.clear();
        object.latest.forEach(this::forget);
        object.latest.clear();
        bury(object);
    }

    /** Forgets a dead object that nothing needs any more. */
    private void bury(JournalObject object) {
        if (recalling) {
            unburied.add(object); // a lane may turn out to need it
        } else if (object.dead && object.users == 0) {
            object.endings.forEach(this::forget);
            object.endings.clear();
            forget(object.creation());
        }
    }

    // --- replay

    /**
     * Returns the calls that recreate the live objects. The server must have answered all calls.
     */
    public Replay replay() {
        return Replay.of(functions, entries, lanes, null);
    }

    /**
     * Returns the calls that recreate the live objects after the server's death. Those whose
     * outcomes are unknown are repeated too, so that they happen if they did not: all calls of a
     * slot since the last one that is known to have succeeded, and ends of objects whose deaths
     * were not reported.
     */
    public Replay replayAll() {
        return Replay.of(functions, entries, lanes, entry -> !isConfirmed(entry));
    }

    /**
     * Returns the calls that recreate the objects that live now, though calls are under way, and
     * keeps the calls that follow for {@link #tail}. Lanes have no current objects afterwards.
     */
    public Replay replayAhead() {
        ReplayTail fresh = new ReplayTail();
        entries.forEach(entry -> {
            if (entry.part == Part.ENDING && !entry.of.dead) {
                fresh.add(entry);
            }
        });
        tail = fresh;
        return Replay.of(functions, entries, new LongMap<>(), null);
    }

    /**
     * Returns the calls since {@link #replayAhead}, and since the last time, up to the first whose
     * outcome is unknown; null when they do not lead to the objects of this journal.
     */
    public @Nullable Replay tail() {
        ReplayTail calls = tail;
        return calls == null || calls.isBroken()
                ? null
                : Replay.after(functions, calls.take(this::isConfirmed), new LongMap<>());
    }

    /**
     * Returns all calls since the last time, and those that give the lanes their current objects;
     * null when they do not lead to the objects of this journal. The server must have answered all
     * calls.
     */
    public @Nullable Replay lastOfTail() {
        ReplayTail calls = tail;
        boolean[] lost = new boolean[1];
        lanes.forEach(lane -> lost[0] |= lane.elements().stream().anyMatch(this::isLost));
        return calls == null || calls.isBroken() || lost[0]
                ? null
                : Replay.after(functions, calls.take(_ -> true), lanes);
    }

    /** Whether no object has the name of an element of a lane's stack. */
    private boolean isLost(LaneMirror.Element element) {
        JournalObject object = element.object().meant();
        return object.dead && index.find(object.type, object.name) == null;
    }

    /** Keeps no calls for {@link #tail} any longer. */
    public void endTail() {
        tail = null;
    }

    private void addToTail(JournalEntry entry) {
        if (tail != null && entry.part != Part.AWAITED) {
            tail.add(entry);
        }
    }

    // --- entries

    private JournalEntry entry(Part part, JournalObject object, RecordCursor command, Frame frame) {
        return new JournalEntry(part, object, values.current(), command, frame);
    }

    private void enter(JournalEntry entry) {
        entries.put(entry.call, entry);
        add(entry.bytes());
        addToTail(entry);
    }

    private void forget(JournalEntry entry) {
        if (entry.forgotten) {
            return;
        }
        entry.forgotten = true;
        entries.remove(entry.call);
        add(-entry.bytes());
        for (JournalObject needed : entry.needs) {
            unused(needed);
        }
        entry.needs.clear();
    }

    private void unused(JournalObject needed) {
        JournalObject object = needed.meant();
        object.users--;
        bury(object);
    }

    private void need(JournalEntry entry, ObjectRef ref) {
        for (long name : ref.names(values)) {
            entry.needs(index.find(ref.type(), name));
        }
    }

    private @Nullable JournalObject find(ObjectRef ref) {
        if (ref instanceof ObjectRef.Session) {
            return session;
        }
        long[] names = ref.names(values);
        return names.length == 0 ? null : index.find(ref.type(), names[0]);
    }

    private FunctionRow rowOf(JournalEntry entry) {
        return Objects.requireNonNull(catalog.row(entry.function()));
    }

    private LaneMirror lane(int number) {
        LaneMirror lane = lanes.get(number);
        if (lane == null) {
            lane = new LaneMirror(number, this::unused);
            lanes.put(number, lane);
        }
        return lane;
    }

    private boolean isConfirmed(JournalEntry entry) {
        LaneMirror lane = lanes.get(entry.lane);
        return lane == null || lane.isConfirmed(entry.call);
    }

    private void add(long more) {
        BYTES.setOpaque(this, bytes + more);
    }

    private void count(int more) {
        OBJECTS.setOpaque(this, liveObjects + more);
    }
}

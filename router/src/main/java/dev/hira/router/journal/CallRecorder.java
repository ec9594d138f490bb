package dev.hira.router.journal;

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
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Enters calls into a graph of objects by the record rules of their functions. */
final class CallRecorder {
    private final ObjectGraph graph;
    private final RecordedCall values;

    /** The number of calls that the call being recorded stands for, if it adds a reference. */
    private int times = 1;

    CallRecorder(ObjectGraph graph, RecordedCall values) {
        this.graph = graph;
        this.values = values;
    }

    /**
     * Records a call.
     *
     * @param current the current object of its lane
     */
    void record(
            FunctionRow row, RecordCursor command, Frame frame, @Nullable JournalObject current) {
        LaneMirror lane = graph.lane(command.lane());
        values.show(frame.head(), command, current);
        switch (row.record()) {
            case Nothing _, Orders _ -> {}
            case Creates rule -> create(rule, command, frame);
            case Modifies rule -> change(rule.object(), rule.needs(), command, frame);
            case Retains rule -> refer(Part.RETAIN, rule.object(), command, frame);
            case Releases rule -> refer(Part.RELEASE, rule.object(), command, frame);
            case Replaces rule ->
                    replace(Part.SLOT, rule.object(), rule.slot(), rule.needs(), command, frame);
            case Undoes rule ->
                    replace(Part.UNDO, rule.object(), rule.slot(), List.of(), command, frame);
            case Destroys rule -> end(rule, command, frame);
        }
        follow(lane, row.lane(), command.callId());
    }

    /** Records a call that stands for several ones of the same function and object. */
    void recall(
            FunctionRow row,
            RecordCursor command,
            Frame frame,
            @Nullable JournalObject current,
            int standsFor) {
        times = Math.max(1, standsFor);
        record(row, command, frame, current);
        times = 1;
    }

    private void create(Creates rule, RecordCursor command, Frame frame) {
        if (rule.object() instanceof ObjectRef.Returned) {
            graph.enter(entry(Part.AWAITED, graph.session(), command, frame));
            return;
        }
        long[] names = rule.object().names(values);
        if (names.length != 0) {
            JournalObject object = newObject(rule, names[0]);
            JournalEntry entry = entry(Part.CREATION, object, command, frame);
            created(rule, object, entry);
            graph.enter(entry);
        }
    }

    private JournalObject newObject(Creates rule, long name) {
        long extent = rule.extent() == null ? 0 : rule.extent().of(values);
        int type = rule.object().type();
        return new JournalObject(type, name, extent, graph.exact(type, name));
    }

    private void created(Creates rule, JournalObject object, JournalEntry entry) {
        object.createdBy(entry);
        if (rule.owner() != null) {
            need(entry, rule.owner());
        }
        rule.diesWith().forEach(ref -> need(entry, ref));
        rule.needs().forEach(ref -> need(entry, ref));
        entry.needsCurrent = values.askedForCurrent();
        graph.live(object);
    }

    private void change(ObjectRef ref, List<ObjectRef> needs, RecordCursor command, Frame frame) {
        JournalObject object = find(ref);
        if (object == null) {
            return;
        }
        JournalEntry entry = entry(Part.CHANGE, object, command, frame);
        needs.forEach(need -> need(entry, need));
        entry.needsCurrent = values.askedForCurrent();
        object.changes.add(entry);
        graph.enter(entry);
    }

    private void refer(Part part, ObjectRef ref, RecordCursor command, Frame frame) {
        JournalObject object = find(ref);
        if (object == null) {
            return;
        }
        JournalEntry entry = entry(part, object, command, frame);
        entry.needsCurrent = values.askedForCurrent();
        entry.times = times;
        graph.enter(entry);
        object.references.add(entry, graph);
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
        graph.enter(entry);
        graph.cut(entry);
    }

    private void end(Destroys rule, RecordCursor command, Frame frame) {
        JournalObject object = find(rule.object());
        if (object == null) {
            return;
        }
        JournalEntry entry = entry(Part.ENDING, object, command, frame);
        entry.needsCurrent = values.askedForCurrent();
        object.endings.add(entry);
        graph.enter(entry);
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
                if (change.object() == null
                        || (object != null && object.equals(graph.current(lane)))) {
                    lane.change(call, LaneChange.Kind.POP, null);
                }
            }
            case SET -> lane.change(call, LaneChange.Kind.SET, object);
        }
    }

    /** Creates the object that the device has named, unless it named it before. */
    void returned(JournalEntry awaited, Creates rule, RecordCursor reply, Frame frame) {
        values.show(awaited, frame.head(), reply);
        long[] names = rule.object().names(values);
        if (names.length == 0 || graph.exact(rule.object().type(), names[0]) != null) {
            graph.forget(awaited);
            return;
        }
        JournalObject object = newObject(rule, names[0]);
        JournalEntry entry = awaited.as(Part.CREATION, object);
        created(rule, object, entry);
        graph.enterAgain(entry, awaited);
    }

    private JournalEntry entry(Part part, JournalObject object, RecordCursor command, Frame frame) {
        return new JournalEntry(part, object, values.current(), command, frame);
    }

    private void need(JournalEntry entry, ObjectRef ref) {
        for (long name : ref.names(values)) {
            entry.needs(graph.find(ref.type(), name));
        }
    }

    private @Nullable JournalObject find(ObjectRef ref) {
        if (ref instanceof ObjectRef.Session) {
            return graph.session();
        }
        long[] names = ref.names(values);
        return names.length == 0 ? null : graph.find(ref.type(), names[0]);
    }
}

package dev.hira.router.journal;

import com.google.protobuf.ByteString;
import dev.hira.base.LongMap;
import dev.hira.router.journal.JournalEntry.Part;
import dev.hira.router.journal.LaneFunctions.Setter;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameHeader;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The calls that recreate the objects of a session at a server that has none of them: the recorded
 * bytes, in their order. All are synchronous, so each has a reply. They are made on a lane of their
 * own; calls that set its current object stand between them. Then each lane of the guest has its
 * stack of current objects as before.
 *
 * <p>Nothing orders the calls of different lanes at a server. So calls of the replay's lane, calls
 * that have no current object, and calls of the guest's lanes never share a frame, and the sender
 * of a frame waits for the replies to the calls before it when {@link #caller} changes. The guest's
 * lanes get their current objects as late as possible, so that the sender seldom waits.
 */
public final class Replay {
    /** The lane of the repeated calls. */
    public static final int LANE = 0xFFFF_FFFF;

    /** The lane of calls that fail because they had no current object. */
    private static final int BARE_LANE = LANE - 1;

    /** No object's name. */
    private static final long UNKNOWN = -1;

    /** Stands for the current object of a call that fails because there was none. */
    private static final long NONE = -2;

    private static final int FRAME_BYTES = 256 << 10;
    private static final int FRAME_RECORDS = 1024;

    private final LaneFunctions functions;
    private final List<Step> steps;

    /** A call to repeat. */
    private sealed interface Step {
        long call();

        /**
         * A recorded call.
         *
         * @param current the name of the object that must be current; 0: any; {@link #NONE}: none
         * @param times the number of calls that it stands for
         */
        record Repeat(JournalEntry entry, long current, int times) implements Step {
            @Override
            public long call() {
                return entry.call;
            }
        }

        record Push(long call, int lane, long name) implements Step {}
    }

    private Replay(LaneFunctions functions, List<Step> steps) {
        this.functions = functions;
        this.steps = steps;
    }

    /**
     * @param unsettled tells the calls whose outcomes are unknown, and has them repeated as well;
     *     null: there are none
     */
    static Replay of(
            LaneFunctions functions,
            LongMap<JournalEntry> entries,
            LongMap<LaneMirror> lanes,
            @Nullable Predicate<JournalEntry> unsettled) {
        List<Step> steps = new ArrayList<>(entries.size());
        entries.forEach(entry -> {
            if (isRepeated(entry, unsettled != null)) {
                boolean unknown = unsettled != null && unsettled.test(entry);
                steps.add(
                        new Step.Repeat(
                                entry,
                                unknown ? currentOf(entry) : current(entry, unsettled != null),
                                entry.times));
            }
        });
        lanes.forEach(lane -> addPushes(lane, steps));
        // The call that created an object comes before the one that made it current.
        steps.sort(
                Comparator.comparingLong(Step::call)
                        .thenComparing(step -> step instanceof Step.Push));
        return new Replay(functions, pushesLast(steps));
    }

    /** Delays the calls of the guest's lanes until one of their objects ends, or to the end. */
    private static List<Step> pushesLast(List<Step> sorted) {
        List<Step> ordered = new ArrayList<>(sorted.size());
        List<Step.Push> pushes = new ArrayList<>();
        Set<Long> pushed = new HashSet<>();
        for (Step step : sorted) {
            switch (step) {
                case Step.Push push -> {
                    pushes.add(push);
                    pushed.add(push.name());
                }
                case Step.Repeat(JournalEntry entry, _, _) -> {
                    if (mayEnd(entry) && pushed.contains(entry.of.name)) {
                        ordered.addAll(pushes);
                        pushes.clear();
                        pushed.clear();
                    }
                    ordered.add(step);
                }
            }
        }
        ordered.addAll(pushes);
        return ordered;
    }

    private static boolean mayEnd(JournalEntry entry) {
        return switch (entry.part) {
            case ENDING, RELEASE, UNDO -> true;
            case CREATION, CHANGE, RETAIN, SLOT, AWAITED -> false;
        };
    }

    private static void addPushes(LaneMirror lane, List<Step> steps) {
        lane.elements()
                .forEach(e -> steps.add(new Step.Push(e.call(), lane.number, e.object().name)));
    }

    /** Returns calls that follow a replay in which lanes had no objects: these, then the lanes'. */
    static Replay after(
            LaneFunctions functions, List<JournalEntry> entries, LongMap<LaneMirror> lanes) {
        List<Step> steps = new ArrayList<>(entries.size());
        for (JournalEntry entry : entries) {
            JournalObject then = entry.current == null ? null : entry.current.meant();
            steps.add(new Step.Repeat(entry, then == null || entry.lostCurrent ? 0 : then.name, 1));
        }
        lanes.forEach(lane -> addPushes(lane, steps));
        return new Replay(functions, steps);
    }

    /**
     * @param unsettled whether to repeat calls whose outcomes are unknown
     */
    private static boolean isRepeated(JournalEntry entry, boolean unsettled) {
        return switch (entry.part) {
            case CREATION -> !entry.of.neverLived;
            case CHANGE, RETAIN, RELEASE -> true;
            case SLOT ->
                    unsettled
                            || entry.equals(
                                    entry.of.latest.newest(Objects.requireNonNull(entry.slot)));
            case ENDING -> entry.of.dead ? entry.equals(entry.of.endings.getFirst()) : unsettled;
            case UNDO -> unsettled;
            case AWAITED -> false;
        };
    }

    /** Returns the number of calls to make, with those that set the current objects of lanes. */
    public int calls() {
        int calls = 0;
        for (Step step : steps) {
            calls += step instanceof Step.Repeat repeat ? repeat.times() : 1;
        }
        return calls;
    }

    /** Returns the devices' choices for the objects, as far as the server reported them. */
    public List<ByteString> choices() {
        List<ByteString> all = new ArrayList<>();
        for (Step step : steps) {
            if (step instanceof Step.Repeat(JournalEntry entry, _, _) && entry.choices != null) {
                all.add(entry.choices);
            }
        }
        return all;
    }

    /**
     * Returns a number for the lanes whose calls share a frame: the replay's lane, calls that have
     * no current object, or all lanes of the guest.
     */
    public static int caller(Frame calls) {
        RecordCursor cursor = new RecordCursor();
        cursor.wrap(calls);
        return cursor.next() ? caller(cursor.lane()) : LANE;
    }

    private static int caller(int lane) {
        return lane == LANE || lane == BARE_LANE ? lane : 0;
    }

    /** Returns frames with all calls; the caller owns them. */
    public List<Frame> frames() {
        Frames frames = new Frames();
        long current = 0;
        for (Step step : steps) {
            switch (step) {
                case Step.Push push -> frames.call(functions.pusher(), push.lane(), push.name());
                case Step.Repeat repeat -> {
                    JournalEntry entry = repeat.entry();
                    long wanted = repeat.current();
                    if (wanted == NONE) {
                        frames.repeat(repeat, BARE_LANE);
                        continue;
                    }
                    if (wanted != 0 && wanted != current) {
                        frames.call(functions.setter(), LANE, wanted);
                    }
                    frames.repeat(repeat, LANE);
                    current = afterwards(entry, wanted == 0 ? current : wanted);
                }
            }
        }
        return frames.finish();
    }

    /**
     * Returns the name of the object that must be current for a call: the one that was; if that is
     * gone and does not matter, the one with which the call's object was created; 0: any.
     *
     * @param unsettled whether calls whose outcomes are unknown are repeated too
     */
    private static long current(JournalEntry entry, boolean unsettled) {
        JournalObject then = entry.current == null ? null : entry.current.meant();
        if (then != null && (entry.needsCurrent || exists(then, entry.call, unsettled))) {
            return then.name;
        }
        JournalObject object = entry.of;
        if (entry.part == Part.CREATION || !object.isRecreated()) {
            return 0;
        }
        JournalObject first = object.creation().current;
        return first != null && exists(first.meant(), entry.call, unsettled) ? first.name : 0;
    }

    private static boolean exists(JournalObject object, long call, boolean unsettled) {
        return unsettled ? object.mayExistAt(call) : object.existsAt(call);
    }

    /**
     * Does the same for a call whose outcome is unknown: it fails if it needs what is not there.
     */
    private static long currentOf(JournalEntry entry) {
        JournalObject then = entry.current == null ? null : entry.current.meant();
        boolean fails = entry.needsCurrent && (then == null || !then.mayExistAt(entry.call));
        return fails ? NONE : current(entry, true);
    }

    /** Returns the current object of the replay's lane after a call. */
    private long afterwards(JournalEntry entry, long current) {
        boolean creates = entry.part == Part.CREATION && entry.of.type == functions.type();
        boolean ends = entry.part == Part.ENDING && entry.of.type == functions.type();
        // Such calls may push and pop; the next call that needs a current object sets it anew.
        return creates || ends ? UNKNOWN : current;
    }

    /** Builds frames of bounded size, each for one {@link #caller}. */
    private static final class Frames {
        private final List<Frame> done = new ArrayList<>();
        private final ArgsWriter args = new ArgsWriter();
        private @Nullable ByteBuf heads;
        private @Nullable ByteBuf bulks;
        private int records;
        private int caller;

        void repeat(Step.Repeat step, int lane) {
            for (int i = 0; i < step.times(); i++) {
                makeRoom(lane, step.entry().wireBytes());
                step.entry().appendTo(heads(), bulks(), lane);
                records++;
            }
        }

        void call(Setter setter, int lane, long name) {
            makeRoom(lane, 64);
            args.reset();
            args.uint64(setter.field(), name);
            ByteBuf out = heads();
            out.writeIntLE(FrameLayout.RECORD_BYTES + args.length());
            out.writeShortLE(setter.function());
            out.writeByte(RecordKinds.CALL);
            out.writeByte(RecordFlags.SYNC);
            out.writeLongLE(0);
            out.writeIntLE(lane);
            out.writeIntLE(args.length());
            out.writeBytes(args.array(), 0, args.length());
            records++;
        }

        List<Frame> finish() {
            end();
            return done;
        }

        private void makeRoom(int lane, int more) {
            if (records == FRAME_RECORDS
                    || caller != caller(lane)
                    || (records > 0
                            && heads().readableBytes() + bulks().readableBytes() + more
                                    > FRAME_BYTES)) {
                end();
            }
            caller = caller(lane);
        }

        private void end() {
            if (records > 0) {
                ByteBuf head = heads();
                done.add(
                        Frame.of(
                                new FrameHeader(
                                        head.readableBytes(), records, FrameLayout.AUDIENCE_PEER),
                                head,
                                bulks()));
                heads = null;
                bulks = null;
                records = 0;
            }
        }

        private ByteBuf heads() {
            ByteBuf out = heads;
            if (out == null) {
                out = PooledByteBufAllocator.DEFAULT.buffer(4096);
                heads = out;
            }
            return out;
        }

        private ByteBuf bulks() {
            ByteBuf out = bulks;
            if (out == null) {
                out = PooledByteBufAllocator.DEFAULT.buffer(4096);
                bulks = out;
            }
            return out;
        }
    }
}

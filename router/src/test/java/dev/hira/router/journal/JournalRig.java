package dev.hira.router.journal;

import dev.hira.api.cuda.catalog.CudaCatalog;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

/**
 * A journal of an API's calls, fed as a session feeds it, and a model of a CUDA server behind it.
 */
final class JournalRig {
    final Catalog catalog;
    final Journal journal;
    final ModelServer server = new ModelServer();
    private final Deque<Command> sent = new ArrayDeque<>();
    private long lastCall;

    JournalRig() {
        this(SessionNotes.NONE);
    }

    /**
     * @param notes takes down what it takes to make the same journal again
     */
    JournalRig(SessionNotes notes) {
        this(new CudaCatalog(), notes);
    }

    /** Without CUDA's catalog, tests themselves tell the journal of answers and deaths. */
    JournalRig(Catalog catalog, SessionNotes notes) {
        this.catalog = catalog;
        journal = new Journal(catalog, notes, JournalBudget.unlimited().open("vm"));
    }

    /**
     * A call as the server decodes it.
     *
     * @param values the numbers among its arguments, by field
     */
    record Command(String function, long call, int lane, boolean sync, Map<Integer, Long> values) {
        long value(int field) {
            return values.getOrDefault(field, 0L);
        }

        @Override
        public String toString() {
            return function + values.values();
        }
    }

    /** Admits a command, which the server has not executed yet; returns its call id. */
    long admit(int lane, boolean sync, String function, long... values) {
        long call = ++lastCall;
        ArgsWriter args = new ArgsWriter();
        for (int i = 0; i < values.length; i++) {
            args.uint64(i + 1, values[i]);
        }
        FrameWriter writer = new FrameWriter();
        writer.begin(RecordKinds.CALL, sync ? RecordFlags.SYNC : 0, id(function), call, lane);
        writer.args(args.array(), args.length()).end();
        Frame frame = writer.finish(FrameLayout.AUDIENCE_PEER);
        RecordCursor cursor = new RecordCursor();
        cursor.wrap(frame);
        cursor.next();
        journal.admitted(cursor, frame);
        sent.addAll(decode(frame));
        frame.release();
        return call;
    }

    /** Makes a synchronous call. */
    long call(int lane, String function, long... values) {
        long call = admit(lane, true, function, values);
        work();
        return call;
    }

    /** Lets the server execute all commands, and the journal hear of them. */
    void work() {
        while (!sent.isEmpty()) {
            workOne();
        }
    }

    /** Lets the server execute one command. */
    void workOne() {
        Command command = sent.remove();
        List<Long> died = new ArrayList<>();
        boolean done = server.execute(command, died);
        died.forEach(journal::died);
        if (!done) {
            journal.failed(command.lane(), command.call());
        } else if (command.sync()) {
            answered(command);
        }
    }

    /** Whether the newest command changes a lane's current context, or may. */
    boolean changesLane() {
        return !sent.isEmpty() && sent.getLast().function().startsWith("cuCtx");
    }

    int waiting() {
        return sent.size();
    }

    void laneEnded(int lane) {
        journal.laneEnded(lane);
        server.laneEnded(lane);
    }

    /** Tells the journal that a command was answered without an error. */
    void answered(Command command) {
        FrameWriter writer = new FrameWriter();
        writer.begin(RecordKinds.REPLY, 0, id(command.function()), command.call(), command.lane());
        ArgsWriter results = new ArgsWriter();
        if (command.function().equals("cuModuleGetGlobal")) {
            results.uint64(1, server.variable(command.value(1))).uint64(2, 16);
        }
        writer.args(results.array(), results.length()).end();
        Frame frame = writer.finish(FrameLayout.AUDIENCE_PEER);
        RecordCursor cursor = new RecordCursor();
        cursor.wrap(frame);
        cursor.next();
        journal.answered(cursor, frame);
        frame.release();
    }

    /** Returns the calls of a replay. */
    List<Command> replayed() {
        List<Command> commands = new ArrayList<>();
        for (Frame frame : journal.replay().frames()) {
            commands.addAll(decode(frame));
            frame.release();
        }
        return commands;
    }

    /** Returns the calls of a replay, in the order in which a server may make them. */
    private List<Command> replayed(Random order) {
        return inServersOrder(journal.replay(), order);
    }

    /**
     * Returns calls in the order in which a server may make them: those of a lane in theirs, those
     * of different lanes in any, unless the router waits for replies in between.
     */
    private List<Command> inServersOrder(Replay calls, Random order) {
        List<Command> commands = new ArrayList<>();
        Map<Integer, Deque<Command>> lanes = new TreeMap<>();
        int caller = Replay.LANE;
        for (Frame frame : calls.frames()) {
            if (Replay.caller(frame) != caller) {
                takeAll(lanes, commands, order);
            }
            caller = Replay.caller(frame);
            decode(frame)
                    .forEach(c -> lanes.computeIfAbsent(c.lane(), _ -> new ArrayDeque<>()).add(c));
            frame.release();
        }
        takeAll(lanes, commands, order);
        return commands;
    }

    private static void takeAll(
            Map<Integer, Deque<Command>> lanes, List<Command> to, Random order) {
        while (!lanes.isEmpty()) {
            List<Integer> waiting = List.copyOf(lanes.keySet());
            int lane = waiting.get(order.nextInt(waiting.size()));
            Deque<Command> its = Objects.requireNonNull(lanes.get(lane));
            to.add(its.remove());
            if (its.isEmpty()) {
                lanes.remove(lane);
            }
        }
    }

    /** Returns a server on which the journal was replayed; each call must succeed. */
    ModelServer recreated() {
        return recreated(new Random(1));
    }

    /**
     * The same.
     *
     * @param order chooses between the lanes of the replay where nothing orders them
     */
    ModelServer recreated(Random order) {
        ModelServer fresh = new ModelServer();
        List<Command> commands = replayed(order);
        for (Command command : commands) {
            if (!fresh.execute(command, new ArrayList<>())) {
                throw new AssertionError(
                        command + " fails in the replay " + commands + " at " + fresh);
            }
        }
        fresh.laneEnded(Replay.LANE);
        return fresh;
    }

    /** Makes calls at a server; false when one fails. */
    boolean repeat(Replay calls, ModelServer at) {
        boolean done = true;
        for (Command command : inServersOrder(calls, new Random(1))) {
            done &= at.execute(command, new ArrayList<>());
        }
        return done;
    }

    /**
     * Kills the server. The synchronous commands that it has not executed have failed; the others
     * count as executed. Returns a server with the state to which that leads.
     */
    ModelServer killed() {
        while (!sent.isEmpty()) {
            Command command = sent.remove();
            if (command.sync()) {
                journal.failed(command.lane(), command.call());
            } else {
                server.execute(command, new ArrayList<>());
            }
        }
        return server;
    }

    /** Returns a server on which the journal of a dead server was replayed. */
    ModelServer rebuilt() {
        ModelServer fresh = new ModelServer();
        List<Long> died = new ArrayList<>();
        for (Command command : inServersOrder(journal.replayAll(), new Random(1))) {
            if (!fresh.execute(command, died) && !journal.failedAgain(command.call())) {
                throw new AssertionError(command + " fails in the replay at " + fresh);
            }
        }
        died.forEach(journal::died);
        fresh.laneEnded(Replay.LANE);
        return fresh;
    }

    private List<Command> decode(Frame frame) {
        List<Command> commands = new ArrayList<>();
        RecordCursor cursor = new RecordCursor();
        cursor.wrap(frame);
        while (cursor.next()) {
            Map<Integer, Long> values = new TreeMap<>();
            ArgsReader args = cursor.args(new ArgsReader());
            while (args.next()) {
                values.put(args.field(), args.uint64());
            }
            FunctionRow row = Objects.requireNonNull(catalog.row(cursor.function()));
            boolean sync = (cursor.flags() & RecordFlags.SYNC) != 0;
            commands.add(new Command(row.name(), cursor.callId(), cursor.lane(), sync, values));
        }
        return commands;
    }

    private int id(String function) {
        for (int id = 0; id <= catalog.maxFunction(); id++) {
            FunctionRow row = catalog.row(id);
            if (row != null && row.name().equals(function)) {
                return id;
            }
        }
        throw new AssertionError("There is no function " + function + ".");
    }
}

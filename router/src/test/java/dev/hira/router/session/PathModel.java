package dev.hira.router.session;

import dev.hira.policy.Admission;
import dev.hira.policy.Admission.Delay;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Calls.Seen;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.StateMoved;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A guest's program, its session in a router, and the servers between which the session moves. The
 * program's commands are {@code a} and {@code b}, work on one of two streams, {@code a*} and {@code
 * b*}, the same with a callback that the stream waits for, {@code q}, a command without work, and
 * {@code w}, a call that waits for all work.
 *
 * <p>The steps: the guest sends its next command ({@code c}), runs its next callback and returns
 * ({@code r}), does both in one frame with the command in front ({@code f}) or behind ({@code g});
 * the server ends the next work of a stream, or asks for its callback ({@code a}, {@code b}); an
 * operator begins a move ({@code m}), the server's work stands still ({@code t}) or keeps it where
 * it is ({@code k}), the move holds all commands ({@code o}), the server comes to rest ({@code h}),
 * the new server has the state ({@code s}), or the connection to it breaks ({@code x}).
 */
final class PathModel implements AutoCloseable {
    private static final int STREAMS = 2;

    private final Rig rig =
            new Rig(
                    "hira.router.servers = [{name = a, uri = \"hira+unix:///nowhere/a\"},{name = b, uri = \"hira+unix:///nowhere/b\"}]");
    private final List<String> program;
    private final int moves;
    private final Map<Peer, Server> servers = new LinkedHashMap<>();
    private final Peer guest;
    private final RouterSession session;
    private final Deque<Long> callbacks = new ArrayDeque<>();
    private final List<String> story = new ArrayList<>();
    private final StringBuilder sent = new StringBuilder();
    private final StringBuilder problem = new StringBuilder();

    private Server present;
    private @Nullable SessionMove move;
    private @Nullable CompletableFuture<Void> settled;
    private @Nullable CompletableFuture<Long> copied;
    private int moved;
    private int nextCommand;
    private boolean waits;
    private int commandsArrived;
    private int returns;

    /** A server of the session. */
    private final class Server {
        final Peer peer;
        final List<Deque<Long>> streams = new ArrayList<>();

        /** The callback for which each stream waits; 0: none. */
        final long[] asked = new long[STREAMS];

        long lastCallback;

        /** Whether the server begins no callback. */
        boolean callbacksWait;

        /** Whether the router waits to hear that no callback is under way. */
        boolean ending;

        /** Whether the server was told to make its work stand still. */
        boolean settling;

        boolean standsStill;
        boolean resting;
        boolean stateWanted;
        long waiting;

        Server(Peer peer) {
            this.peer = peer;
            for (int i = 0; i < STREAMS; i++) {
                streams.add(new ArrayDeque<>());
            }
            peer.onRecord((_, record) -> received(record));
        }

        private void received(Seen record) {
            if (record.kind() == RecordKinds.CALLBACK_RETURN) {
                returned(record.call());
            } else if (record.kind() == RecordKinds.CALL) {
                commandsArrived++;
                check(
                        record.call() == commandsArrived,
                        "command " + record.call() + " is out of order");
                check(
                        this == present,
                        "command " + record.call() + " came to a server that is left");
                if (record.function() == ToyCatalog.WORK) {
                    check(!settling, "work came to a server whose work is to stand still");
                    streams.get(stream(record.call())).add(record.call());
                } else if (record.function() == ToyCatalog.READ) {
                    waiting = record.call();
                    answerIfIdle();
                }
            }
        }

        private void returned(long number) {
            for (int stream = 0; stream < STREAMS; stream++) {
                if (asked[stream] == number) {
                    check(!callbacks.contains(number), "a return came before its function has run");
                    asked[stream] = 0;
                    returns++;
                    end(stream);
                    return;
                }
            }
            check(false, "a return came that no stream waits for");
        }

        boolean canWork(int stream) {
            return !resting
                    && !standsStill
                    && asked[stream] == 0
                    && !streams.get(stream).isEmpty()
                    && !(callbacksWait && hasCallback(streams.get(stream).element()));
        }

        void work(int stream) {
            long call = streams.get(stream).element();
            if (!hasCallback(call)) {
                end(stream);
                return;
            }
            asked[stream] = ++lastCallback;
            peer.send(
                    new Calls()
                            .record(RecordKinds.CALLBACK, 0, ToyCatalog.WORK, lastCallback)
                            .frame());
        }

        private void end(int stream) {
            long call = streams.get(stream).remove();
            peer.send(new Calls().done(call, 0, 1).frame(FrameLayout.AUDIENCE_HOP));
            answerIfIdle();
        }

        private void answerIfIdle() {
            if (waiting != 0 && streams.stream().allMatch(Deque::isEmpty)) {
                peer.send(
                        new Calls().record(RecordKinds.REPLY, 0, ToyCatalog.READ, waiting).frame());
                waiting = 0;
            }
        }

        boolean isIdle() {
            return waiting == 0 && streams.stream().allMatch(Deque::isEmpty);
        }

        boolean canEnd() {
            return ending && hasNoCallback();
        }

        boolean canStandStill() {
            return settling && !standsStill && hasNoCallback();
        }

        boolean canRest() {
            return resting && hasNoCallback();
        }

        private boolean hasNoCallback() {
            return Arrays.stream(asked).allMatch(number -> number == 0);
        }

        void goOn() {
            callbacksWait = false;
            ending = false;
            settling = false;
            standsStill = false;
            resting = false;
        }

        void takeFrom(Server other) {
            for (int i = 0; i < STREAMS; i++) {
                streams.get(i).addAll(other.streams.get(i));
            }
            waiting = other.waiting;
        }

        @Override
        public String toString() {
            boolean[] waitsFor = new boolean[STREAMS];
            for (int i = 0; i < STREAMS; i++) {
                waitsFor[i] = asked[i] != 0;
            }
            return streams
                    + Arrays.toString(waitsFor)
                    + callbacksWait
                    + ending
                    + settling
                    + standsStill
                    + resting
                    + stateWanted
                    + waiting;
        }
    }

    PathModel(String program, int window, int moves) {
        this.program = List.of(program.split(" "));
        this.moves = moves;
        rig.atServer(this::control);
        rig.policy.decide(command ->
                command.work() && rig.policy.inFlight() >= window
                        ? new Delay("queue")
                        : Admission.ADMIT);
        guest = rig.open();
        guest.onRecord((_, record) -> atGuest(record));
        session = rig.registry.all().getFirst();
        present = Objects.requireNonNull(servers.get(rig.server()));
    }

    private void control(Peer peer, Control message) {
        Server server = servers.computeIfAbsent(peer, Server::new);
        switch (message.getBodyCase()) {
            case OPEN -> {
                server.lastCallback = message.getOpen().getCallbacksAfter();
                Rig.welcome(peer, message);
            }
            case COME_TO_REST -> {
                server.callbacksWait = true;
                server.ending = message.getComeToRest().getFunctionsOnly();
                server.settling = !server.ending;
                server.resting = !message.getComeToRest().getCallsGoOn();
            }
            case AWAIT_STATE -> server.stateWanted = true;
            case GO_ON -> server.goOn();
            default -> {}
        }
    }

    private void atGuest(Seen record) {
        if (record.kind() == RecordKinds.CALLBACK) {
            callbacks.add(record.call());
        } else if (record.kind() == RecordKinds.REPLY) {
            check(waits, "an answer came twice");
            waits = false;
        }
    }

    private int stream(long call) {
        return program.get((int) call - 1).charAt(0) - 'a';
    }

    private boolean hasCallback(long call) {
        return program.get((int) call - 1).endsWith("*");
    }

    private void check(boolean right, String otherwise) {
        if (!right) {
            problem.append(otherwise).append("; ");
        }
    }

    /** Returns the rules that were broken; empty: none. */
    String problem() {
        return problem.toString();
    }

    // --- steps

    /** Returns the steps that are possible now. */
    List<Character> possible() {
        List<Character> steps = new ArrayList<>();
        boolean sends = nextCommand < program.size() && !waits;
        add(steps, sends, 'c');
        add(steps, !callbacks.isEmpty(), 'r');
        add(steps, sends && !callbacks.isEmpty(), 'f');
        add(steps, sends && !callbacks.isEmpty(), 'g');
        add(steps, present.canWork(0), 'a');
        add(steps, present.canWork(1), 'b');
        add(steps, move == null && moved < moves, 'm');
        add(steps, present.canEnd(), 'e');
        add(steps, present.canStandStill() && !present.resting, 't');
        boolean settling = present.settling && !present.standsStill && !present.resting;
        add(steps, present.ending || settling, 'k');
        add(steps, isSettled(), 'o');
        add(steps, present.canRest() && incoming() == null, 'h');
        add(steps, incoming() != null, 's');
        add(steps, incoming() != null, 'x');
        return steps;
    }

    private static void add(List<Character> steps, boolean possible, char step) {
        if (possible) {
            steps.add(step);
        }
    }

    boolean canGoOnWithoutAMove() {
        return possible().stream().anyMatch(step -> step != 'm');
    }

    /** Whether the session's work stands still, and the move does not hold all commands yet. */
    private boolean isSettled() {
        return settled != null && settled.isDone() && copied == null;
    }

    /** Returns the server that awaits the state of the present one; null: there is none. */
    private @Nullable Server incoming() {
        return servers.values().stream()
                .filter(server -> server != present && server.stateWanted && server.peer.isOpen())
                .findFirst()
                .orElse(null);
    }

    /** Takes a step, and delivers all messages. */
    void take(char step) {
        switch (step) {
            case 'c' -> send(command(new Calls(nextCommand + 1)), "sends");
            case 'r' -> send(returning(new Calls()), "returns");
            case 'f' -> send(returning(command(new Calls(nextCommand + 1))), "sends and returns");
            case 'g' -> send(command(returning(new Calls(nextCommand + 1))), "returns and sends");
            case 'a', 'b' -> {
                story.add("the server works on stream " + step);
                present.work(step - 'a');
            }
            case 'm' -> begin();
            case 'e' -> {
                story.add("the server has no callback under way");
                present.ending = false;
                present.peer.send(Control.newBuilder().setAtRest(AtRest.newBuilder()));
            }
            case 't' -> {
                story.add("the server's work stands still");
                present.standsStill = true;
                present.peer.send(Control.newBuilder().setAtRest(AtRest.newBuilder()));
            }
            case 'k' -> keep();
            case 'o' -> {
                story.add("the move holds all commands");
                copied = Objects.requireNonNull(move).moveAtRest(Duration.ofSeconds(10));
            }
            case 'h' -> {
                story.add("the server is at rest");
                present.peer.send(Control.newBuilder().setAtRest(AtRest.newBuilder()));
            }
            case 's' -> change(Objects.requireNonNull(incoming()));
            case 'x' -> breakOff(Objects.requireNonNull(incoming()));
            default -> throw new AssertionError("There is no step " + step + ".");
        }
        settle();
    }

    private void settle() {
        int before;
        do {
            rig.pump.run();
            before = commandsArrived + returns;
            rig.policy.resumeAll();
            rig.pump.run();
        } while (before != commandsArrived + returns);
    }

    private void send(Calls frame, String what) {
        story.add("the guest " + what);
        sent.append('|');
        guest.send(frame.frame());
    }

    private Calls command(Calls frame) {
        long call = ++nextCommand;
        sent.append('c');
        String text = program.get((int) call - 1);
        if (!text.equals("w")) {
            int function = text.equals("q") ? ToyCatalog.WRITE : ToyCatalog.WORK;
            return frame.call(call, function, false, 1, 1, 0);
        }
        waits = true;
        return frame.call(call, ToyCatalog.READ, true, 1, 1, 0);
    }

    private Calls returning(Calls frame) {
        sent.append('r');
        return frame.record(RecordKinds.CALLBACK_RETURN, 0, 0, callbacks.remove());
    }

    private void begin() {
        story.add("a move begins");
        moved++;
        SessionView facts = Objects.requireNonNull(session.facts());
        String other = facts.placed().server().name().equals("a") ? "b" : "a";
        Placed place = (Placed) rig.pool.take(other, 1, 1, ToyCatalog.API, facts.vm());
        SessionMove begun = Objects.requireNonNull(session.moveTo(place));
        move = begun;
        settled = begun.settle(Duration.ofSeconds(10));
    }

    /** The server's work does not come to a standstill in time. */
    private void keep() {
        story.add("the server's work keeps the session");
        present.goOn();
        present.peer.send(
                Control.newBuilder().setAtRest(AtRest.newBuilder().setProblem("work goes on")));
        rig.pump.run();
        check(
                Objects.requireNonNull(settled).isCompletedExceptionally(),
                "a move goes on without rest");
        moveEnds();
    }

    private void moveEnds() {
        move = null;
        settled = null;
        copied = null;
    }

    private void change(Server next) {
        story.add("the new server has the state");
        Server old = present;
        next.takeFrom(old);
        next.stateWanted = false;
        next.resting = true;
        present = next;
        tellMoved(old);
        tellMoved(next);
        check(Objects.requireNonNull(copied).isDone(), "the state is not taken");
        var _ = Objects.requireNonNull(move).goOn();
        moveEnds();
        rig.pump.run();
        rig.fireTimers();
    }

    private void tellMoved(Server server) {
        server.peer.send(Control.newBuilder().setStateMoved(StateMoved.newBuilder()));
        rig.pump.run();
    }

    private void breakOff(Server next) {
        story.add("the connection to the new server breaks");
        next.peer.link().kill();
        rig.pump.run();
        tellMoved(present);
        moveEnds();
    }

    // --- the state

    /** Whether the program, and everything that it began, has ended. */
    boolean hasEnded() {
        return nextCommand == program.size()
                && commandsArrived == nextCommand
                && !waits
                && callbacks.isEmpty()
                && move == null
                && present.isIdle();
    }

    /** Returns everything on which the future depends. */
    String state() {
        Server next = incoming();
        return String.join(
                " ",
                sent,
                nextCommand + "," + commandsArrived + "," + returns + "," + callbacks.size(),
                present.toString(),
                String.valueOf(next != null),
                moved + "," + (move != null) + "," + isSettled() + "," + waits,
                "in flight " + rig.policy.inFlight(),
                problem);
    }

    /** Returns the steps so far, a line each, and where they lead. */
    String story() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < story.size(); i++) {
            text.append("\n  ").append(i + 1).append(". ").append(story.get(i));
        }
        return text.append("\n  then: ").append(state()).toString();
    }

    @Override
    public void close() {
        rig.close();
    }
}

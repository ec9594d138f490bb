package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Protection;
import dev.hira.router.placement.ServerView;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Calls.Seen;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Printed;
import dev.hira.wire.v1.Released;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class TransparentSessionTest {
    private static final String VM = "default";

    private final Rig rig =
            new Rig(
                    "hira.router.recovery.log = 8 KiB\n"
                            + "hira.router.servers = [{name = a, uri = \"hira+unix:///nowhere/a\"},{name = b, uri = \"hira+unix:///nowhere/b\"}]");

    private Peer guest;
    private long nextCall = 1;

    @BeforeEach
    void open() {
        rig.grants.change(state ->
                state.withOwn(
                        VM, Grant.STANDARD.edit().protection(Protection.TRANSPARENT).build()));
        rig.moveAtServer();
        guest = rig.open();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private void call(int function, boolean sync, long name, long bytes) {
        guest.send(new Calls().call(nextCall++, function, sync, 1, name, bytes).frame());
        rig.pump.run();
    }

    private void fromServer(Frame frame) {
        rig.server().send(frame);
        rig.pump.run();
    }

    private void fromServer(int kind, int flags, long call) {
        fromServer(new Calls().record(kind, flags, ToyCatalog.ALLOC, call).frame());
    }

    private void callback(long invocation, String args) {
        byte[] bytes = args.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        fromServer(
                new FrameWriter()
                        .begin(RecordKinds.CALLBACK, 0, 1, invocation, 0)
                        .args(bytes, bytes.length)
                        .end()
                        .finish(FrameLayout.AUDIENCE_PEER));
    }

    private Peer killed() {
        rig.server().link().kill();
        rig.pump.run();
        return rig.server();
    }

    @Test
    void shouldRepeatCommandsInOrderAndDropRepeatedReplies() {
        call(ToyCatalog.ALLOC, true, 70, 100);
        fromServer(RecordKinds.REPLY, 0, 1);
        call(ToyCatalog.ALLOC_ASYNC, false, 71, 10);
        call(ToyCatalog.ALLOC, true, 72, 20);
        Peer fresh = killed();
        Control open = fresh.controls().getFirst();
        assertThat(open.getOpen().getRebuilds()).isFalse();
        assertThat(fresh.records())
                .as("before the first reply")
                .extracting(Seen::call)
                .containsExactly(1L);
        fromServer(RecordKinds.REPLY, 0, 1);
        assertThat(fresh.records()).extracting(Seen::call).containsExactly(1L, 2L, 3L);
        assertThat(guest.records()).extracting(Seen::call).containsExactly(1L);
        fromServer(RecordKinds.REPLY, 0, 3);
        assertThat(guest.records())
                .extracting(Seen::call, Seen::flags)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1L, 0),
                        org.assertj.core.groups.Tuple.tuple(3L, 0));
        assertThat(rig.books(VM).held("memory")).isEqualTo(130);
        assertThat(rig.count("hira.router.sessions.rebuilds", "outcome", "rebuilt")).isEqualTo(1);
    }

    @Test
    void shouldPassEachPieceOfAKernelsTextOnOnce() {
        call(ToyCatalog.ALLOC_ASYNC, false, 71, 10);
        printed(1, 0, "begin ");
        killed();
        printed(1, 0, "begin ");
        printed(1, 1, "end");
        printed(2, 0, "next");
        printed(0, 0, "of no call");
        killed();
        printed(1, 0, "begin ");
        printed(1, 1, "end");
        printed(2, 0, "next");
        printed(0, 0, "of no call");
        assertThat(guest.controls())
                .filteredOn(Control::hasPrinted)
                .extracting(control -> control.getPrinted().getText())
                .containsExactly("begin ", "end", "next", "of no call", "of no call");
    }

    private void printed(long call, int piece, String text) {
        byte[] bytes =
                Control.newBuilder()
                        .setPrinted(
                                Printed.newBuilder().setCall(call).setPiece(piece).setText(text))
                        .build()
                        .toByteArray();
        fromServer(
                new FrameWriter()
                        .begin(RecordKinds.CONTROL, 0, 0, 0, 0)
                        .args(bytes, bytes.length)
                        .end()
                        .finish(FrameLayout.AUDIENCE_PEER));
    }

    @Test
    void shouldBookFailuresDeathsAndEndsOfWorkOnce() {
        call(ToyCatalog.ALLOC_ASYNC, false, 71, 10);
        call(ToyCatalog.ALLOC, true, 70, 100);
        fromServer(RecordKinds.FAILED, RecordFlags.ERROR, 1);
        fromServer(RecordKinds.REPLY, 0, 2);
        call(ToyCatalog.FREE, false, 70, 0);
        Control.Builder death =
                Control.newBuilder().setReleased(Released.newBuilder().addNames(70).addCalls(2));
        rig.server().send(death);
        rig.pump.run();
        call(ToyCatalog.ALLOC, true, 70, 40);
        fromServer(RecordKinds.REPLY, 0, 4);
        assertThat(rig.books(VM).held("memory")).isEqualTo(40);
        Peer fresh = killed();
        fromServer(RecordKinds.FAILED, RecordFlags.ERROR, 1);
        fromServer(RecordKinds.REPLY, 0, 2);
        fresh.send(death);
        rig.pump.run();
        fromServer(RecordKinds.REPLY, 0, 4);
        assertThat(rig.books(VM).held("memory")).isEqualTo(40);
        assertThat(guest.records()).extracting(Seen::call).containsExactly(1L, 2L, 4L);
    }

    @Test
    void shouldCountRepeatedWorkAtTheNewDevices() {
        call(ToyCatalog.WORK, false, 5, 5);
        assertThat(rig.policy.inFlight()).isEqualTo(1);
        killed();
        assertThat(rig.policy.inFlight()).isEqualTo(1);
        assertThat(rig.policy.open()).isEqualTo(1);
    }

    @Test
    void shouldAnswerRepeatedCallbacksByTheirArguments() {
        call(ToyCatalog.ALLOC_ASYNC, false, 71, 10);
        callback(1, "first");
        callback(2, "second");
        guest.send(new Calls().record(RecordKinds.CALLBACK_RETURN, 0, 1, 1).frame());
        rig.pump.run();
        Peer fresh = killed();
        callback(1, "second");
        assertThat(fresh.records()).as("only the call").hasSize(1);
        callback(2, "first");
        assertThat(fresh.records())
                .extracting(Seen::kind, Seen::call)
                .endsWith(org.assertj.core.groups.Tuple.tuple(RecordKinds.CALLBACK_RETURN, 2L));
        assertThat(guest.records()).extracting(Seen::call).containsExactly(1L, 2L);
        guest.send(new Calls().record(RecordKinds.CALLBACK_RETURN, 0, 1, 2).frame());
        rig.pump.run();
        assertThat(fresh.records().getLast().call()).isEqualTo(1);
        callback(3, "third");
        assertThat(guest.records().getLast().call()).isEqualTo(3);
    }

    @Test
    void shouldGiveUpALogThatIsTooLargeAndRebuildTheSession() {
        for (int i = 0; i < 100; i++) {
            call(ToyCatalog.ALLOC, true, 70 + i, 1);
            rig.fireTimersExceptDeadlines(); // no attempt at a checkpoint succeeds
            fromServer(RecordKinds.REPLY, 0, i + 1);
        }
        Peer fresh = killed();
        assertThat(fresh.controls().getFirst().getOpen().getRebuilds()).isTrue();
    }

    @Test
    void shouldEndASessionWhoseCommandKillsEveryServer() {
        call(ToyCatalog.ALLOC, true, 70, 100);
        for (int i = 0; i < 4 && guest.isOpen(); i++) {
            killed();
        }
        assertThat(guest.status().message()).contains("3 servers died of the same command");
    }

    private Calls noRoom(long call) {
        return new Calls().failed(ToyCatalog.ALLOC, call, 2, "there is no room");
    }

    private String serverName() {
        return Objects.requireNonNull(rig.registry.all().getFirst().facts())
                .placed()
                .server()
                .name();
    }

    private int sessionsAtServers() {
        return rig.pool.views().stream().mapToInt(ServerView::sessions).sum();
    }

    @Test
    void shouldRepeatElsewhereWhenACallFailsThatHadSucceeded() {
        String first = serverName();
        call(ToyCatalog.ALLOC, true, 70, 100);
        call(ToyCatalog.ALLOC, true, 71, 20);
        fromServer(RecordKinds.REPLY, 0, 1);
        call(ToyCatalog.ALLOC, true, 72, 3);
        Peer failing = killed();
        assertThat(serverName()).isNotEqualTo(first);
        failing.send(new Calls().record(RecordKinds.REPLY, 0, ToyCatalog.ALLOC, 2).frame());
        failing.send(noRoom(1).record(RecordKinds.REPLY, 0, ToyCatalog.ALLOC, 3).frame());
        failing.send(new Calls().record(RecordKinds.REPLY, 0, ToyCatalog.ALLOC, 3).frame());
        rig.pump.run();
        assertThat(failing.status().message())
                .contains("call 1 had succeeded and failed when it was repeated")
                .contains("(toyAlloc returned 2, there is no room)");
        Peer fresh = rig.server();
        assertThat(fresh).isNotSameAs(failing);
        assertThat(serverName()).isEqualTo(first);
        assertThat(guest.records()).extracting(Seen::call).containsExactly(1L, 2L);
        assertThat(fresh.records()).extracting(Seen::call).containsExactly(1L, 2L);
        fromServer(RecordKinds.REPLY, 0, 1);
        fromServer(RecordKinds.REPLY, 0, 2);
        fromServer(RecordKinds.REPLY, 0, 3);
        assertThat(guest.records()).extracting(Seen::call).containsExactly(1L, 2L, 3L);
        assertThat(rig.books(VM).held("memory")).isEqualTo(123);
        assertThat(rig.count("hira.router.sessions.rebuilds", "outcome", "rebuilt")).isEqualTo(1);
        assertThat(sessionsAtServers()).isEqualTo(1);
    }

    @Test
    void shouldPassOnTheAnswersThatCameWithTheFailureOfARepeatedCall() {
        call(ToyCatalog.ALLOC, true, 70, 100);
        call(ToyCatalog.ALLOC, true, 71, 20);
        fromServer(RecordKinds.REPLY, 0, 1);
        killed();
        fromServer(
                new Calls()
                        .record(RecordKinds.REPLY, 0, ToyCatalog.ALLOC, 2)
                        .failed(ToyCatalog.ALLOC, 1, 2, "there is no room")
                        .frame());
        assertThat(guest.records()).extracting(Seen::call).containsExactly(1L, 2L);
        fromServer(RecordKinds.REPLY, 0, 2);
        fromServer(RecordKinds.REPLY, 0, 1);
        assertThat(guest.records()).extracting(Seen::call).containsExactly(1L, 2L);
        assertThat(rig.books(VM).held("memory")).isEqualTo(120);
    }

    @Test
    void shouldRepeatInRoundsWithPausesThatGrow() {
        call(ToyCatalog.ALLOC, true, 70, 100);
        fromServer(RecordKinds.REPLY, 0, 1);
        killed();
        for (int round = 0; round < 7; round++) {
            fromServer(noRoom(1).frame());
            rig.delays.clear();
            fromServer(noRoom(1).frame());
            assertThat(sessionsAtServers()).as("during the pause").isZero();
            assertThat(rig.servers).as("both servers in each round").hasSize(3 + 2 * round);
            Duration least = Duration.ofMillis(20L << round);
            assertThat(rig.delays.getLast()).isBetween(least, least.multipliedBy(2));
            rig.timers.removeLast().run();
            rig.pump.run();
        }
        killed();
        assertThat(guest.isOpen()).as("only one server died while it repeated").isTrue();
        fromServer(RecordKinds.REPLY, 0, 1);
        call(ToyCatalog.ALLOC, true, 71, 20);
        fromServer(RecordKinds.REPLY, 0, 2);
        assertThat(guest.records()).extracting(Seen::call).containsExactly(1L, 2L);
        assertThat(rig.count("hira.router.sessions.rebuilds", "outcome", "rebuilt")).isEqualTo(1);
    }

    @Test
    void shouldEndASessionWhoseRepeatedCallFailsUntilTheLimitIsOver() {
        call(ToyCatalog.ALLOC, true, 70, 100);
        fromServer(RecordKinds.REPLY, 0, 1);
        killed();
        rig.nanos.addAndGet(Duration.ofSeconds(29).toNanos());
        rig.delays.clear();
        fromServer(noRoom(1).frame());
        assertThat(rig.delays).as("the rest").contains(Duration.ofSeconds(1));
        fromServer(noRoom(1).frame());
        rig.fireTimers();
        assertThat(guest.status().cause()).isEqualTo(Cause.UNAVAILABLE);
        assertThat(guest.status().message())
                .contains("could not be recreated: it was not there again after 30000 ms")
                .contains("at the API server 'a', call 1 had succeeded and failed")
                .contains("at the API server 'b', call 1 had succeeded and failed")
                .contains("(toyAlloc returned 2, there is no room)");
        assertThat(sessionsAtServers()).isZero();
        assertThat(rig.books(VM).held("memory")).isZero();
        assertThat(rig.count("hira.router.sessions.rebuilds", "outcome", "ended")).isEqualTo(1);
    }

    @Test
    void shouldEndASessionAtOnceWhoseRepeatedCallFailsAfterTheLimit() {
        call(ToyCatalog.ALLOC, true, 70, 100);
        fromServer(RecordKinds.REPLY, 0, 1);
        killed();
        rig.nanos.addAndGet(Duration.ofSeconds(31).toNanos());
        rig.delays.clear();
        fromServer(noRoom(1).frame());
        assertThat(rig.delays).contains(Duration.ZERO);
    }

    @Test
    void shouldRepeatElsewhereWhenAnAsynchronousCallFailsThatHadSucceeded() {
        call(ToyCatalog.ALLOC_ASYNC, false, 71, 10);
        call(ToyCatalog.ALLOC, true, 70, 100);
        fromServer(RecordKinds.REPLY, 0, 2);
        Peer failing = killed();
        fromServer(RecordKinds.FAILED, RecordFlags.ERROR, 1);
        assertThat(failing.status().message()).contains("call 1 had succeeded");
        fromServer(RecordKinds.REPLY, 0, 2);
        assertThat(rig.count("hira.router.sessions.rebuilds", "outcome", "rebuilt"))
                .as("this server has sent all that must come")
                .isEqualTo(1);
        assertThat(guest.records()).extracting(Seen::call).containsExactly(2L);
        assertThat(rig.books(VM).held("memory")).isEqualTo(110);
    }

    @Test
    void shouldEndASessionWhoseFailedCallSucceedsWhenItIsRepeated() {
        call(ToyCatalog.ALLOC, true, 70, 100);
        fromServer(noRoom(1).frame());
        killed();
        fromServer(RecordKinds.REPLY, 0, 1);
        assertThat(guest.status().cause()).isEqualTo(Cause.PROTOCOL);
        assertThat(guest.status().message())
                .contains("the result of call 1 is another one")
                .contains("(toyAlloc succeeded)");
    }

    @Test
    void shouldEndASessionWhoseServerTakesAnAnswerBack() {
        call(ToyCatalog.ALLOC, true, 70, 100);
        fromServer(RecordKinds.REPLY, 0, 1);
        fromServer(noRoom(1).frame());
        assertThat(guest.status().cause()).isEqualTo(Cause.PROTOCOL);
        assertThat(guest.status().message()).contains("call 1 had succeeded");
    }

    @Test
    void shouldReleaseAllFramesAtItsEnd() {
        Frame frame = new Calls().call(nextCall++, ToyCatalog.ALLOC, true, 1, 70, 100).frame();
        guest.send(frame);
        rig.pump.run();
        assertThat(frame.references()).isEqualTo(1);
        guest.link().close();
        rig.pump.run();
        assertThat(frame.references()).isZero();
    }
}

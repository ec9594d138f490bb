package dev.hira.guest.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.ApiException;
import dev.hira.guest.call.CallWriter;
import dev.hira.guest.call.ReplyReader;
import dev.hira.guest.call.SessionException;
import dev.hira.guest.call.StubSettings;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class AnswersTest {
    @Test
    void shouldReturnTheAnswersValues() {
        FakeRouter router = new FakeRouter();
        router.script(
                (r, call) -> r.answer(call, 0, new ArgsWriter().uint64(1, 42).string(2, "x")));
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            ArgsReader values = session.begin(1, "ask").sync().values();

            assertThat(values.next()).isTrue();
            assertThat(values.uint64()).isEqualTo(42);
            assertThat(values.next()).isTrue();
            assertThat(values.string()).isEqualTo("x");
            assertThat(values.next()).isFalse();
        }
    }

    @Test
    void shouldFillOutputsInMemoryConfinedToTheCaller() {
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> r.answerFilled(call, (byte) 7));
        try (GuestSession session = router.open(StubSettings.DEFAULT);
                Arena confined = Arena.ofConfined()) {
            MemorySegment small = confined.allocate(10);
            MemorySegment heap = MemorySegment.ofArray(new byte[100_000]);

            ReplyReader reply =
                    session.begin(1, "read").output(2, small, 10).output(3, heap, 99_999).sync();

            assertThat(reply.filled(2)).isEqualTo(10);
            assertThat(reply.filled(3)).isEqualTo(99_999);
            assertThat(small.toArray(ValueLayout.JAVA_BYTE)).containsOnly((byte) 7);
            assertThat(heap.get(ValueLayout.JAVA_BYTE, 99_998)).isEqualTo((byte) 7);
            assertThat(heap.get(ValueLayout.JAVA_BYTE, 99_999)).isZero();
        }
    }

    @Test
    void shouldThrowTheFailureOfTheCallItself() {
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> r.fail(call, 2, "no memory left", 0, 0));
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            assertThatThrownBy(() -> session.begin(1, "alloc").sync())
                    .isInstanceOfSatisfying(
                            ApiException.class, e -> assertThat(e.code()).isEqualTo(2))
                    .hasMessage("no memory left");
        }
    }

    @Test
    void shouldNameTheEarlierCallWhenALaneIsPoisoned() {
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> r.fail(call, 1, "out of range", 5, 99));
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            session.begin(5, "memset").async();

            assertThatThrownBy(() -> session.begin(1, "synchronize").sync())
                    .hasMessage(
                            "memset, called asynchronously by this thread before synchronize,"
                                    + " failed: out of range");
            router.script(FakeRouter::answerEmpty);
            session.begin(1, "synchronize").sync();
        }
    }

    @Test
    void shouldReturnAnExpectedOutcomeButNotAnEarlierFailureOfTheSameCode() {
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> r.fail(call, 600, "", call.function() == 1 ? 0 : 5, 9));
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            assertThat(session.begin(1, "query").expect(600).sync().outcome()).isEqualTo(600);
            assertThatThrownBy(() -> session.begin(2, "query").expect(600).sync())
                    .isInstanceOf(ApiException.class);
        }
    }

    @Test
    void shouldSendPartsWithoutWaitingAndFillAllOfThem() {
        List<FakeRouter.Seen> held = new ArrayList<>();
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> {
            held.add(call);
            if (held.size() == 4) {
                for (int i = 0; i < 4; i++) {
                    r.answerFilled(held.get(i), (byte) (i + 1));
                }
            }
        });
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            byte[] into = new byte[40];
            MemorySegment memory = MemorySegment.ofArray(into);
            List<CallWriter.PendingReply> parts = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                parts.add(
                        session.begin(1, "read")
                                .output(2, memory.asSlice(i * 10L, 10), 10)
                                .syncLater());
            }
            session.begin(1, "read").output(2, memory.asSlice(30, 10), 10).sync();
            parts.forEach(CallWriter.PendingReply::await);

            for (int i = 0; i < 40; i++) {
                assertThat(into[i]).isEqualTo((byte) (i / 10 + 1));
            }
            assertThat(session.stats().pipelinedParts()).isEqualTo(3);
            assertThat(session.stats().roundTrips()).isEqualTo(1);
        }
    }

    @Test
    void shouldBoundThePartsUnderWay() {
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(StubSettings.DEFAULT.withSplit(10, 2))) {
            CallWriter.PendingReply last = session.begin(1, "part").syncLater();
            for (int i = 0; i < 20; i++) {
                last = session.begin(1, "part").syncLater();
            }
            last.await();

            assertThat(router.calls()).hasSize(21);
        }
    }

    @Test
    void shouldThrowTheFailureOfTheFirstFailedPartOnly() {
        int[] count = {0};
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> {
            int n = ++count[0];
            if (n == 2 || n == 3) {
                r.fail(call, n, "part " + n, 0, 0);
            } else {
                r.answerEmpty(call);
            }
        });
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            CallWriter.PendingReply first = session.begin(1, "part").syncLater();
            CallWriter.PendingReply second = session.begin(1, "part").syncLater();
            CallWriter.PendingReply third = session.begin(1, "part").syncLater();
            first.await();

            assertThatThrownBy(second::await).hasMessage("part 2");
            third.await();
            session.begin(1, "next").sync();
        }
    }

    @Test
    void shouldTellWaitersAndLaterCallsWhyTheSessionIsGone() {
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> r.hangUp(LinkStatus.Cause.UNAVAILABLE, "the API server died"));
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            assertThatThrownBy(() -> session.begin(1, "ask").sync())
                    .isInstanceOfSatisfying(
                            ApiException.class, e -> assertThat(e.code()).isEqualTo(TestApi.LOST))
                    .hasMessageContaining("the API server died")
                    .hasMessageContaining("open a new session")
                    .hasCauseInstanceOf(SessionException.class);
            assertThatThrownBy(() -> session.begin(2, "async").async())
                    .hasMessageContaining("async cannot be called: the API server died");
            assertThatThrownBy(() -> session.begin(1, "ask").sync())
                    .hasMessageContaining("the API server died");
        }
    }

    @Test
    void shouldReportTheReasonThatTheRouterGaveBeforeItClosed() {
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> {
            r.control(
                    new ArgsWriter()
                            .beginMessage(3)
                            .beginMessage(1)
                            .string(2, "ended by the operator")
                            .endMessage()
                            .endMessage());
            r.hangUp(LinkStatus.Cause.REFUSED, "closed");
        });
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            assertThatThrownBy(() -> session.begin(1, "ask").sync())
                    .hasMessageContaining("ended by the operator");
        }
    }

    @Test
    void shouldRefuseCallsAfterClose() {
        FakeRouter router = new FakeRouter();
        GuestSession session = router.open(StubSettings.DEFAULT);
        session.begin(2, "async").async();
        session.close();
        session.close();

        assertThat(router.calls()).hasSize(1);
        assertThat(router.closedWith()).isNotNull();
        assertThatThrownBy(() -> session.begin(1, "ask").sync())
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(TestApi.CLOSED))
                .hasMessageContaining("closed by its owner");
    }

    @Test
    void shouldEndTheSessionWhenTheRouterBreaksTheProtocol() {
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> {
            r.send(w -> w.begin(RecordKinds.REPLY, 0, 0, 12345, 0).end());
        });
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            assertThatThrownBy(() -> session.begin(1, "ask").sync())
                    .hasMessageContaining("a reply to call 12345, which no thread waits for")
                    .hasMessageContaining("same release");
        }
    }

    @Test
    void shouldReportWhyASessionIsRefused() {
        FakeRouter router = new FakeRouter();
        router.hangUpOnOpen(
                new LinkStatus(LinkStatus.Cause.REFUSED, "API digest 1234 is not the router's"));

        assertThatThrownBy(() -> router.open(StubSettings.DEFAULT))
                .isInstanceOfSatisfying(
                        SessionException.class,
                        e -> assertThat(e.status().cause()).isEqualTo(LinkStatus.Cause.REFUSED))
                .hasMessageContaining("API digest 1234 is not the router's");
    }

    @Test
    void shouldTellAnOverloadFromALimitAndFromALostPeer() {
        FakeRouter router = new FakeRouter();
        router.hangUpOnOpen(
                new LinkStatus(LinkStatus.Cause.OVERLOADED, "the session was not open after 5 ms"));
        assertThatThrownBy(() -> router.open(StubSettings.DEFAULT))
                .hasMessage(
                        "no session was opened: the session was not open after 5 ms (OVERLOADED);"
                                + " try again later");
        FakeRouter full = new FakeRouter();
        full.hangUpOnOpen(
                new LinkStatus(LinkStatus.Cause.EXHAUSTED, "it has 7 connections, its limit"));
        assertThatThrownBy(() -> full.open(StubSettings.DEFAULT))
                .hasMessageStartingWith("the router refused the session: it has 7 connections")
                .hasMessageEndingWith("ask the operator for a higher limit");
    }

    @Test
    void shouldTellThatNoRouterAnswers() {
        FakeRouter router = new FakeRouter();
        router.hangUpOnOpen(
                new LinkStatus(LinkStatus.Cause.UNAVAILABLE, "hira+unix:///none is not available"));

        assertThatThrownBy(() -> router.open(StubSettings.DEFAULT))
                .hasMessage(
                        "no session was opened: hira+unix:///none is not available (UNAVAILABLE);"
                                + " start the router, or correct the URI");
    }

    @Test
    void shouldLeaveTheAdviceToARouterThatAnswers() {
        FakeRouter router = new FakeRouter();
        router.hangUpOnOpen(
                new LinkStatus(
                        LinkStatus.Cause.UNAVAILABLE, "not open after 5 s; it is overloaded"));

        assertThatThrownBy(() -> router.open(StubSettings.DEFAULT))
                .hasMessage(
                        "no session was opened: not open after 5 s; it is overloaded (UNAVAILABLE)");
    }

    @Test
    void shouldKeepWaitingAndStayInterruptedWhenInterrupted() {
        FakeRouter router = new FakeRouter();
        Thread caller = Thread.currentThread();
        router.script((r, call) -> {
            caller.interrupt();
            r.answer(call, 0, new ArgsWriter().uint64(1, 5));
        });
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            ArgsReader values = session.begin(1, "ask").sync().values();
            // Reading the flag clears it for the rest of the test.
            assertThat(Thread.interrupted()).isTrue();
            assertThat(values.next()).isTrue();
        }
    }
}

package dev.hira.guest.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.guest.session.FakeRouter;
import dev.hira.guest.session.GuestSession;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class LateOutputsTest {
    @Test
    void shouldFillALateOutputBeforeTheNextSynchronizationReturns() {
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> {
            r.output(r.recordsNow().get(1), (byte) 3);
            r.answerEmpty(call);
        });
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            byte[] into = new byte[50_000];
            session.begin(2, "copy").lateOutput(4, MemorySegment.ofArray(into), 50_000).async();
            assertThat(into).containsOnly((byte) 0);
            session.begin(1, "synchronize").sync();

            assertThat(into).containsOnly((byte) 3);
            assertThat(session.stats().lateOutputs()).isEqualTo(1);
        }
    }

    @Test
    void shouldFillConfinedMemoryOnTheCallersThread() {
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> {
            r.output(r.recordsNow().get(1), (byte) 3);
            r.answerEmpty(call);
        });
        try (GuestSession session = router.open(StubSettings.DEFAULT);
                Arena confined = Arena.ofConfined()) {
            MemorySegment into = confined.allocate(1000);
            session.begin(2, "copy").lateOutput(4, into, 1000).async();
            session.begin(1, "synchronize").sync();

            assertThat(into.toArray(ValueLayout.JAVA_BYTE)).containsOnly((byte) 3);
        }
    }

    @Test
    void shouldSurviveAnOutputForMemoryThatWasFreed() {
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> {
            r.output(r.recordsNow().get(1), (byte) 3);
            r.answerEmpty(call);
        });
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            try (Arena shared = Arena.ofShared()) {
                session.begin(2, "copy").lateOutput(4, shared.allocate(1000), 1000).async();
            }
            session.begin(1, "synchronize").sync();
            session.begin(1, "synchronize").expect(0).sync();
        }
    }

    @Test
    void shouldForgetTheOutputsOfACallThatFailed() {
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> {
            FakeRouter.Seen copy = r.recordsNow().get(1);
            r.fail(call, 1, "no such memory", copy.function(), copy.callId());
        });
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            byte[] into = new byte[10];
            session.begin(2, "copy").lateOutput(4, MemorySegment.ofArray(into), 10).async();
            assertThatThrownBy(() -> session.begin(1, "synchronize").sync())
                    .hasMessageContaining("copy, called asynchronously");

            long callId = router.calls().getFirst().callId();
            router.script(FakeRouter::answerEmpty);
            session.begin(1, "synchronize").sync();
            assertThat(session.table().get(callId)).isNull();
        }
    }

    @Test
    void shouldDeliverLateOutputsInStrictModeToo() {
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> {
            r.answerEmpty(call);
            if (call.function() == 2) {
                r.output(call, (byte) 8);
            }
        });
        try (GuestSession session = router.open(StubSettings.DEFAULT.withStrict(true))) {
            byte[] into = new byte[10];
            session.begin(2, "copy").lateOutput(4, MemorySegment.ofArray(into), 10).async();
            session.begin(1, "synchronize").sync();

            assertThat(into).containsOnly((byte) 8);
        }
    }

    @Test
    void shouldEndTheSessionWhenMoreBytesArriveThanRequested() {
        FakeRouter router = new FakeRouter();
        router.script((r, call) ->
                r.send(w ->
                        w.begin(RecordKinds.REPLY, 0, 0, call.callId(), call.lane())
                                .payloadInline(2, MemorySegment.ofArray(new byte[11]), 11, false)
                                .end()));
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            byte[] into = new byte[10];
            assertThatThrownBy(() ->
                            session.begin(1, "read")
                                    .output(2, MemorySegment.ofArray(into), 10)
                                    .sync())
                    .hasMessageContaining("got 11 bytes for its buffer 2 where at most 10 belong");
        }
    }
}

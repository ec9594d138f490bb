package dev.hira.guest.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.guest.call.CallWriter;
import dev.hira.guest.call.ReplyReader;
import dev.hira.guest.call.StubSettings;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.PayloadPlaces;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class ArenaTest {
    private static final int LARGE = 20_000;
    private static final StubSettings SETTINGS =
            StubSettings.DEFAULT.withFlushDelay(Duration.ofHours(1));

    private static MemorySegment large(int fill) {
        byte[] bytes = new byte[LARGE];
        Arrays.fill(bytes, (byte) fill);
        return MemorySegment.ofArray(bytes);
    }

    private static byte[] read(TestArena arena, FakeRouter.Payload payload) {
        return arena.memory()
                .asSlice(payload.offset(), payload.length())
                .toArray(ValueLayout.JAVA_BYTE);
    }

    @Test
    void shouldUsePinnedMemoryInPlace() {
        TestArena arena = new TestArena(4, LARGE);
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(SETTINGS)) {
            session.use(arena);
            MemorySegment pinned = Objects.requireNonNull(arena.pin(1000));
            session.begin(2, "up").input(3, pinned.asSlice(100, 50), 50).async();
            session.begin(1, "sync").sync();

            FakeRouter.Seen call = router.calls().getFirst();
            assertThat(call.flags() & RecordFlags.STAGED).isZero();
            assertThat(call.payloads())
                    .singleElement()
                    .satisfies(p -> assertThat(p.place()).isEqualTo(PayloadPlaces.ARENA))
                    .satisfies(
                            p -> assertThat(p.offset()).isEqualTo(arena.offsetOf(pinned, 1) + 100));
            assertThat(session.stats().pinnedBytes()).isEqualTo(50);
            assertThat(arena.taken()).isEqualTo(1);
        }
    }

    @Test
    void shouldSplitCopiesOfPinnedMemoryIntoLargerPartsThanOthers() {
        TestArena arena = new TestArena(4, LARGE);
        FakeRouter router = new FakeRouter().withLimits(100_000, 0, 4_000, 0);
        try (GuestSession session =
                router.open(SETTINGS.withFramedSplit(3_000).withPinnedSplit(50_000))) {
            assertThat(session.splitBytes()).isEqualTo(3_000);
            session.use(arena);
            MemorySegment pinned = Objects.requireNonNull(arena.pin(1000));

            assertThat(session.splitBytes(pinned)).isEqualTo(50_000);
            assertThat(session.splitBytes(pinned.asSlice(10, 20))).isEqualTo(50_000);
            assertThat(session.splitBytes(large(1))).isEqualTo(4_000);
        }
    }

    @Test
    void shouldStageLargeInputsAndFreeTheirRangesWithTheAnswer() {
        TestArena arena = new TestArena(1, LARGE);
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(SETTINGS)) {
            session.use(arena);
            for (int i = 1; i <= 3; i++) {
                int fill = i;
                router.script((r, call) -> {
                    assertThat(call.flags() & RecordFlags.STAGED).isNotZero();
                    assertThat(read(arena, call.payloads().getFirst())).containsOnly((byte) fill);
                    r.answerEmpty(call);
                });
                session.begin(2, "up").input(3, large(i), LARGE).sync();
            }

            assertThat(session.stats().arenaBytes()).isEqualTo(3 * LARGE);
            assertThat(session.stats().inlineBytes()).isZero();
            assertThat(session.stats().fallbacks()).isZero();
            assertThat(arena.taken()).isZero();
        }
    }

    @Test
    void shouldKeepTheRangeOfAnAsynchronousInputUntilTheServerAnswersALaterCall() {
        TestArena arena = new TestArena(2, LARGE);
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(SETTINGS)) {
            session.use(arena);
            session.begin(2, "up").input(3, large(1), LARGE).async();
            router.script((r, call) -> r.answer(call, RecordFlags.BY_ROUTER, new ArgsWriter()));
            session.begin(1, "sync").sync();
            session.begin(2, "up").input(3, large(2), LARGE).async();
            assertThat(arena.taken()).isEqualTo(2);
            router.script(FakeRouter::answerEmpty);
            session.begin(1, "sync").sync();
            session.begin(2, "up").input(3, large(3), LARGE).async();

            assertThat(arena.taken()).isEqualTo(1);
            assertThat(session.stats().fallbacks()).isZero();
        }
    }

    @Test
    void shouldRequestAnAnswerWhenOnlyThatMakesRoom() {
        TestArena arena = new TestArena(2, LARGE);
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(SETTINGS)) {
            session.use(arena);
            for (int i = 0; i < 3; i++) {
                session.begin(2, "up").input(3, large(i), LARGE).async();
            }

            assertThat(router.calls().get(2).sync()).isTrue();
            assertThat(router.calls().get(2).payloads().getFirst().place())
                    .isEqualTo(PayloadPlaces.INLINE);
            assertThat(session.stats().fallbacks()).isEqualTo(1);
            session.begin(2, "up").input(3, large(9), LARGE).async();
            assertThat(session.stats().fallbacks()).isEqualTo(1);
        }
    }

    @Test
    void shouldSendPayloadsInFramesWhenTheArenaHasNoRoom() {
        TestArena arena = new TestArena(1, 100);
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(SETTINGS)) {
            session.use(arena);
            session.begin(2, "up").input(3, large(1), LARGE).async();

            assertThat(router.calls().getFirst().payloads().getFirst().bytes())
                    .hasSize(LARGE)
                    .containsOnly((byte) 1);
            assertThat(router.calls().getFirst().sync()).isFalse();
            assertThat(session.stats().fallbacks()).isEqualTo(1);
        }
    }

    @Test
    void shouldTakeLargeOutputsFromTheArena() {
        TestArena arena = new TestArena(1, LARGE);
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> {
            FakeRouter.Payload p = call.payloads().getFirst();
            arena.memory().asSlice(p.offset(), p.length()).fill((byte) 6);
            r.send(w ->
                    w.begin(RecordKinds.REPLY, 0, 0, call.callId(), call.lane())
                            .payloadArena(p.field(), p.offset(), p.length())
                            .end());
        });
        try (GuestSession session = router.open(SETTINGS);
                Arena confined = Arena.ofConfined()) {
            session.use(arena);
            MemorySegment into = confined.allocate(LARGE);
            ReplyReader reply = session.begin(1, "down").output(2, into, LARGE).sync();

            assertThat(reply.filled(2)).isEqualTo(LARGE);
            assertThat(into.toArray(ValueLayout.JAVA_BYTE)).containsOnly((byte) 6);
            assertThat(arena.taken()).isZero();
        }
    }

    @Test
    void shouldTakeLateOutputsFromTheArenaAndFreeTheirRanges() {
        TestArena arena = new TestArena(1, LARGE);
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> {
            FakeRouter.Seen copy = r.recordsNow().get(1);
            FakeRouter.Payload p = copy.payloads().getFirst();
            arena.memory().asSlice(p.offset(), p.length()).fill((byte) 4);
            r.send(w ->
                    w.begin(RecordKinds.OUTPUT, 0, 0, copy.callId(), copy.lane())
                            .payloadArena(p.field(), p.offset(), p.length())
                            .end());
            r.answerEmpty(call);
        });
        try (GuestSession session = router.open(SETTINGS)) {
            session.use(arena);
            byte[] into = new byte[LARGE];
            session.begin(2, "copy").lateOutput(4, MemorySegment.ofArray(into), LARGE).async();
            session.begin(1, "synchronize").sync();

            assertThat(into).containsOnly((byte) 4);
            assertThat(arena.taken()).isZero();
        }
    }

    @Test
    void shouldWaitForEarlierPartsRatherThanLeaveTheArena() {
        TestArena arena = new TestArena(2, LARGE);
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(SETTINGS)) {
            session.use(arena);
            CallWriter.PendingReply last = null;
            for (int i = 0; i < 20; i++) {
                last = session.begin(2, "part").input(3, large(i), LARGE).syncLater();
            }
            Objects.requireNonNull(last).await();

            assertThat(session.stats().fallbacks()).isZero();
            assertThat(session.stats().arenaBytes()).isEqualTo(20 * LARGE);
            assertThat(arena.taken()).isZero();
        }
    }
}

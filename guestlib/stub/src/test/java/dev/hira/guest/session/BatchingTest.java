package dev.hira.guest.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.guest.call.StubSettings;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class BatchingTest {
    private static final StubSettings PATIENT =
            StubSettings.DEFAULT.withFlushDelay(Duration.ofHours(1));

    @Test
    void shouldMakeOneRoundTripForManyAsynchronousCallsBetweenTwoSynchronizations() {
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(PATIENT)) {
            session.begin(1, "sync").sync();
            SessionStats before = session.stats();

            for (int i = 1; i <= 10_000; i++) {
                session.begin(2, "async").uint64(1, i).async();
            }
            session.begin(1, "sync").sync();

            SessionStats after = session.stats();
            assertThat(after.roundTrips() - before.roundTrips()).isEqualTo(1);
            assertThat(after.commands() - before.commands()).isEqualTo(10_001);
            assertThat(after.framesSent() - before.framesSent()).isLessThan(100);
        }
    }

    @Test
    void shouldKeepTheOrderOfCallsWhenTheyFillManyBatches() {
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(PATIENT.withBatch(1000, 7))) {
            for (int i = 1; i <= 500; i++) {
                session.begin(2, "async").uint64(1, i).async();
            }
            session.begin(1, "sync").sync();

            List<FakeRouter.Seen> calls = router.calls();
            assertThat(calls).hasSize(501);
            for (int i = 1; i < calls.size(); i++) {
                assertThat(calls.get(i).callId()).isGreaterThan(calls.get(i - 1).callId());
            }
            assertThat(calls.getLast().sync()).isTrue();
        }
    }

    @Test
    void shouldSendABatchWhenItHasEnoughRecords() {
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(PATIENT.withBatch(1 << 20, 10))) {
            for (int i = 0; i < 25; i++) {
                session.begin(2, "async").async();
            }

            assertThat(router.calls()).hasSize(20);
        }
    }

    @Test
    void shouldSendABatchWhenItHasEnoughBytes() {
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(PATIENT.withBatch(100, 1000))) {
            session.begin(2, "async").async();
            session.begin(2, "async").async();
            assertThat(router.calls()).isEmpty();

            session.begin(2, "async").string(1, "x".repeat(60)).async();

            assertThat(router.calls()).hasSize(3);
        }
    }

    @Test
    void shouldSendABatchWhenItsFirstRecordHasWaitedLongEnough() {
        CountDownLatch seen = new CountDownLatch(1);
        FakeRouter router = new FakeRouter();
        StubSettings quick = StubSettings.DEFAULT.withFlushDelay(Duration.ofMillis(1));
        try (GuestSession session = router.open(quick)) {
            session.begin(2, "async").async();
            while (router.calls().isEmpty()) {
                Thread.onSpinWait();
            }
            seen.countDown();

            assertThat(router.calls()).hasSize(1);
            assertThat(session.stats().roundTrips()).isZero();
        }
    }

    @Test
    void shouldSendABatchAgainAfterTheFlusherHasGoneToSleep() {
        FakeRouter router = new FakeRouter();
        StubSettings quick = StubSettings.DEFAULT.withFlushDelay(Duration.ofNanos(50_000));
        try (GuestSession session = router.open(quick)) {
            for (int round = 1; round <= 20; round++) {
                session.begin(2, "async").async();
                while (router.calls().size() < round) {
                    Thread.onSpinWait();
                }
                for (int i = 0; i < 5; i++) {
                    assertThat(router.calls()).hasSize(round);
                }
            }
        }
    }

    @Test
    void shouldWaitForEveryCallWhenStrict() {
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> r.fail(call, 9, "no", 0, 0));
        try (GuestSession session = router.open(PATIENT.withStrict(true))) {
            assertThatThrownBy(() -> session.begin(2, "async").async())
                    .isInstanceOf(TestApi.TestException.class)
                    .hasMessage("no");
        }
    }

    @Test
    void shouldCopySmallInputsWhenTheCallIsMade() {
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(PATIENT)) {
            byte[] data = {1, 2, 3};
            session.begin(2, "async").input(3, MemorySegment.ofArray(data), 3).async();
            Arrays.fill(data, (byte) 9);
            session.begin(1, "sync").sync();

            assertThat(router.calls().getFirst().payloads().getFirst().bytes())
                    .containsExactly(1, 2, 3);
        }
    }

    @Test
    void shouldSendLargeInputsAtOnceSoThatTheBufferIsFree() {
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(PATIENT)) {
            byte[] data = new byte[100_000];
            Arrays.fill(data, (byte) 5);
            session.begin(2, "async").input(3, MemorySegment.ofArray(data), data.length).async();
            Arrays.fill(data, (byte) 9);

            assertThat(router.calls().getFirst().payloads().getFirst().bytes())
                    .containsOnly((byte) 5);
            assertThat(session.stats().inlineBytes()).isEqualTo(100_000);
        }
    }

    @Test
    void shouldStayBelowTheRoutersLimitOnFrames() {
        FakeRouter router = new FakeRouter().withLimits(10_000, 0, 4_000, 0);
        try (GuestSession session = router.open(PATIENT)) {
            MemorySegment data = MemorySegment.ofArray(new byte[4_000]);
            for (int i = 0; i < 9; i++) {
                session.begin(2, "async").input(3, data, 4_000).async();
            }
            session.begin(1, "sync").sync();

            assertThat(router.calls()).hasSize(10);
            for (FakeRouter.Seen call : router.calls()) {
                long sameFrame =
                        router.calls().stream().filter(c -> c.frame() == call.frame()).count();
                assertThat(sameFrame).isLessThanOrEqualTo(3);
            }
            assertThat(session.splitBytes()).isEqualTo(4_000);
        }
    }

    @Test
    void shouldRefuseAPayloadThatTheRouterWouldRefuse() {
        FakeRouter router = new FakeRouter().withLimits(10_000, 0, 4_000, 0);
        try (GuestSession session = router.open(PATIENT)) {
            MemorySegment data = MemorySegment.ofArray(new byte[5_000]);

            assertThatThrownBy(() -> session.begin(2, "upload").input(3, data, 5_000).async())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("upload has a buffer of 5000 bytes")
                    .hasMessageContaining("4000");
            session.begin(1, "sync").sync();
        }
    }

    @Test
    void shouldRefuseABufferSmallerThanTheCallUses() {
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(PATIENT)) {
            MemorySegment data = MemorySegment.ofArray(new byte[10]);

            assertThatThrownBy(() -> session.begin(2, "upload").input(3, data, 11))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessageContaining("11 bytes of a buffer that has 10");
        }
    }
}

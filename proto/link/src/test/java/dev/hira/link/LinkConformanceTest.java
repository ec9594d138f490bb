package dev.hira.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.PayloadPlaces;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The promises of every kind of link. Each kind runs all of it. */
@ExtendWith(NoLeaks.class)
public abstract class LinkConformanceTest {
    /** More than any link should buffer for a reader that does not read. */
    private static final long MEMORY_BOUND = 64L << 20;

    private static final int CHUNK = 64 << 10;

    /** The tasks of both ends, one after the other, in which a link that moves at all moves. */
    private static final int TURNS = 100;

    /** Longer than TCP delays an acknowledgement, which gives the sender room. */
    private static final long ACKNOWLEDGED_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /** Both ends of a fresh, unstarted link, and the resources to close after it. */
    public record Ends(Link near, Link far, AutoCloseable resources) {}

    private Ends ends;
    private final LinkProbe near = new LinkProbe();
    private final FrameWriter writer = new FrameWriter();

    /** Opens a link of the kind under test. */
    protected abstract Ends open() throws Exception;

    /** Returns the size of the largest frame that the kind must carry. */
    protected int largestFrame() {
        return 8 << 20;
    }

    @BeforeEach
    void openLink() throws Exception {
        ends = open();
    }

    @AfterEach
    void closeLink() throws Exception {
        ends.near().close();
        ends.far().close();
        ends.resources().close();
        writer.close();
    }

    private LinkProbe start(LinkProbe far) {
        ends.far().start(far);
        ends.near().start(near);
        return far;
    }

    private Frame frame(byte[] payload) {
        return writer.begin(RecordKinds.CALL, 0, 7, 1, 2)
                .payloadInline(1, MemorySegment.ofArray(payload), payload.length, false)
                .end()
                .finish(FrameLayout.AUDIENCE_PEER);
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    private static int number(byte[] payload) {
        return ByteBuffer.wrap(payload).getInt();
    }

    private static byte[] random(int bytes, long seed) {
        byte[] data = new byte[bytes];
        new Random(seed).nextBytes(data);
        return data;
    }

    @Test
    void shouldDeliverFramesInOrderBothWays() throws Exception {
        LinkProbe far = start(new LinkProbe());
        for (int i = 0; i < 1000; i++) {
            ends.near().send(frame(number(i)));
            ends.far().send(frame(number(-i)));
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(number(far.take())).isEqualTo(i);
            assertThat(number(near.take())).isEqualTo(-i);
        }
    }

    @Test
    void shouldKeepRecordsAndAudienceAsTheyWere() throws Exception {
        CompletableFuture<String> seen = new CompletableFuture<>();
        ends.far()
                .start(
                        new LinkProbe() {
                            @Override
                            public void onFrame(Frame frame) {
                                seen.complete(describe(frame));
                                frame.release();
                            }
                        });
        ends.near().start(near);
        writer.begin(RecordKinds.CALL, RecordFlags.SYNC, 300, -5L, 9)
                .args(new byte[] {1, 2, 3}, 3)
                .payloadArena(4, 1L << 40, 77)
                .end();
        writer.begin(RecordKinds.CONTROL, 0, 1, 2, 3).end();
        ends.near().send(writer.finish(FrameLayout.AUDIENCE_HOP));
        assertThat(seen.get(120, TimeUnit.SECONDS))
                .isEqualTo("1 2 CALL/1/300/-5/9/3:ARENA4@1099511627776+77 CONTROL/0/1/2/3/0:");
    }

    private static String describe(Frame frame) {
        StringBuilder text = new StringBuilder();
        text.append(frame.audience()).append(' ').append(frame.records());
        RecordCursor cursor = new RecordCursor().wrap(frame);
        while (cursor.next()) {
            text.append(' ').append(RecordKinds.name(cursor.kind()));
            text.append('/').append(cursor.flags()).append('/').append(cursor.function());
            text.append('/').append(cursor.callId()).append('/').append(cursor.lane());
            text.append('/').append(cursor.argsLength()).append(':');
            for (int i = 0; i < cursor.payloads(); i++) {
                text.append(cursor.payloadPlace(i) == PayloadPlaces.ARENA ? "ARENA" : "?");
                text.append(cursor.payloadField(i)).append('@');
                text.append(cursor.payloadArenaOffset(i)).append('+');
                text.append(cursor.payloadLength(i));
            }
        }
        return text.toString();
    }

    @Test
    void shouldDeliverManySmallFramesWhenTheSenderHeedsWritability() throws Exception {
        LinkProbe far = start(new LinkProbe());
        int count = 30_000;
        for (int i = 0; i < count; i++) {
            while (!ends.near().isWritable()) {
                assertThat(near.isClosed()).as("closed while sending").isFalse();
                near.awaitWritable(100);
            }
            ends.near().send(frame(number(i)));
        }
        for (int i = 0; i < count; i++) {
            assertThat(number(far.take())).isEqualTo(i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4095, 4096, 4097, 65_536, 1 << 20, 8 << 20})
    void shouldDeliverBytesUnchangedWhateverTheirNumber(int bytes) throws Exception {
        LinkProbe far = start(new LinkProbe());
        byte[] data = random(Math.min(bytes, largestFrame() - 1024), 4711);
        ends.near().send(frame(data));
        assertThat(far.take()).isEqualTo(data);
    }

    @Test
    void shouldDeliverLargeBatchesOfRecords() throws Exception {
        CompletableFuture<Integer> seen = new CompletableFuture<>();
        ends.far()
                .start(
                        new LinkProbe() {
                            @Override
                            public void onFrame(Frame frame) {
                                RecordCursor cursor = new RecordCursor().wrap(frame);
                                int count = 0;
                                while (cursor.next()) {
                                    count += cursor.callId() == count ? 1 : 0;
                                }
                                frame.release();
                                seen.complete(count);
                            }
                        });
        ends.near().start(near);
        byte[] args = random(64, 1);
        for (int i = 0; i < 5000; i++) {
            writer.begin(RecordKinds.CALL, 0, 1, i, 0).args(args, args.length).end();
        }
        ends.near().send(writer.finish(FrameLayout.AUDIENCE_PEER));
        assertThat(seen.get(120, TimeUnit.SECONDS)).isEqualTo(5000);
    }

    @Test
    void shouldNotReadBorrowedMemoryAfterSendReturned() throws Exception {
        LinkProbe far = start(new LinkProbe());
        byte[] data = random(300_000, 3);
        float[] floats = new float[100_000];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(data.length);
            memory.copyFrom(MemorySegment.ofArray(data));
            Arrays.fill(floats, 1.5f);
            byte[] expected = borrowedAndCopied(data, floats);
            Frame frame = borrowing(memory, floats, data);
            ends.near().send(frame);
            memory.fill((byte) 0x55);
            Arrays.fill(floats, 99f);
            assertThat(far.take()).isEqualTo(expected);
        }
    }

    private static byte[] borrowedAndCopied(byte[] data, float[] floats) {
        ByteBuffer all = ByteBuffer.allocate(data.length + 3 + floats.length * 4);
        all.put(data).put(data, 0, 3);
        MemorySegment.copy(
                MemorySegment.ofArray(floats),
                0,
                MemorySegment.ofBuffer(all),
                0,
                floats.length * 4L);
        return all.array();
    }

    private Frame borrowing(MemorySegment memory, float[] floats, byte[] small) {
        MemorySegment floatMemory = MemorySegment.ofArray(floats);
        return writer.begin(RecordKinds.CALL, 0, 1, 1, 1)
                .payloadInline(1, memory, memory.byteSize(), true)
                .payloadInline(2, MemorySegment.ofArray(small), 3, false)
                .payloadInline(3, floatMemory, floatMemory.byteSize(), true)
                .end()
                .finish(FrameLayout.AUDIENCE_PEER);
    }

    /** Reads the first frame and then pauses until it is told to continue. */
    private final class PausingProbe extends LinkProbe {
        @Override
        protected void received(byte[] payload) {
            if (number(payload) == 0) {
                ends.far().setReadable(false);
            }
        }
    }

    @Test
    void shouldPauseTheSenderWhenTheReaderPausesAndLoseNothing() throws Exception {
        LinkProbe far = start(new PausingProbe());
        int sent = sendUntilStuck(ends.near());
        assertThat((long) sent * CHUNK).as("bytes kept on the way").isLessThan(MEMORY_BOUND);
        assertThat(ends.near().isWritable()).isFalse();
        assertThat(number(far.take())).isZero();
        assertThat(far.waiting()).as("delivered although paused").isZero();
        ends.far().setReadable(true);
        for (int i = 1; i < sent; i++) {
            assertThat(number(far.take())).isEqualTo(i);
        }
        assertThat(near.awaitWritable(20_000)).as("told that it can write again").isTrue();
    }

    /** Like a router's guest that neither reads nor writes, and then disconnects. */
    @Test
    void shouldTellASenderWhenItsReaderIsGone() throws Exception {
        LinkProbe relay =
                new LinkProbe() {
                    @Override
                    public void onWritable() {
                        ends.far().setReadable(true); // the far end's output has room again
                    }
                };
        ends.near().setReadable(false);
        start(relay);
        ends.near().send(frame(number(1)));
        assertThat(number(relay.take())).isEqualTo(1);
        sendUntilStuck(ends.far());
        ends.far().setReadable(false);
        for (int i = 0; i < 3; i++) {
            ends.near().send(frame(number(i)));
        }
        ends.near().close();
        assertThat(relay.awaitClosed()).isNotNull();
        assertThat(ends.far().isWritable()).isTrue();
    }

    private int sendUntilStuck(Link from) throws Exception {
        byte[] payload = new byte[CHUNK];
        int sent = 0;
        while ((long) sent * CHUNK < MEMORY_BOUND && becomesWritable(from)) {
            ByteBuffer.wrap(payload).putInt(sent++);
            from.send(frame(payload));
        }
        return sent;
    }

    /**
     * Returns whether the link has room, at once or after both ends have had their turns. Counting
     * the turns of their threads keeps a slow machine from making a link look stuck.
     */
    private boolean becomesWritable(Link from) throws Exception {
        long since = System.nanoTime();
        int turns = 0;
        while (!from.isWritable()
                && (turns < TURNS || System.nanoTime() - since < ACKNOWLEDGED_NANOS)) {
            awaitTask(ends.near());
            awaitTask(ends.far());
            turns++;
        }
        return from.isWritable();
    }

    private static void awaitTask(Link link) throws Exception {
        CompletableFuture<Void> run = new CompletableFuture<>();
        link.execute(() -> run.complete(null));
        run.get(120, TimeUnit.SECONDS);
    }

    @Test
    void shouldDeliverNothingMoreWhenPausedInsideTheHandler() throws Exception {
        AtomicInteger tooEarly = new AtomicInteger();
        AtomicBoolean paused = new AtomicBoolean();
        LinkProbe far =
                start(
                        new LinkProbe() {
                            @Override
                            protected void received(byte[] payload) {
                                tooEarly.addAndGet(paused.getAndSet(true) ? 1 : 0);
                                ends.far().setReadable(false);
                                ends.far().execute(this::resume);
                            }

                            private void resume() {
                                paused.set(false);
                                ends.far().setReadable(true);
                            }
                        });
        for (int i = 0; i < 100; i++) {
            ends.near().send(frame(number(i)));
        }
        for (int i = 0; i < 100; i++) {
            assertThat(number(far.take())).isEqualTo(i);
        }
        assertThat(tooEarly).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource(Cause.class)
    void shouldTellItsReasonToTheOtherEnd(Cause cause) throws Exception {
        LinkProbe far = start(new LinkProbe());
        ends.near().send(frame(number(1)));
        assertThat(number(far.take())).isEqualTo(1);
        LinkStatus reason = new LinkStatus(cause, "the reason is " + cause + ", ä€😀");
        ends.near().close(reason);
        assertThat(far.awaitClosed()).isEqualTo(reason);
        assertThat(near.awaitClosed()).isEqualTo(reason);
    }

    @ParameterizedTest
    @EnumSource(Cause.class)
    void shouldReceiveTheReasonOfTheOtherEnd(Cause cause) throws Exception {
        LinkProbe far = start(new LinkProbe());
        ends.near().send(frame(number(1)));
        assertThat(number(far.take())).isEqualTo(1);
        LinkStatus reason = new LinkStatus(cause, "the reason is " + cause);
        ends.far().close(reason);
        assertThat(near.awaitClosed()).isEqualTo(reason);
        assertThat(far.awaitClosed()).isEqualTo(reason);
    }

    @Test
    void shouldDeliverWhatWasSentBeforeClosing() throws Exception {
        LinkProbe far = start(new LinkProbe());
        for (int i = 0; i < 500; i++) {
            ends.near().send(frame(random(10_000, i)));
        }
        ends.near().close();
        assertThat(far.awaitClosed().cause()).isEqualTo(Cause.NORMAL);
        assertThat(far.waiting()).isEqualTo(500);
    }

    @Test
    void shouldCloseOnceAndDropWhatIsSentAfterwards() throws Exception {
        LinkProbe far = start(new LinkProbe());
        ends.near().send(frame(number(1)));
        far.take();
        ends.near().close();
        ends.near().close(new LinkStatus(Cause.INTERNAL, "too late"));
        Frame late = frame(number(2));
        ends.near().send(late);
        assertThat(late.references()).isZero();
        assertThat(near.awaitClosed()).isEqualTo(LinkStatus.NORMAL);
        assertThat(far.awaitClosed().cause()).isEqualTo(Cause.NORMAL);
        assertThat(ends.near().isWritable()).as("what drops frames has room").isTrue();
        assertThat(near.callsAfterClosed() + far.callsAfterClosed()).isZero();
    }

    @Test
    void shouldRunTasksOnTheHandlersThreadInOrder() throws Exception {
        LinkProbe far = start(new LinkProbe());
        ends.near().send(frame(number(1)));
        far.take();
        CompletableFuture<Thread> first = new CompletableFuture<>();
        CompletableFuture<Boolean> second = new CompletableFuture<>();
        ends.far().execute(() -> first.complete(Thread.currentThread()));
        ends.far().execute(() -> second.complete(first.isDone()));
        assertThat(second.get(120, TimeUnit.SECONDS)).isTrue();
        if (isBoundToThread()) {
            assertThat(first.get()).isEqualTo(far.thread());
        }
    }

    /** Returns whether the kind always calls its handler on the same thread. */
    protected boolean isBoundToThread() {
        return true;
    }

    @Test
    void shouldCloseWithoutDetailsWhenAHandlerFails() throws Exception {
        start(
                new LinkProbe() {
                    @Override
                    protected void received(byte[] payload) {
                        throw new IllegalStateException("a secret of the far end");
                    }
                });
        ends.near().send(frame(number(1)));
        LinkStatus status = near.awaitClosed();
        assertThat(status.cause()).isEqualTo(Cause.INTERNAL);
        assertThat(status.message()).doesNotContain("secret").doesNotContain("\n");
    }

    @Test
    void shouldBlameTheSenderWhenAFrameIsMalformed() throws Exception {
        start(
                new LinkProbe() {
                    @Override
                    protected void received(byte[] payload) {
                        throw new MalformedFrameException("record 3 is cut off");
                    }
                });
        ends.near().send(frame(number(1)));
        assertThat(near.awaitClosed())
                .isEqualTo(new LinkStatus(Cause.PROTOCOL, "record 3 is cut off"));
    }

    @Test
    void shouldRoundTripSegmentsOfNativeMemory() throws Exception {
        LinkProbe far = start(new LinkProbe());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(5000);
            for (int i = 0; i < 5000; i++) {
                memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31));
            }
            ends.near().send(borrowing(memory, new float[0], new byte[3]));
            byte[] got = far.take();
            assertThat(MemorySegment.ofArray(got).asSlice(0, 5000).mismatch(memory)).isEqualTo(-1);
        }
    }
}

package dev.hira.router.session.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.shm.RegionDirectory;
import dev.hira.link.shm.SharedRegion;
import dev.hira.router.judge.Controls;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.ArenaBytes;
import dev.hira.wire.v1.ArenaWanted;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Trace;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The feed of a mirror of 4096 bytes, in pieces of 8 bytes. */
@ExtendWith(NoLeaks.class)
class MirrorFeedTest {
    private static final int ARENA = 4096;
    private static final int PIECE = 8;

    @TempDir Path folder;

    private final ServerLink server = new ServerLink();
    private final Calls calls = new Calls();
    private RegionDirectory directory;
    private SharedRegion arena;
    private MirrorFeed feed;

    /** A link to a server, which notes in words what it gets. */
    private static final class ServerLink implements Link {
        final List<String> got = new ArrayList<>();
        int room = Integer.MAX_VALUE;

        @Override
        public void send(Frame frame) {
            room--;
            RecordCursor cursor = new RecordCursor().wrap(frame);
            while (cursor.next()) {
                got.add(words(frame, cursor));
            }
            frame.release();
        }

        private static String words(Frame frame, RecordCursor cursor) {
            if (cursor.kind() != RecordKinds.CONTROL) {
                return RecordKinds.name(cursor.kind()) + " " + cursor.callId();
            }
            Control control = Controls.parse(frame, cursor);
            if (!control.hasArenaBytes()) {
                return control.getBodyCase() + "";
            }
            assertThat(frame.audience()).isEqualTo(FrameLayout.AUDIENCE_HOP);
            int bytes = cursor.payloads() == 0 ? 0 : cursor.payloadLength(0);
            byte[] content = new byte[bytes];
            if (bytes != 0) {
                frame.bulk().getBytes(cursor.payloadBulkOffset(0), content);
            }
            ArenaBytes what = control.getArenaBytes();
            return what.getOffset()
                    + "="
                    + new String(content, StandardCharsets.ISO_8859_1)
                    + (what.getOutput() == 0 ? "" : " after output " + what.getOutput());
        }

        @Override
        public boolean isWritable() {
            return room > 0;
        }

        @Override
        public void start(LinkHandler handler) {}

        @Override
        public void setReadable(boolean readable) {}

        @Override
        public void execute(Runnable task) {}

        @Override
        public String kind() {
            return "test";
        }

        @Override
        public void close(LinkStatus reason) {}
    }

    @BeforeEach
    void open() throws IOException {
        directory = RegionDirectory.open(folder, false, new Random(3));
        arena = directory.create("arena", ARENA);
        feed = new MirrorFeed(arena, new ToyCatalog(), server, 2 * PIECE);
    }

    @AfterEach
    void close() throws IOException {
        feed.close();
        arena.close();
        directory.close();
    }

    private void write(long offset, String text) {
        MemorySegment.copy(
                MemorySegment.ofArray(text.getBytes(StandardCharsets.ISO_8859_1)),
                0,
                arena.segment(),
                offset,
                text.length());
    }

    private String read(long offset, int bytes) {
        return new String(
                arena.segment().asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE),
                StandardCharsets.ISO_8859_1);
    }

    private void send(Frame frame) {
        feed.add(frame);
        feed.pump();
    }

    /** Lets the server send bytes for the arena. */
    private void arrives(long offset, String text, long output) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        FrameWriter writer = new FrameWriter();
        writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0)
                .payloadInline(1, MemorySegment.ofArray(bytes), bytes.length, false)
                .end();
        Frame frame = writer.finish(FrameLayout.AUDIENCE_HOP);
        try {
            RecordCursor cursor = new RecordCursor().wrap(frame);
            assertThat(cursor.next()).isTrue();
            feed.arrived(
                    frame,
                    cursor,
                    ArenaBytes.newBuilder().setOffset(offset).setOutput(output).build());
        } finally {
            frame.release();
        }
    }

    private static ArenaWanted wanted(long call, long offset, long bytes) {
        return ArenaWanted.newBuilder().addCalls(call).addOffsets(offset).addLengths(bytes).build();
    }

    @Test
    void shouldSendTheBytesThatACallReadsAheadOfIt() {
        write(64, "first");
        write(ARENA - 20, "pieces of the second");
        send(
                calls.call(ToyCatalog.WORK, false, 5, 1)
                        .arena(64, 5)
                        .call(ToyCatalog.WORK, false, 5, 1)
                        .arena(ARENA - 20, 20)
                        .arena(128, 0)
                        .frame());
        assertThat(server.got)
                .containsExactly(
                        "CALL 1",
                        "64=first",
                        "CALL 2",
                        "CALL 3",
                        "4076=pieces o",
                        "4084=f the se",
                        "4092=cond",
                        "CALL 4",
                        "CALL 5");
        assertThat(feed.hasCaughtUp()).isTrue();
    }

    @Test
    void shouldSendNoBytesForAnOutput() {
        send(calls.arena(ToyCatalog.READ, 0, 500).write(5, new byte[3]).frame());
        assertThat(server.got).containsExactly("CALL 1", "CALL 2");
    }

    @Test
    void shouldKeepTheOrderWhileTheServerTakesNothing() {
        write(0, "0123456789abcdef");
        server.room = 2;
        List<String> told = new ArrayList<>();
        send(calls.call(ToyCatalog.WORK, false, 5, 1).arena(0, 16).frame());
        send(Controls.frame(Control.newBuilder().setTrace(Trace.newBuilder()).build()));
        feed.whenCaughtUp(() -> told.add("caught up"));
        assertThat(server.got).containsExactly("CALL 1", "0=01234567");
        assertThat(feed.hasCaughtUp()).isFalse();
        assertThat(told).isEmpty();
        server.room = 1;
        feed.pump();
        assertThat(server.got).endsWith("8=89abcdef");
        server.room = 9;
        feed.pump();
        assertThat(server.got).endsWith("8=89abcdef", "CALL 2", "TRACE");
        assertThat(told).containsExactly("caught up");
        feed.pump();
        assertThat(told).hasSize(1);
    }

    @Test
    void shouldSendPinnedMemoryOfUnfinishedWorkAgainWhenACallbackReturns() {
        send(
                calls.arena(ToyCatalog.WORK, 0, 4)
                        .arena(ToyCatalog.WORK, 2, 4)
                        .arena(ToyCatalog.WORK, 100, 2)
                        .frame());
        FrameWriter staged = new FrameWriter();
        staged.begin(RecordKinds.CALL, RecordFlags.STAGED, ToyCatalog.WORK, 4, 1)
                .payloadArena(3, 200, 2)
                .end();
        send(staged.finish(FrameLayout.AUDIENCE_PEER));
        feed.ended(3);
        server.got.clear();
        write(0, "abcdef");
        send(calls.record(RecordKinds.CALLBACK_RETURN, 0, 0, 9).frame());
        assertThat(server.got).containsExactly("0=abcdef", "CALLBACK_RETURN 9");
        feed.ended(1);
        feed.ended(2);
        server.got.clear();
        send(calls.record(RecordKinds.CALLBACK_RETURN, 0, 0, 10).frame());
        assertThat(server.got).containsExactly("CALLBACK_RETURN 10");
    }

    /** Sums up what goes again, for random reads, ends and returns, against a model by bytes. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldSendExactlyTheUnionOfWhatUnfinishedWorkReads(long seed) {
        Random random = new Random(seed);
        Map<Long, BitSet> unfinished = new HashMap<>();
        for (long call = 1; call <= 200; call++) {
            int offset = random.nextInt(300);
            int bytes = 1 + random.nextInt(random.nextInt(5) == 0 ? 40 : 4);
            send(calls.arena(ToyCatalog.WORK, offset, bytes).frame());
            unfinished.computeIfAbsent(call, _ -> new BitSet()).set(offset, offset + bytes);
            if (random.nextInt(3) == 0) {
                long ended = 1 + random.nextLong(call);
                feed.ended(ended);
                unfinished.remove(ended);
            }
            if (random.nextInt(4) == 0) {
                server.got.clear();
                server.room = random.nextInt(3);
                feed.add(calls.record(RecordKinds.CALLBACK_RETURN, 0, 0, 9).frame());
                for (int pumps = 0; pumps < 400 && !feed.hasCaughtUp(); pumps++) {
                    feed.pump();
                    server.room = 1 + random.nextInt(3);
                }
                server.room = Integer.MAX_VALUE;
                BitSet expected = new BitSet();
                unfinished.values().forEach(expected::or);
                assertThat(server.got.removeLast()).startsWith("CALLBACK_RETURN");
                assertThat(sent()).isEqualTo(expected);
            }
        }
    }

    /** Returns the places of the bytes that the server got, each at most once. */
    private BitSet sent() {
        BitSet sent = new BitSet();
        for (String each : server.got) {
            int equals = each.indexOf('=');
            int from = Integer.parseInt(each.substring(0, equals));
            int to = from + each.length() - equals - 1;
            assertThat(sent.get(from, to).isEmpty()).isTrue();
            sent.set(from, to);
        }
        return sent;
    }

    /** Such a call reads the memory when it is made. */
    @Test
    void shouldNotSendAgainWhatCallsReadThatStartNoWork() {
        send(calls.arena(ToyCatalog.WRITE, 0, 4).frame());
        server.got.clear();
        send(calls.record(RecordKinds.CALLBACK_RETURN, 0, 0, 9).frame());
        assertThat(server.got).containsExactly("CALLBACK_RETURN 9");
    }

    @Test
    void shouldSendWhatWorkFromAnotherServerReads() {
        write(8, "work");
        write(32, "done");
        feed.want(wanted(7, 8, 4));
        feed.want(wanted(0, 32, 4));
        send(calls.call(ToyCatalog.WORK, false, 5, 1).frame());
        assertThat(server.got).containsExactly("8=work", "32=done", "CALL 1");
        server.got.clear();
        send(calls.record(RecordKinds.CALLBACK_RETURN, 0, 0, 9).frame());
        assertThat(server.got).containsExactly("8=work", "CALLBACK_RETURN 9");
    }

    @Test
    void shouldWriteAnOutputUpToTheEndOfTheArena() {
        arrives(ARENA - 4, "last", 1);
        assertThat(read(ARENA - 4, 4)).isEqualTo("last");
    }

    @ParameterizedTest
    @CsvSource({"4093, 4", "4096, 1", "-1, 1", "9223372036854775807, 1", "0, 4097"})
    void shouldRefuseBytesOutsideTheArena(long offset, int bytes) {
        assertThatThrownBy(() -> arrives(offset, "x".repeat(bytes), 1))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("do not lie in an arena of 4096 bytes");
        assertThatThrownBy(() -> feed.want(wanted(1, offset, bytes)))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("do not lie in an arena of 4096 bytes");
        assertThat(feed.hasCaughtUp()).isTrue();
    }

    @Test
    void shouldRefuseAMessageWithoutItsBytes() {
        Frame frame = Controls.frame(Control.getDefaultInstance());
        RecordCursor cursor = new RecordCursor().wrap(frame);
        assertThat(cursor.next()).isTrue();
        assertThatThrownBy(() -> feed.arrived(frame, cursor, ArenaBytes.getDefaultInstance()))
                .isInstanceOf(MalformedFrameException.class);
        frame.release();
        assertThatThrownBy(() -> feed.want(ArenaWanted.newBuilder().addCalls(3).build()))
                .isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void shouldTellWhichOutputsHaveArrived() {
        arrives(0, "ab", 0);
        arrives(2, "cd", 1);
        send(calls.arena(0, 4).frame());
        assertThat(server.got).containsExactly("0=abcd after output 1", "CALL 1");
        server.got.clear();
        for (int output = 2; output <= 65; output++) {
            assertThat(server.got).isEmpty();
            arrives(0, "x", output);
        }
        assertThat(server.got).containsExactly("0= after output 65");
    }

    @Test
    void shouldDropWhatTheServerHasNotGotWithTheSession() {
        server.room = 1;
        Frame half = calls.call(ToyCatalog.WORK, false, 5, 1).arena(0, 4).frame();
        Frame whole = calls.write(5, new byte[3]).frame();
        send(half);
        send(whole);
        feed.close();
        Frame late = calls.write(5, new byte[3]).frame();
        send(late);
        assertThat(server.got).containsExactly("CALL 1");
        assertThat(half.references()).isZero();
        assertThat(whole.references()).isZero();
        assertThat(late.references()).isZero();
    }
}

package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.wire.v1.Done;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DoneCodecTest {
    private final DoneWriter writer = new DoneWriter();

    private record End(long call, int device, long nanos) {}

    private static End random(Random random) {
        long call = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(1000);
        long nanos = random.nextLong() >>> (1 + random.nextInt(63));
        return new End(call, random.nextInt(3), nanos);
    }

    private Frame frame() {
        try (FrameWriter frames = new FrameWriter()) {
            writer.finish(frames);
            return frames.finish(FrameLayout.AUDIENCE_HOP);
        }
    }

    private static List<End> read(Frame frame) {
        List<End> ends = new ArrayList<>();
        RecordCursor cursor = new RecordCursor().wrap(frame);
        while (cursor.next()) {
            DoneReader reader = new DoneReader().wrap(cursor);
            while (reader.next()) {
                ends.add(new End(reader.call(), reader.device(), reader.nanos()));
            }
        }
        frame.release();
        return ends;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldReadTheWrittenCalls(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            List<End> ends = new ArrayList<>();
            for (int i = random.nextInt(300); i > 0; i--) {
                ends.add(random(random));
            }
            ends.forEach(end -> writer.add(end.call, end.device, end.nanos));
            assertThat(read(frame())).as("seed %d", seed).isEqualTo(ends);
        }
    }

    @Test
    void shouldTakeFewBytesForCallsThatFollowEachOther() {
        for (int i = 0; i < 1000; i++) {
            writer.add(5_000_000 + 2 * i, 0, 900);
        }
        Frame frame = frame();
        assertThat(frame.size()).isLessThan(4 * 1000 + 50);
        frame.release();
    }

    @Test
    void shouldBeReadableByAnyProtobuf() throws InvalidProtocolBufferException {
        writer.add(10, 1, 300);
        writer.add(7, 0, 0);
        Frame frame = frame();
        RecordCursor cursor = new RecordCursor().wrap(frame);
        assertThat(cursor.next()).isTrue();
        Done done = Done.parseFrom(frame.head().slice(cursor.argsOffset(), cursor.argsLength()));
        frame.release();
        assertThat(done.getWorkList().subList(1, 3)).containsExactly(1L, 300L);
        assertThat(CodedInputStream.decodeZigZag64(done.getWork(0))).isEqualTo(10);
        assertThat(CodedInputStream.decodeZigZag64(done.getWork(3))).isEqualTo(-3);
    }

    @Test
    void shouldBeFullAtSixteenKibibytes() {
        int calls = 0;
        while (!writer.isFull()) {
            writer.add(calls++, 0, 0x7FFF_FFFF_FFFFL);
        }
        int bytes = FrameLayout.HEADER_BYTES + FrameLayout.RECORD_BYTES + (16 << 10);
        Frame frame = frame();
        assertThat(frame.size()).isBetween(bytes, bytes + 30);
        assertThat(writer.isFull()).isFalse();
        assertThat(read(frame)).hasSize(calls);
    }

    @Test
    void shouldReadCallsThatAnotherWriterSplitIntoSeveralFields() {
        byte[] first = Done.newBuilder().addWork(20).addWork(1).addWork(300).build().toByteArray();
        byte[] second = Done.newBuilder().addWork(5).addWork(0).addWork(0).build().toByteArray();
        try (FrameWriter frames = new FrameWriter()) {
            byte[] args = Arrays.copyOf(first, first.length + second.length);
            System.arraycopy(second, 0, args, first.length, second.length);
            frames.begin(RecordKinds.DONE, 0, 0, 0, 0).args(args, args.length).end();
            assertThat(read(frames.finish(FrameLayout.AUDIENCE_HOP)))
                    .containsExactly(new End(10, 1, 300), new End(7, 0, 0));
        }
    }

    @Test
    void shouldAcceptTheLargestDevice() {
        writer.add(1, Integer.MAX_VALUE, Long.MAX_VALUE);
        assertThat(read(frame())).containsExactly(new End(1, Integer.MAX_VALUE, Long.MAX_VALUE));
    }

    @Test
    void shouldWriteNothingWithoutCalls() {
        assertThat(read(frame())).isEmpty();
        assertThat(writer.isEmpty()).isTrue();
    }

    private static void shouldRefuse(Done done, String why) {
        byte[] args = done.toByteArray();
        try (FrameWriter frames = new FrameWriter()) {
            frames.begin(RecordKinds.DONE, 0, 0, 0, 0).args(args, args.length).end();
            Frame frame = frames.finish(FrameLayout.AUDIENCE_HOP);
            assertThatThrownBy(() -> read(frame))
                    .isInstanceOf(MalformedFrameException.class)
                    .hasMessageContaining(why);
            frame.release();
        }
    }

    @Test
    void shouldRefuseMalformedRecords() {
        shouldRefuse(Done.newBuilder().addWork(2).addWork(0).build(), "cut off");
        shouldRefuse(Done.newBuilder().addWork(2).addWork(-1).addWork(1).build(), "device -1");
        shouldRefuse(Done.newBuilder().addWork(2).addWork(0).addWork(-1).build(), "-1 ns");
        shouldRefuse(
                Done.newBuilder().addWork(2).addWork(1L << 31).addWork(1).build(),
                "device 2147483648");
    }
}

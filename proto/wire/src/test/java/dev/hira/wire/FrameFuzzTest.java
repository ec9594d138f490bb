package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that any bytes are either a frame or a {@link MalformedFrameException}. */
class FrameFuzzTest {
    private static final int FRAMES = 300_000;

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
    private final RecordCursor cursor = new RecordCursor();
    private final ArgsReader args = new ArgsReader();
    private final ArgsReader nested = new ArgsReader();
    private int accepted;
    private int refused;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 20_261_121})
    void shouldRefuseOrReadRandomBytes(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < FRAMES; i++) {
            byte[] bytes = new byte[random.nextInt(96)];
            random.nextBytes(bytes);
            if (bytes.length >= 8 && random.nextBoolean()) {
                pretend(bytes, random);
            }
            feed(bytes);
        }
        assertThat(refused).isGreaterThan(FRAMES / 2);
        assertThat(allocator.metric().usedHeapMemory()).isZero();
    }

    /** Makes the first lengths plausible, so that the reader looks further. */
    private static void pretend(byte[] bytes, Random random) {
        for (int i = 0; i < 8; i++) {
            bytes[i] = 0;
        }
        bytes[0] = (byte) (bytes.length - 8);
        bytes[4] = (byte) random.nextInt(4);
        if (bytes.length >= 32) {
            bytes[8] = (byte) (24 + random.nextInt(bytes.length - 8));
            bytes[9] = bytes[10] = bytes[11] = 0;
            bytes[14] = 1;
            bytes[28] = (byte) random.nextInt(32);
            bytes[29] = bytes[30] = bytes[31] = 0;
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {2, 20_261_122})
    void shouldRefuseOrReadMutatedFrames(long seed) {
        Random random = new Random(seed);
        byte[] good = wellFormed(random);
        for (int i = 0; i < FRAMES; i++) {
            if (i % 1000 == 0) {
                good = wellFormed(random);
            }
            feed(mutated(good, random));
        }
        assertThat(accepted).as("some mutations do no harm").isPositive();
        assertThat(refused).as("some do").isPositive();
        assertThat(allocator.metric().usedHeapMemory()).isZero();
    }

    private static byte[] mutated(byte[] good, Random random) {
        int length = random.nextInt(8) == 0 ? random.nextInt(good.length + 1) : good.length;
        byte[] bytes = Arrays.copyOf(good, length);
        for (int n = random.nextInt(4); n > 0 && length > 0; n--) {
            int at = random.nextInt(length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes[at] = (byte) 0xFF;
                default -> bytes[at] = 0;
            }
        }
        return bytes;
    }

    private byte[] wellFormed(Random random) {
        try (FrameWriter writer = new FrameWriter(allocator)) {
            ArgsWriter out = new ArgsWriter();
            for (int n = random.nextInt(5); n >= 0; n--) {
                out.reset().uint64(1, random.nextLong()).string(2, "text").float64(3, 2.5);
                out.beginMessage(4).uint64(1, 5).endMessage();
                writer.begin(RecordKinds.CALL, 1, random.nextInt(99), n, 1)
                        .args(out.array(), out.length());
                for (int p = random.nextInt(3); p > 0; p--) {
                    int bytes = random.nextInt(20);
                    writer.payloadInline(p, MemorySegment.ofArray(new byte[20]), bytes, false);
                    writer.payloadArena(p, random.nextInt(), 8 & random.nextInt());
                }
                writer.end();
            }
            Frame frame = writer.finish(0);
            byte[] all = new byte[frame.size()];
            frame.copyTo(MemorySegment.ofArray(all), 0);
            frame.release();
            return all;
        }
    }

    private void feed(byte[] bytes) {
        ByteBuf content = allocator.heapBuffer(bytes.length).writeBytes(bytes);
        Frame frame;
        try {
            frame = Frame.wrap(content);
        } catch (MalformedFrameException e) {
            refused++;
            return;
        }
        try {
            readAll(frame);
            accepted++;
        } catch (MalformedFrameException e) {
            refused++;
        } finally {
            frame.release();
        }
    }

    private void readAll(Frame frame) {
        CloseRecord.read(frame);
        cursor.wrap(frame);
        while (cursor.next()) {
            for (int i = 0; i < cursor.payloads(); i++) {
                if (cursor.payloadPlace(i) == PayloadPlaces.INLINE) {
                    int at = cursor.payloadBulkOffset(i);
                    frame.bulk().slice(at, cursor.payloadLength(i));
                }
            }
            readArgs(cursor.args(args));
        }
    }

    private void readArgs(ArgsReader in) {
        while (in.next()) {
            switch (in.field()) {
                case 1 -> in.uint64();
                case 2 -> in.string();
                case 3 -> in.float64();
                case 4 -> {
                    in.message(nested);
                    while (nested.next()) {
                        nested.skip();
                    }
                }
                default -> in.skip();
            }
        }
    }
}

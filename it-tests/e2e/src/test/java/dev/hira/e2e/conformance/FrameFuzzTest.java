package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaFunctions;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A million frames of a hostile peer against a router and against an API server: calls with random
 * arguments, records of random kinds, and frames with flipped bytes. They may close the peer's
 * sessions and must have no other effect.
 */
@Timeout(300)
final class FrameFuzzTest {
    private static final int FRAMES = 500_000;
    private static final int FRAMES_PER_SESSION = 3000;
    private static final int WITNESSED_EVERY = 50_000;

    @Test
    void shouldServeOthersWhileAGuestSendsHalfAMillionFuzzedFrames() {
        try (InProcessStack stack = InProcessStack.start();
                CudaDriver witness = stack.connect(CudaDriver.class)) {
            fuzz(20261121L, stack::connectLink, witness);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void shouldServeOthersWhileARouterSendsHalfAMillionFuzzedFrames() {
        try (InProcessStack stack = InProcessStack.start();
                CudaDriver witness = stack.connect(CudaDriver.class)) {
            fuzz(42L, stack::connectToServer, witness);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void fuzz(long seed, Supplier<Link> connect, CudaDriver witness) {
        witness.cuInit(0);
        witness.cuCtxCreate(0, 0);
        Random random = new Random(seed);
        Map<Cause, Integer> ends = new EnumMap<>(Cause.class);
        int sessions = 0;
        int unframed = 0;
        for (int sent = 0; sent < FRAMES; sessions++) {
            try (Hostile hostile = new Hostile(connect.get(), random)) {
                int until = Math.min(FRAMES, sent + FRAMES_PER_SESSION);
                while (sent < until && hostile.isOpen()) {
                    unframed += hostile.sendSomething() ? 0 : 1;
                    sent++;
                    if (sent % WITNESSED_EVERY == 0) {
                        witness(witness, seed, sent);
                    }
                }
                LinkStatus end = hostile.end.get();
                if (end != null) {
                    ends.merge(end.cause(), 1, Integer::sum);
                    assertThat(end.message())
                            .as("seed %d", seed)
                            .isNotBlank()
                            .doesNotContain("Exception");
                }
            }
        }
        witness(witness, seed, FRAMES);
        System.getLogger(FrameFuzzTest.class.getName())
                .log(
                        System.Logger.Level.INFO,
                        "seed "
                                + seed
                                + ": "
                                + sessions
                                + " sessions, ended by the other side "
                                + ends
                                + ", "
                                + unframed
                                + " frames refused before they were sent");
        assertThat(ends.getOrDefault(Cause.INTERNAL, 0)).as("defects, seed %d", seed).isZero();
        assertThat(ends.getOrDefault(Cause.PROTOCOL, 0))
                .as("sessions closed, seed %d", seed)
                .isPositive();
    }

    private static void witness(CudaDriver cuda, long seed, int sent) {
        long memory = cuda.cuMemAlloc(1000);
        cuda.cuMemsetD8(memory, sent & 0x7F, 1000);
        MemorySegment back = MemorySegment.ofArray(new byte[1000]);
        cuda.cuMemcpyDtoH(back, memory, 1000);
        assertThat(Conformance.array(back))
                .as("seed %d, frame %d", seed, sent)
                .containsOnly(sent & 0x7F);
        cuda.cuMemFree(memory);
    }

    /** A peer that opens a session properly and then sends arbitrary frames. */
    private static final class Hostile implements LinkHandler, AutoCloseable {
        private static final long[] NUMBERS = {
            0,
            1,
            2,
            3,
            4,
            100,
            512,
            4096,
            65_536,
            1L << 20,
            1L << 32,
            1L << 40,
            (1L << 40) + 512,
            (1L << 40) + 1,
            0x0100000000000100L,
            0x0200000000000100L,
            0x0300000000000101L,
            -1,
            Long.MAX_VALUE,
            Long.MIN_VALUE
        };

        private final Link link;
        private final Random random;
        private final FrameWriter writer = new FrameWriter();
        private final ArgsWriter args = new ArgsWriter();
        private final CountDownLatch answered = new CountDownLatch(1);
        final AtomicReference<LinkStatus> end = new AtomicReference<>();
        private volatile boolean writable = true;
        private long callId;

        Hostile(Link link, Random random) {
            this.link = link;
            this.random = random;
            link.start(this);
            byte[] open =
                    Control.newBuilder()
                            .setOpen(
                                    Open.newBuilder()
                                            .setProtocol(1)
                                            .setApi(CudaFunctions.API)
                                            .setApiDigest(CudaFunctions.DIGEST)
                                            .setVm("hostile")
                                            .setSession("fuzz" + random.nextLong())
                                            .addDeviceOrdinals(0))
                            .build()
                            .toByteArray();
            link.send(
                    writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0)
                            .args(open, open.length)
                            .end()
                            .finish(0));
            try {
                assertThat(answered.await(120, TimeUnit.SECONDS)).as("an answer to Open").isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            call(CudaFunctions.CU_INIT, RecordFlags.SYNC);
            args.reset().uint64(1, 0x0100000000000100L);
            record(RecordKinds.CALL, RecordFlags.SYNC, CudaFunctions.CU_CTX_CREATE);
            link.send(writer.finish(0));
        }

        boolean isOpen() {
            return end.get() == null;
        }

        /** Sends one frame; returns false when it is too broken to be sent. */
        boolean sendSomething() {
            while (!writable && isOpen() && !link.isWritable()) {
                assertThat(Thread.interrupted()).as("waits for room until it is told").isFalse();
                Thread.onSpinWait();
            }
            for (int records = 1 + random.nextInt(3); records > 0; records--) {
                randomRecord();
            }
            Frame frame = writer.finish(random.nextInt(200) == 0 ? 1 : 0);
            if (random.nextInt(50) != 0) {
                writable = link.isWritable();
                link.send(frame);
                return true;
            }
            return sendBroken(frame);
        }

        private boolean sendBroken(Frame frame) {
            byte[] bytes = new byte[frame.size()];
            frame.copyTo(MemorySegment.ofArray(bytes), 0);
            frame.release();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            int length = random.nextInt(4) == 0 ? random.nextInt(bytes.length + 1) : bytes.length;
            ByteBuf content = Unpooled.copiedBuffer(bytes, 0, length);
            try {
                link.send(Frame.wrap(content));
                return true;
            } catch (MalformedFrameException e) {
                return false;
            }
        }

        private void randomRecord() {
            args.reset();
            for (int field = 1; field <= 10; field++) {
                if (random.nextInt(4) != 0) {
                    args.uint64(field, NUMBERS[random.nextInt(NUMBERS.length)]);
                }
            }
            if (random.nextInt(20) == 0) {
                byte[] junk = new byte[random.nextInt(30)];
                random.nextBytes(junk);
                args.bytes(1 + random.nextInt(12), MemorySegment.ofArray(junk));
            }
            int kind = random.nextInt(300) == 0 ? random.nextInt(40) : RecordKinds.CALL;
            record(kind, random.nextInt(3) == 0 ? RecordFlags.SYNC : 0, random.nextInt(450));
        }

        private void call(int function, int flags) {
            args.reset();
            record(RecordKinds.CALL, flags, function);
        }

        private void record(int kind, int flags, int function) {
            writer.begin(kind, flags, function, ++callId, 1 + random.nextInt(2))
                    .args(args.array(), args.length());
            if (random.nextInt(6) == 0) {
                writer.payloadInline(
                        1 + random.nextInt(3),
                        MemorySegment.ofArray(new byte[random.nextInt(100)]),
                        0,
                        false);
            }
            if (random.nextInt(10) == 0) {
                writer.payloadWanted(1 + random.nextInt(3), NUMBERS[random.nextInt(9)]);
            }
            if (random.nextInt(30) == 0) {
                writer.payloadArena(2, NUMBERS[random.nextInt(8)], NUMBERS[random.nextInt(8)]);
            }
            writer.end();
        }

        @Override
        public void onFrame(Frame frame) {
            frame.release();
            answered.countDown();
        }

        @Override
        public void onWritable() {
            writable = true;
        }

        @Override
        public void onClosed(LinkStatus status) {
            end.set(status);
            answered.countDown();
        }

        @Override
        public void close() {
            link.close();
            writer.close();
        }
    }
}

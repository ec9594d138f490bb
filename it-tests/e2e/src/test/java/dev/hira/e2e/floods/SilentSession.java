package dev.hira.e2e.floods;

import dev.hira.api.cuda.CudaFunctions;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A session that asks for memory and sends payloads as fast as its link takes them, and reads no
 * answers.
 */
final class SilentSession implements LinkHandler, AutoCloseable {
    private static final long CONTEXT = 0x0100000000000100L;
    private static final int BYTES = 1 << 20;
    private static final long PATIENCE_SECONDS = 120;

    private final Link link;
    private final long memory;
    private final FrameWriter writer = new FrameWriter();
    private final ArgsWriter args = new ArgsWriter();
    private final MemorySegment payload = MemorySegment.ofArray(new byte[BYTES]);
    private final CountDownLatch opened = new CountDownLatch(1);
    private volatile boolean ended;
    private long lastCall;

    /**
     * Opens a session.
     *
     * @param memory the address that the session gives its memory
     */
    SilentSession(Link link, String name, long memory) throws InterruptedException {
        this.link = link;
        this.memory = memory;
        link.start(this);
        open(name);
        if (!opened.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(name + " got no answer");
        }
        link.setReadable(false);
        call(CudaFunctions.CU_INIT);
        args.reset().uint64(1, CONTEXT);
        call(CudaFunctions.CU_CTX_CREATE);
        args.reset().uint64(1, memory).uint64(2, BYTES);
        call(CudaFunctions.CU_MEM_ALLOC);
        link.send(writer.finish(0));
    }

    private void open(String name) {
        Open open =
                Open.newBuilder()
                        .setProtocol(1)
                        .setApi(CudaFunctions.API)
                        .setApiDigest(CudaFunctions.DIGEST)
                        .setVm("hostile")
                        .setSession(name)
                        .addDeviceOrdinals(0)
                        .build();
        byte[] control = Control.newBuilder().setOpen(open).build().toByteArray();
        link.send(
                writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0)
                        .args(control, control.length)
                        .end()
                        .finish(0));
    }

    private void call(int function) {
        writer.begin(RecordKinds.CALL, RecordFlags.SYNC, function, ++lastCall, 1)
                .args(args.array(), args.length())
                .end();
    }

    /** Sends calls while the link takes them; returns whether the session is still open. */
    boolean flood() {
        for (int i = 0; i < 100 && !ended && link.isWritable(); i++) {
            copy(CudaFunctions.CU_MEMCPY_DTO_H, 1, 2);
            writer.payloadWanted(1, BYTES).end();
            copy(CudaFunctions.CU_MEMCPY_HTO_D, 2, 1);
            writer.payloadInline(2, payload, BYTES, false).end();
            link.send(writer.finish(0));
        }
        return !ended;
    }

    private void copy(int function, int host, int device) {
        args.reset().uint64(device, memory).uint64(3, BYTES);
        writer.begin(RecordKinds.CALL, RecordFlags.SYNC, function, ++lastCall, host)
                .args(args.array(), args.length());
    }

    @Override
    public void onFrame(Frame frame) {
        frame.release();
        opened.countDown();
    }

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(LinkStatus status) {
        ended = true;
        opened.countDown();
    }

    @Override
    public void close() {
        link.close();
    }
}

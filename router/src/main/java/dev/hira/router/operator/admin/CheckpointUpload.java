package dev.hira.router.operator.admin;

import dev.hira.admin.v1.CheckpointProgress;
import dev.hira.admin.v1.RestoreVmRequest;
import dev.hira.router.operator.admin.message.AdminErrors;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiConsumer;

/**
 * An operator's upload of a checkpoint. The event loop queues messages, of which a few are asked
 * for at a time; the thread that restores takes them.
 */
final class CheckpointUpload implements StreamObserver<RestoreVmRequest> {
    private static final int AHEAD = 4;

    private final ServerCallStreamObserver<CheckpointProgress> call;
    private final BiConsumer<RestoreVmRequest, CheckpointUpload> begin;
    private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
    private boolean begun;

    /** A message, or the end. */
    private sealed interface Message {
        record Part(RestoreVmRequest request) implements Message {}

        record Complete() implements Message {}

        record Broken(String why) implements Message {}
    }

    /**
     * @param begin starts the restoring, with the first message
     */
    CheckpointUpload(
            ServerCallStreamObserver<CheckpointProgress> call,
            BiConsumer<RestoreVmRequest, CheckpointUpload> begin) {
        this.call = call;
        this.begin = begin;
        call.disableAutoRequest();
        call.request(AHEAD);
    }

    @Override
    public void onNext(RestoreVmRequest request) {
        messages.add(new Message.Part(request));
        if (!begun) {
            begun = true;
            try {
                begin.accept(request, this);
            } catch (StatusRuntimeException refusal) {
                call.onError(refusal);
            }
        }
    }

    @Override
    public void onError(Throwable problem) {
        messages.add(new Message.Broken("the upload broke off"));
    }

    @Override
    public void onCompleted() {
        messages.add(new Message.Complete());
        if (!begun) {
            call.onError(AdminErrors.invalid("vm", "the upload has no message"));
        }
    }

    /**
     * Writes the file as it comes; returns its bytes.
     *
     * @throws IOException when it cannot be written, or the upload breaks off
     */
    long writeTo(WritableByteChannel out) throws IOException, InterruptedException {
        long bytes = 0;
        Message next = messages.take();
        while (next instanceof Message.Part(RestoreVmRequest request)) {
            for (ByteBuffer part : request.getContent().asReadOnlyByteBufferList()) {
                bytes += part.remaining();
                while (part.hasRemaining()) {
                    out.write(part);
                }
            }
            call.request(1);
            next = messages.take();
        }
        if (next instanceof Message.Broken(String why)) {
            throw new IOException(why);
        }
        return bytes;
    }
}

package dev.hira.cli.client;

import com.google.protobuf.UnsafeByteOperations;
import dev.hira.admin.v1.CheckpointProgress;
import dev.hira.admin.v1.RestoreVmRequest;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.BlockingClientCall;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/** Sends a checkpoint to a router, no faster than the router takes it. */
public final class CheckpointSender {
    private static final int CHUNK_BYTES = 256 << 10;

    private CheckpointSender() {}

    /**
     * Restores a VM.
     *
     * @param first the request without content
     * @param report receives the router's reports
     * @throws StatusRuntimeException when the router refuses
     * @throws IOException when the file cannot be read
     */
    public static void send(
            AdminClient admin,
            RestoreVmRequest first,
            InputStream file,
            Consumer<CheckpointProgress> report)
            throws IOException {
        BlockingClientCall<RestoreVmRequest, CheckpointProgress> call = admin.restore();
        try {
            boolean taken = call.write(first);
            byte[] chunk = file.readNBytes(CHUNK_BYTES);
            while (taken && chunk.length > 0) {
                taken =
                        call.write(
                                RestoreVmRequest.newBuilder()
                                        .setContent(UnsafeByteOperations.unsafeWrap(chunk))
                                        .build());
                chunk = file.readNBytes(CHUNK_BYTES);
            }
            if (taken) {
                call.halfClose();
            }
            for (CheckpointProgress next = call.read(); next != null; next = call.read()) {
                report.accept(next);
            }
        } catch (StatusException e) {
            throw e.getStatus().asRuntimeException(e.getTrailers());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Status.CANCELLED.withDescription("interrupted").asRuntimeException();
        } finally {
            call.cancel("the command ends", null);
        }
    }
}

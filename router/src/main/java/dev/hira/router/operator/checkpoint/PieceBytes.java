package dev.hira.router.operator.checkpoint;

import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Passes messages on as bytes: the router does not look into states. */
final class PieceBytes implements Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] message) {
        return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream stream) {
        try {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw Status.INTERNAL
                    .withDescription("a piece of a state cannot be read: " + e.getMessage())
                    .withCause(e)
                    .asRuntimeException();
        }
    }
}

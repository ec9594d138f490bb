package dev.hira.server.move;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnsafeByteOperations;
import dev.hira.wire.v1.StatePiece;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads pieces whose memory is a part of the received bytes; gRPC's own marshaller copies it once
 * more.
 */
final class PieceMarshaller implements Marshaller<StatePiece> {
    @Override
    public InputStream stream(StatePiece piece) {
        return piece.toByteString().newInput();
    }

    @Override
    public StatePiece parse(InputStream stream) {
        try {
            CodedInputStream in = UnsafeByteOperations.unsafeWrap(bytes(stream)).newCodedInput();
            in.enableAliasing(true);
            return StatePiece.parseFrom(in);
        } catch (IOException e) {
            throw Status.INTERNAL
                    .withDescription("a piece of a state cannot be read: " + e.getMessage())
                    .withCause(e)
                    .asRuntimeException();
        }
    }

    /** Returns all bytes; of known length unless they were compressed. */
    private static byte[] bytes(InputStream stream) throws IOException {
        if (!(stream instanceof KnownLength)) {
            return stream.readAllBytes();
        }
        byte[] bytes = new byte[stream.available()];
        stream.readNBytes(bytes, 0, bytes.length);
        return bytes;
    }
}

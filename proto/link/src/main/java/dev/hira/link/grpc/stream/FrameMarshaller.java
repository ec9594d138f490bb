package dev.hira.link.grpc.stream;

import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.MalformedFrameException;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * Reads frames from {@code WireFrame} messages without creating protobuf objects. Never throws on
 * received data: a message that is not a frame becomes a {@link WireMessage.Defect}. {@link
 * StreamWriter} writes frames; this class does not.
 */
final class FrameMarshaller implements MethodDescriptor.Marshaller<WireMessage> {
    private final GrpcLimits limits;

    FrameMarshaller(GrpcLimits limits) {
        this.limits = limits;
    }

    @Override
    public InputStream stream(WireMessage message) {
        throw new UnsupportedOperationException("links write their frames themselves");
    }

    @Override
    public WireMessage parse(InputStream stream) {
        try {
            return new WireMessage.Content(new InboundMessage(stream, limits).frame());
        } catch (MalformedFrameException e) {
            return defect(
                    LinkStatus.Cause.PROTOCOL, Objects.requireNonNullElse(e.getMessage(), ""));
        } catch (LimitException e) {
            return defect(
                    LinkStatus.Cause.EXHAUSTED, Objects.requireNonNullElse(e.getMessage(), ""));
        } catch (IOException e) {
            return defect(LinkStatus.Cause.PROTOCOL, "a message could not be read: " + e);
        }
    }

    private static WireMessage defect(LinkStatus.Cause cause, String message) {
        return new WireMessage.Defect(new LinkStatus(cause, message));
    }
}

package dev.hira.router.operator.admin;

import com.google.protobuf.MessageLite;
import dev.hira.link.grpc.PeerCall;
import io.grpc.BindableService;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;

/**
 * Notes which bytes of an operator's stream were read. Without that, a stream may only send as much
 * as one message.
 */
public final class UploadMeter implements ServerInterceptor {
    private UploadMeter() {}

    /** Returns the same service with notes of what its calls have read. */
    public static BindableService of(BindableService service) {
        return () -> ServerInterceptors.intercept(service, new UploadMeter());
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        PeerCall peer = PeerCall.starting();
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            @Override
            public void onMessage(Q message) {
                if (message instanceof MessageLite read) {
                    peer.read(read.getSerializedSize());
                }
                super.onMessage(message);
            }
        };
    }
}

package dev.hira.router.operator.stream;

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
 * Lets operators upload: a call that sends a stream is from a known peer, so the connection's flow
 * control bounds what waits to be read, and not the size of one message, which is less. Notes what
 * each call has read.
 */
public final class UploadMeter implements ServerInterceptor {
    private UploadMeter() {}

    /** Returns the same service with calls that may upload. */
    public static BindableService of(BindableService service) {
        return () -> ServerInterceptors.intercept(service, new UploadMeter());
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        PeerCall peer = PeerCall.starting();
        if (!call.getMethodDescriptor().getType().clientSendsOneMessage()) {
            peer.trust();
        }
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            @Override
            public void onMessage(Q message) {
                if (message instanceof MessageLite read) {
                    peer.read(read.getSerializedSize());
                }
                super.onMessage(message);
            }

            @Override
            public void onComplete() {
                peer.ended();
                super.onComplete();
            }

            @Override
            public void onCancel() {
                peer.ended();
                super.onCancel();
            }
        };
    }
}

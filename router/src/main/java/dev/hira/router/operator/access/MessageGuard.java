package dev.hira.router.operator.access;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.link.grpc.net.LogThrottle;
import io.grpc.BindableService;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Refuses messages of operators that do not decode, with a sentence and a line in the log. Without
 * it gRPC would end such a call as a defect of the service.
 */
public final class MessageGuard implements ServerInterceptor {
    private final LogThrottle log;

    private MessageGuard(LogThrottle log) {
        this.log = log;
    }

    /**
     * Returns a service that decodes its messages under guard.
     *
     * @param log receives a line for each refused message
     */
    public static BindableService guard(BindableService service, LogThrottle log) {
        return () ->
                ServerInterceptors.intercept(
                        ServerInterceptors.useInputStreamMessages(service.bindService()),
                        new MessageGuard(log));
    }

    @Override
    public <A, B> ServerCall.Listener<A> interceptCall(
            ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
        AtomicBoolean closed = new AtomicBoolean();
        ServerCall<A, B> watched =
                new SimpleForwardingServerCall<>(call) {
                    @Override
                    public void close(Status status, Metadata trailers) {
                        closed.set(true);
                        super.close(status, trailers);
                    }
                };
        return new SimpleForwardingServerCallListener<>(next.startCall(watched, headers)) {
            private boolean refused;

            @Override
            public void onMessage(A message) {
                try {
                    super.onMessage(message);
                } catch (StatusRuntimeException e) {
                    if (!(e.getCause() instanceof InvalidProtocolBufferException)) {
                        throw e;
                    }
                    refuse(e.getCause());
                }
            }

            private void refuse(Throwable cause) {
                refused = true;
                if (closed.get()) {
                    return;
                }
                String name = String.valueOf(call.getMethodDescriptor().getBareMethodName());
                String problem = "the message to " + name + " does not decode: " + text(cause);
                log.warn("an operator's call was refused: " + problem);
                watched.close(Status.INVALID_ARGUMENT.withDescription(problem), new Metadata());
            }

            @Override
            public void onHalfClose() {
                if (!refused) {
                    super.onHalfClose();
                }
            }
        };
    }

    private static String text(Throwable cause) {
        return String.valueOf(cause.getMessage()).replace('\n', ' ');
    }
}

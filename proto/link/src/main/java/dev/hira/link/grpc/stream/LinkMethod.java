package dev.hira.link.grpc.stream;

import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.wire.v1.SessionServiceGrpc;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;

/**
 * The method {@code SessionService.Connect} with {@link FrameMarshaller} in place of protobuf's
 * marshaller.
 */
public final class LinkMethod {
    private LinkMethod() {}

    /**
     * The method descriptor of callers and servers. Built by hand, so that a guest needs no
     * protobuf.
     */
    public static MethodDescriptor<WireMessage, WireMessage> descriptor(GrpcLimits limits) {
        FrameMarshaller marshaller = new FrameMarshaller(limits);
        return MethodDescriptor.newBuilder(marshaller, marshaller)
                .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                .setFullMethodName(
                        MethodDescriptor.generateFullMethodName(
                                SessionServiceGrpc.SERVICE_NAME, "Connect"))
                .setSampledToLocalTracing(true)
                .build();
    }

    public static ServerServiceDefinition service(
            GrpcLimits limits, ServerCallHandler<WireMessage, WireMessage> handler) {
        MethodDescriptor<WireMessage, WireMessage> method = descriptor(limits);
        ServiceDescriptor service =
                ServiceDescriptor.newBuilder(SessionServiceGrpc.SERVICE_NAME)
                        .setSchemaDescriptor(
                                SessionServiceGrpc.getServiceDescriptor().getSchemaDescriptor())
                        .addMethod(method)
                        .build();
        return ServerServiceDefinition.builder(service).addMethod(method, handler).build();
    }
}

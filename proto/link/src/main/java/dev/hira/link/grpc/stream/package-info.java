/**
 * The messages of a gRPC link: encodes and decodes frames without copying payloads. {@link
 * dev.hira.link.grpc.stream.GrpcLink} is the entry type; {@link
 * dev.hira.link.grpc.stream.StreamWriter} bypasses gRPC's framer.
 *
 * <p>Reading order: GrpcLink, StreamPort, StreamWriter with OutboundMessage for the way out;
 * InboundStream, WireMessage and FrameMarshaller for the way in; ReceiveBudget.
 */
@NullMarked
package dev.hira.link.grpc.stream;

import org.jspecify.annotations.NullMarked;

/**
 * The messages of a gRPC link: encodes and decodes frames without copying payloads. {@link
 * dev.hira.link.grpc.stream.GrpcLink} is the entry type; {@link
 * dev.hira.link.grpc.stream.StreamWriter} bypasses gRPC's framer.
 */
@NullMarked
package dev.hira.link.grpc.stream;

import org.jspecify.annotations.NullMarked;

/**
 * The messages of a gRPC link: how frames become messages and back, without copies of payloads.
 * {@link dev.hira.link.grpc.stream.GrpcLink} is the entry type; {@link
 * dev.hira.link.grpc.stream.StreamWriter} writes past gRPC's framer.
 */
@NullMarked
package dev.hira.link.grpc.stream;

import org.jspecify.annotations.NullMarked;

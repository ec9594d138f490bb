/**
 * Links over gRPC: one bidirectional stream of {@code SessionService.Connect} on a connection of
 * its own, over TCP or a Unix socket. Frames go through gRPC without being copied more often than
 * it does itself; handlers run on the event loop that received; a paused link pauses its sender by
 * HTTP/2's flow control; pings notice a vanished peer.
 *
 * <p>Entry types: {@link dev.hira.link.grpc.GrpcLinkServer} and {@link
 * dev.hira.link.grpc.GrpcLinkClient}, with the {@link dev.hira.link.grpc.net.EventLoops} that both
 * can share. Threads: everything of a link happens on its event loop, but for {@code send}, {@code
 * isWritable} and {@code close}, which hold the link's lock for as long as gRPC takes the frame.
 */
@NullMarked
package dev.hira.link.grpc;

import org.jspecify.annotations.NullMarked;

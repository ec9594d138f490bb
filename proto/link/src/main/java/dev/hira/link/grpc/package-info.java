/**
 * Links over gRPC: one bidirectional stream of {@code SessionService.Connect} on its own
 * connection, over TCP or a Unix socket. Payloads are not copied more often than gRPC itself does;
 * handlers run on the event loop that received; a paused link pauses its sender by HTTP/2's flow
 * control; pings detect a vanished peer.
 *
 * <p>Entry types: {@link dev.hira.link.grpc.GrpcLinkServer} and {@link
 * dev.hira.link.grpc.GrpcLinkClient}, with the {@link dev.hira.link.grpc.net.EventLoops} that both
 * can share; {@link dev.hira.link.grpc.LinkWarmUp} runs their code once after a process has
 * started. Threads: a link runs on its event loop, except {@code send}, {@code isWritable} and
 * {@code close}, which any thread may call and which hold the link's lock while gRPC takes the
 * frame.
 *
 * <p>Reading order: GrpcLinkServer, Listener, AcceptedLinks, ServerPort for the accepting end;
 * GrpcLinkClient, KeptConnections, ClientPort for the other; then the package {@code stream}.
 */
@NullMarked
package dev.hira.link.grpc;

import org.jspecify.annotations.NullMarked;

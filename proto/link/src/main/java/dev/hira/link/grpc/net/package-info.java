/**
 * Sockets below gRPC: endpoints and their URIs, event loops, limits on peers, and the watch over
 * silent connections. Entry types: {@link dev.hira.link.grpc.net.Endpoint}, {@link
 * dev.hira.link.grpc.net.EventLoops}.
 *
 * <p>Reading order: Endpoint, Transport, EventLoops; PeerLimits with PeerInfo; LivenessHandler;
 * UnsentLimit.
 */
@NullMarked
package dev.hira.link.grpc.net;

import org.jspecify.annotations.NullMarked;

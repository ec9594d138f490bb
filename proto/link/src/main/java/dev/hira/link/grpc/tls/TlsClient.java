package dev.hira.link.grpc.tls;

import dev.hira.base.tls.PeerRole;

/**
 * How a client speaks TLS.
 *
 * @param expected the role of the servers that it connects to
 */
public record TlsClient(TlsIdentity identity, PeerRole expected) {}

package dev.hira.router.handshake;

import dev.hira.link.Link;
import dev.hira.link.grpc.net.PeerIdentity;
import java.util.Optional;

/**
 * A guest that has just connected.
 *
 * @param link its link, not started yet
 * @param vm the VM of all guests of this listener, if it is reserved for one
 * @param identity what its connection proves
 * @param token the secret that came with the connection; empty when none did
 * @param listener the address that it connected to
 * @param peer its own address, for people
 * @param dialer connects to servers on the thread that serves the guest's link
 */
public record Arrival(
        Link link,
        Optional<String> vm,
        PeerIdentity identity,
        String token,
        String listener,
        String peer,
        ServerDialer dialer) {}

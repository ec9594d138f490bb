package dev.hira.router.session;

import dev.hira.link.Link;
import java.util.Optional;

/**
 * A guest that has just connected.
 *
 * @param link its link, not started yet
 * @param vm the VM that everyone who comes to this listener belongs to
 * @param token the secret that came with the connection; empty when none did
 * @param listener the address that it came to
 * @param peer where it came from, for people
 * @param dialer connects to servers on the thread that serves the guest's link
 */
public record Arrival(
        Link link,
        Optional<String> vm,
        String token,
        String listener,
        String peer,
        ServerDialer dialer) {}

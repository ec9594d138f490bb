package dev.hira.router.config;

import java.net.URI;
import java.util.Optional;

/**
 * An address for guests.
 *
 * @param vm the VM of all guests that connect here, because only it can reach this address
 */
public record ListenerConfig(URI uri, Optional<String> vm) {}

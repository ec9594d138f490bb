package dev.hira.router.config;

import java.net.URI;
import java.util.Optional;

/**
 * Where guests reach the router.
 *
 * @param vm the VM that everyone who comes here belongs to, because only it can reach this address
 */
public record ListenerConfig(URI uri, Optional<String> vm) {}

package dev.hira.router.config;

import java.net.URI;

/** An API server that the router may place sessions on. */
public record ServerConfig(String name, URI uri) {}

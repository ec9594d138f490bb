package dev.hira.router.config;

import java.net.URI;

/**
 * An API server on which the router may place sessions.
 *
 * @param name its URI if the configuration gives it no name; the server then uses its own name
 */
public record ServerAddress(String name, URI uri) {
    /** Whether the configuration gives it a name. */
    public boolean isNamed() {
        return !name.equals(uri.toString());
    }
}

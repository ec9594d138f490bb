package dev.hira.router.config;

import java.net.URI;

/**
 * An API server that the router may place sessions on.
 *
 * @param name its URI when the configuration gives it no name; it goes by its own name then
 */
public record ServerAddress(String name, URI uri) {
    /** Whether the configuration gives it a name. */
    public boolean isNamed() {
        return !name.equals(uri.toString());
    }
}

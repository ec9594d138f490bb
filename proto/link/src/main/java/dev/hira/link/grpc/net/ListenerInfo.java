package dev.hira.link.grpc.net;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A place where a server listens.
 *
 * @param uri as it was bound: a port 0 has become the port that the system chose
 * @param label what it was given as a name
 */
public record ListenerInfo(URI uri, @Nullable String label) {}

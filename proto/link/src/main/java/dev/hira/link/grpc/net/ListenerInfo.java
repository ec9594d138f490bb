package dev.hira.link.grpc.net;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A place where a server listens.
 *
 * @param uri the bound address: port 0 is replaced by the port that the system chose
 * @param label the listener's name
 */
public record ListenerInfo(URI uri, @Nullable String label) {}

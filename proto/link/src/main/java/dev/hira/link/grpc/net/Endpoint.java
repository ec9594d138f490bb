package dev.hira.link.grpc.net;

import java.net.URI;
import java.nio.file.Path;

/** A place to listen at or to connect to, parsed from a URI. */
public sealed interface Endpoint {
    /** {@code hira://host:port}, or {@code hira+tls://host:port}. */
    record Tcp(String host, int port, boolean tls) implements Endpoint {}

    /** {@code hira+unix:///path/of/socket}. */
    record Unix(Path path) implements Endpoint {}

    /**
     * Parses a URI.
     *
     * @throws IllegalArgumentException when the URI is not that of a link; the text says what to
     *     write
     */
    static Endpoint parse(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme();
        return switch (scheme) {
            case "hira" -> tcp(uri, false);
            case "hira+tls" -> tcp(uri, true);
            case "hira+unix" -> unix(uri);
            default -> throw refused(uri, "has the scheme '" + scheme + "'");
        };
    }

    private static Endpoint tcp(URI uri, boolean tls) {
        if (uri.getHost() == null || uri.getPort() < 0) {
            throw refused(uri, "lacks a host or a port");
        }
        String host = uri.getHost();
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        return new Tcp(bracketed ? host.substring(1, host.length() - 1) : host, uri.getPort(), tls);
    }

    private static Endpoint unix(URI uri) {
        String path = uri.getPath();
        if (path == null || !path.startsWith("/") || uri.getRawAuthority() != null) {
            throw refused(uri, "lacks an absolute path after three slashes");
        }
        return new Unix(Path.of(path));
    }

    private static IllegalArgumentException refused(URI uri, String why) {
        return new IllegalArgumentException(
                "'"
                        + uri
                        + "' "
                        + why
                        + "; use hira+tls://host:port, hira://host:port or hira+unix:///path");
    }
}

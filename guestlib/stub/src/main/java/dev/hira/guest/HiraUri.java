package dev.hira.guest;

import dev.hira.guest.call.StubSettings;
import dev.hira.guest.session.OpenWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A parsed URI of a router.
 *
 * @param endpoint the URI without parameters, which the link connects to
 * @param others further routers to which the session may go
 * @param request the client's identity and wishes
 * @param settings how the session works
 * @param identity the folder with the guest's certificate, for {@code hira+tls}
 */
record HiraUri(
        URI endpoint,
        List<URI> others,
        OpenWriter request,
        StubSettings settings,
        Optional<Path> identity) {
    private static final String PARAMETERS =
            "vm, token, tls, also, task, rank, devices, strict, memory, rings, batch-bytes, batch-records, flush-micros,"
                    + " lanes, split-bytes, framed-split-bytes, pinned-split-bytes, timeout-millis";

    /** Parses a text as a URI; a scheme alone, as in {@code sim:}, is allowed. */
    static URI parse(String text) {
        if (text == null) {
            throw none();
        }
        String whole = text.strip();
        try {
            return new URI(whole.endsWith(":") ? whole + "?" : whole);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a URI: " + e.getMessage() + "; " + examples(), e);
        }
    }

    /** Returns the text of a URI, without the empty query that {@link #parse} adds. */
    static String written(URI uri) {
        return uri.toString().replaceFirst(":\\?$", ":");
    }

    private static IllegalArgumentException none() {
        return new IllegalArgumentException(
                "the URI of the GPU is null; pass a URI, or none at all and set the environment"
                        + " variable HIRA_URI; "
                        + examples());
    }

    /** Returns whether the scheme is one of a router. */
    static boolean isRemote(URI uri) {
        if (uri == null) {
            throw none();
        }
        return switch (uri.getScheme()) {
            case "hira", "hira+unix", "hira+tls" -> true;
            case null, default -> false;
        };
    }

    /**
     * Parses the URI of a router.
     *
     * @param environment the source of {@code HIRA_VM}, {@code HIRA_TOKEN}, {@code HIRA_TLS},
     *     {@code HIRA_TASK} and {@code HIRA_STRICT} for values missing in the URI
     */
    static HiraUri of(URI uri, UnaryOperator<@Nullable String> environment) {
        requireRouter(uri);
        Parameters parameters = new Parameters(uri, query(uri));
        OpenWriter request =
                new OpenWriter(
                        parameters.text("vm", or(environment.apply("HIRA_VM"), "")),
                        parameters.text("token", or(environment.apply("HIRA_TOKEN"), "")),
                        OpenWriter.processName(),
                        parameters.number("devices", 0, 0, 1024),
                        parameters.onOff("memory", true),
                        parameters.onOff("rings", true),
                        Duration.ofMillis(
                                parameters.number("timeout-millis", 10_000, 1, 3_600_000)),
                        parameters.text("task", or(environment.apply("HIRA_TASK"), "")),
                        parameters.number("rank", 0, 0, Integer.MAX_VALUE));
        StubSettings settings = settings(parameters, isOn(environment.apply("HIRA_STRICT")));
        Optional<Path> identity = identity(uri, parameters, environment);
        List<URI> others = others(uri, parameters.text("also", ""));
        parameters.requireNothingLeft();
        return new HiraUri(endpoint(uri), others, request, settings, identity);
    }

    private static void requireRouter(URI uri) {
        switch (uri.getScheme()) {
            case "hira", "hira+tls" -> requireHostAndPort(uri);
            case "hira+unix" -> requirePath(uri);
            case null, default ->
                    throw new IllegalArgumentException(
                            written(uri) + " names no router; " + examples());
        }
    }

    /** Parses the addresses of further routers. */
    private static List<URI> others(URI uri, String also) {
        List<URI> others = new ArrayList<>();
        for (String each : also.isEmpty() ? new String[0] : also.split(",")) {
            URI other = parse(each.replace(' ', '+')); // a plus sign stands for a space in a query
            requireRouter(other);
            if (!Objects.equals(other.getScheme(), uri.getScheme())) {
                throw new IllegalArgumentException(
                        uri
                                + ": also names "
                                + other
                                + "; all addresses of a session begin with the same scheme");
            }
            others.add(endpoint(other));
        }
        return List.copyOf(others);
    }

    private static Optional<Path> identity(
            URI uri, Parameters parameters, UnaryOperator<@Nullable String> environment) {
        if (!"hira+tls".equals(uri.getScheme())) {
            return Optional.empty();
        }
        String folder = parameters.text("tls", or(environment.apply("HIRA_TLS"), ""));
        if (folder.isEmpty()) {
            throw new IllegalArgumentException(
                    uri
                            + " needs the guest's certificate; name its folder in HIRA_TLS, or in the"
                            + " URI with tls=FOLDER");
        }
        return Optional.of(Path.of(folder));
    }

    private static StubSettings settings(Parameters parameters, boolean strict) {
        StubSettings base = StubSettings.DEFAULT;
        int split = parameters.number("split-bytes", base.splitBytes(), 4096, 1 << 30);
        int framed = Math.min(split, base.framedSplitBytes());
        return base.withStrict(parameters.onOff("strict", strict))
                .withBatch(
                        parameters.number("batch-bytes", base.batchBytes(), 1, 16 << 20),
                        parameters.number("batch-records", base.batchRecords(), 1, 65_535))
                .withFlushDelay(
                        Duration.ofNanos(
                                1000L * parameters.number("flush-micros", 500, 1, 10_000_000)))
                .withLanes(parameters.number("lanes", base.lanes(), 1, 65_535))
                .withSplit(split, base.partsInFlight())
                .withFramedSplit(parameters.number("framed-split-bytes", framed, 4096, 1 << 30))
                .withPinnedSplit(
                        parameters.number(
                                "pinned-split-bytes", base.pinnedSplitBytes(), 4096, 1 << 30));
    }

    /**
     * Returns the URI without parameters, as the user wrote it: the constructors of URI drop the
     * empty authority of {@code hira+unix:///path}.
     */
    private static URI endpoint(URI uri) {
        return URI.create(uri.toString().replaceFirst("[?#].*$", ""));
    }

    private static void requireHostAndPort(URI uri) {
        if (uri.getHost() == null || uri.getPort() < 1) {
            throw new IllegalArgumentException(
                    written(uri) + " lacks a host or a port; " + examples());
        }
        if (uri.getPort() > 65_535) {
            throw new IllegalArgumentException(
                    uri + " has the port " + uri.getPort() + "; ports are 1 to 65535");
        }
        if (!uri.getPath().isEmpty() && !uri.getPath().equals("/")) {
            throw new IllegalArgumentException(
                    uri
                            + " has the path "
                            + uri.getPath()
                            + ", which means nothing over TCP; "
                            + examples());
        }
    }

    private static void requirePath(URI uri) {
        if (uri.getPath() == null || uri.getPath().length() < 2 || uri.getAuthority() != null) {
            throw new IllegalArgumentException(
                    written(uri) + " needs three slashes and the path of a socket; " + examples());
        }
    }

    private static Map<String, String> query(URI uri) {
        Map<String, String> found = new TreeMap<>();
        String query = uri.getRawQuery();
        if (query == null || query.isEmpty()) {
            return found;
        }
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        uri + ": \"" + pair + "\" is not a parameter; write name=value");
            }
            String name = decode(pair.substring(0, equals));
            if (equals == pair.length() - 1) {
                throw new IllegalArgumentException(
                        uri
                                + ": the parameter "
                                + name
                                + " is empty; give it a value, or leave it out");
            }
            if (found.put(name, decode(pair.substring(equals + 1))) != null) {
                throw new IllegalArgumentException(uri + " has the parameter " + name + " twice");
            }
        }
        return found;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static String or(@Nullable String value, String otherwise) {
        return value == null || value.isEmpty() ? otherwise : value;
    }

    private static boolean isOn(@Nullable String value) {
        return value != null && (value.equals("1") || value.equals("on") || value.equals("true"));
    }

    static String examples() {
        return "write hira+tls://host:port, hira://host:port, hira+unix:///run/hira.sock or sim:, for example"
                + " hira+unix:///run/hira.sock?vm=blue";
    }

    /** The parameters of a URI, removed one by one, so that unknown ones remain. */
    private record Parameters(URI uri, Map<String, String> left) {
        String text(String name, String otherwise) {
            String value = left.remove(name);
            return value == null ? otherwise : value;
        }

        boolean onOff(String name, boolean otherwise) {
            String value = left.remove(name);
            return switch (value) {
                case null -> otherwise;
                case "on", "1", "true" -> true;
                case "off", "0", "false" -> false;
                default -> throw invalid(name, value, "on or off");
            };
        }

        int number(String name, int otherwise, int least, int most) {
            String value = left.remove(name);
            if (value == null) {
                return otherwise;
            }
            String allowed = "a whole number from " + least + " to " + most;
            try {
                int number = Integer.parseInt(value);
                if (number >= least && number <= most) {
                    return number;
                }
                throw invalid(name, value, allowed);
            } catch (NumberFormatException e) {
                throw invalid(name, value, allowed);
            }
        }

        void requireNothingLeft() {
            if (!left.isEmpty()) {
                throw new IllegalArgumentException(
                        uri
                                + " has the unknown parameter "
                                + left.keySet().iterator().next()
                                + "; known are "
                                + PARAMETERS);
            }
        }

        private IllegalArgumentException invalid(String name, String value, String allowed) {
            return new IllegalArgumentException(
                    uri + ": " + name + " is \"" + value + "\"; it must be " + allowed);
        }
    }
}

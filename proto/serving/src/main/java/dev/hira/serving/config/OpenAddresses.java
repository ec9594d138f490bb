package dev.hira.serving.config;

import java.net.URI;
import java.util.Collection;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Refuses addresses that a network reaches and that ask no peer for a proof of its identity. */
public final class OpenAddresses {
    private static final Logger LOG = LoggerFactory.getLogger(OpenAddresses.class);
    private static final String ALLOWED = "allow-unauthenticated-network";
    private static final Set<String> PLAIN = Set.of("hira", "http");
    private static final String PROOF = "hira+tls (docs/tls.md), an address of this machine";
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");

    private OpenAddresses() {}

    /**
     * Checks addresses of the process.
     *
     * @param key the setting that names them
     * @throws com.typesafe.config.ConfigException when one is open to a network, unless the setting
     *     {@code allow-unauthenticated-network} says so
     */
    public static void check(Settings at, String key, Collection<URI> uris) {
        check(at, key, uris, PROOF);
    }

    /**
     * The same with another advice.
     *
     * @param advice what an operator can do, besides allowing it
     */
    public static void check(Settings at, String key, Collection<URI> uris, String advice) {
        for (URI uri : uris) {
            String host = uri.getHost();
            if (!PLAIN.contains(String.valueOf(uri.getScheme()))
                    || host == null
                    || LOOPBACK.matcher(host).matches()) {
                continue;
            }
            if (!at.flag(ALLOWED)) {
                throw at.bad(
                        key,
                        "'"
                                + uri
                                + "' would take every peer of the network without proof of its"
                                + " identity; use "
                                + advice
                                + ", or "
                                + ALLOWED
                                + " = true");
            }
            LOG.warn(
                    "{} takes EVERY peer of the network without proof of its identity, because {} is"
                            + " set",
                    uri,
                    ALLOWED);
        }
    }

    /** Returns whether peers without proof of their identity may do everything. */
    public static boolean allowed(Settings at) {
        return at.flag(ALLOWED);
    }
}

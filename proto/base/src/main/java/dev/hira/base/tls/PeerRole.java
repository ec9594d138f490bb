package dev.hira.base.tls;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The role that a certificate gives its holder. A certificate states it in the URI {@code
 * hira://ROLE/NAME} among its alternative names.
 */
public enum PeerRole {
    /** A guest program; the name is its VM. */
    VM,
    ROUTER,
    SERVER,
    /** An operator that only looks. */
    VIEWER,
    /** An operator that also pauses, moves and drains. */
    OPERATOR,
    /** An operator that also changes policies. */
    ADMIN;

    private static final String SCHEME = "hira";
    private static final int MOST_CHARS = 255;

    /** Returns the role's name as certificates and commands spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the holder of a certificate for people, for example {@code VM 'blue'}. */
    public String holder(String name) {
        return (this == VM ? "VM" : word()) + " '" + name + "'";
    }

    /** Returns the URI that stands in certificates. */
    public URI uri(String name) {
        return URI.create(SCHEME + "://" + word() + "/" + name);
    }

    /** Returns the role with this name. */
    public static Optional<PeerRole> named(String word) {
        return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
    }

    /** Returns the names of all roles, for people. */
    public static String words() {
        return Arrays.stream(values()).map(PeerRole::word).collect(Collectors.joining(", "));
    }

    /** Returns the role and the name in a URI; empty when the URI is of another kind. */
    public static Optional<Named> parse(String uri) {
        try {
            URI parsed = new URI(uri);
            String path = parsed.getPath();
            if (!SCHEME.equals(parsed.getScheme())
                    || parsed.getRawAuthority() == null
                    || path == null
                    || path.length() < 2
                    || path.indexOf('/', 1) > 0
                    || parsed.getRawQuery() != null
                    || parsed.getRawFragment() != null
                    || !isName(path.substring(1))) {
                return Optional.empty();
            }
            return named(parsed.getRawAuthority()).map(role -> new Named(role, path.substring(1)));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** Names stand in logs and tables: what breaks lines there is none. */
    private static boolean isName(String name) {
        return name.length() <= MOST_CHARS && name.codePoints().allMatch(PeerRole::isPrinted);
    }

    private static boolean isPrinted(int c) {
        return !Character.isISOControl(c)
                && Character.getType(c) != Character.LINE_SEPARATOR
                && Character.getType(c) != Character.PARAGRAPH_SEPARATOR
                && Character.getType(c) != Character.FORMAT;
    }

    /** A role with the name of its holder. */
    public record Named(PeerRole role, String name) {}
}

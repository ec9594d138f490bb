package dev.hira.base.tls;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A guest's token as it is kept: its hash, from which the token cannot be told. Tokens are random
 * and long, so a fast hash is enough. A line of a file of tokens is {@code VM sha256:HEX UNTIL}.
 *
 * @param until the time from which the token proves nothing
 */
public record HashedToken(String vm, String hash, Instant until) {
    /** The beginning of a hash, which tells it from a token. */
    public static final String PREFIX = "sha256:";

    private static final int HEX_DIGITS = 64;
    private static final int PARTS = 3;

    /** Returns the hash of a token. */
    public static String hash(String token) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] hash = digest.digest(token.getBytes(StandardCharsets.UTF_8));
            return PREFIX + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns whether a text has the form of a hash. */
    public static boolean isHash(String text) {
        return text.matches(PREFIX + "[0-9a-f]{" + HEX_DIGITS + "}");
    }

    /** Reads a line; empty when it has another form. */
    public static Optional<HashedToken> parse(String line) {
        String[] parts = line.strip().split(" +");
        if (parts.length != PARTS || !isHash(parts[1])) {
            return Optional.empty();
        }
        try {
            return Optional.of(new HashedToken(parts[0], parts[1], Instant.parse(parts[2])));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Returns the line of a file. */
    public String line() {
        return vm + " " + hash + " " + until;
    }

    /** Returns whether a token is this one; takes the same time for each wrong one. */
    public boolean isHashOf(String token) {
        return MessageDigest.isEqual(
                hash.getBytes(StandardCharsets.US_ASCII),
                hash(token).getBytes(StandardCharsets.US_ASCII));
    }
}

package dev.hira.link.resume;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.random.RandomGenerator;

/**
 * The proof that a session is a peer's own: random bytes that only the two ends of a link know. An
 * end that only checks the proof need not keep the bytes, but their digest.
 */
public final class ResumeSecret {
    private static final int BYTES = 32;

    private final byte[] secret;
    private final byte[] digest;

    /**
     * Creates a new secret.
     *
     * @param random must not be guessable
     */
    public ResumeSecret(RandomGenerator random) {
        secret = new byte[BYTES];
        random.nextBytes(secret);
        digest = digestOf(secret);
    }

    private ResumeSecret(byte[] digest) {
        this.secret = new byte[0];
        this.digest = digest;
    }

    /** Returns a secret of which only the digest is known. */
    public static ResumeSecret ofDigest(byte[] digest) {
        return new ResumeSecret(digest.clone());
    }

    /** Returns the bytes for the peer; none if they are not known. */
    public byte[] bytes() {
        return secret.clone();
    }

    /** Returns the digest, from which the secret cannot be found. */
    public byte[] digest() {
        return digest.clone();
    }

    /** Whether a peer knows the secret; takes the same time for each guess. */
    public boolean isKnownBy(byte[] guess) {
        return MessageDigest.isEqual(digest, digestOf(guess));
    }

    private static byte[] digestOf(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

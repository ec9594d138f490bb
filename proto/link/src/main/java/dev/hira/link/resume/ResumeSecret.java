package dev.hira.link.resume;

import java.security.MessageDigest;
import java.util.random.RandomGenerator;

/** The proof that a session is a peer's own: random bytes that only the two ends of a link know. */
public final class ResumeSecret {
    private static final int BYTES = 32;

    private final byte[] secret = new byte[BYTES];

    /**
     * @param random must not be guessable
     */
    public ResumeSecret(RandomGenerator random) {
        random.nextBytes(secret);
    }

    /** Returns the bytes for the peer. */
    public byte[] bytes() {
        return secret.clone();
    }

    /** Whether a peer knows the secret; takes the same time for each guess. */
    public boolean isKnownBy(byte[] guess) {
        return MessageDigest.isEqual(secret, guess);
    }
}

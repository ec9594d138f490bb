package dev.hira.link.ring;

/**
 * The limits of a ring link.
 *
 * @param frameBytes the largest frame that is accepted
 * @param lingerNanos how long a closing link waits for the peer to read what was sent
 */
public record RingSettings(int frameBytes, long lingerNanos) {
    /** The defaults: 16 MiB and 2 s. */
    public static final RingSettings DEFAULT = new RingSettings(16 << 20, 2_000_000_000L);

    public RingSettings {
        if (frameBytes < 8 || lingerNanos < 0) {
            throw new IllegalArgumentException(
                    "a ring link cannot have frames of "
                            + frameBytes
                            + " bytes and linger for "
                            + lingerNanos
                            + " ns; frames need at least 8 bytes, the time must not be negative");
        }
    }
}

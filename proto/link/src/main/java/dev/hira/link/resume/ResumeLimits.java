package dev.hira.link.resume;

import dev.hira.link.grpc.net.UnsentLimit;
import java.time.Duration;

/**
 * The bounds of one end of a resumable link. An end acknowledges far earlier than the other is
 * full; otherwise a full end would wait for an acknowledgement that never comes.
 *
 * @param kept the unacknowledged bytes above which a link is not writable
 * @param keptFrames the unacknowledged frames above which the link is not writable
 * @param acknowledgedBytes the received bytes after which they are acknowledged
 * @param acknowledgedFrames the received frames after which they are acknowledged
 * @param acknowledgedAfter the longest time for which a received frame stays unacknowledged
 */
public record ResumeLimits(
        UnsentLimit kept,
        int keptFrames,
        long acknowledgedBytes,
        int acknowledgedFrames,
        Duration acknowledgedAfter) {
    /** The bounds of a process with few links: 8 MiB in each. */
    public static final ResumeLimits DEFAULT = of(new UnsentLimit(8 << 20, Long.MAX_VALUE));

    public ResumeLimits {
        if (acknowledgedBytes < 1 || acknowledgedFrames < 1 || keptFrames < acknowledgedFrames) {
            throw new IllegalArgumentException(
                    "at least "
                            + acknowledgedFrames
                            + " frames must be kept, not "
                            + keptFrames
                            + ", and 1 byte acknowledged");
        }
    }

    /** Returns the usual bounds with this one for the bytes. */
    public static ResumeLimits of(UnsentLimit kept) {
        return new ResumeLimits(kept, 4096, 512 << 10, 128, Duration.ofMillis(50));
    }
}

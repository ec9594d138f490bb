package dev.hira.link.resume;

import dev.hira.link.grpc.net.UnsentLimit;
import java.time.Duration;

/**
 * The bounds of one end of a resumable link. The peer's limits for acknowledging must be below this
 * end's limits for keeping, or a full end would wait for an acknowledgement that never comes.
 *
 * @param keptBytes the unacknowledged bytes above which the link is not writable
 * @param keptFrames the unacknowledged frames above which the link is not writable
 * @param acknowledgedBytes the received bytes after which they are acknowledged
 * @param acknowledgedFrames the received frames after which they are acknowledged
 * @param acknowledgedAfter the longest time for which a received frame stays unacknowledged
 * @param detached the bytes above which a link without a transport is not writable
 */
public record ResumeLimits(
        long keptBytes,
        int keptFrames,
        long acknowledgedBytes,
        int acknowledgedFrames,
        Duration acknowledgedAfter,
        UnsentLimit detached) {
    /** The bytes cover twice the window of HTTP/2 with which links are opened. */
    public static final ResumeLimits DEFAULT =
            new ResumeLimits(
                    16 << 20,
                    4096,
                    1 << 20,
                    128,
                    Duration.ofMillis(50),
                    UnsentLimit.ofTotal(Long.MAX_VALUE));

    /** Returns the same limits with another one for links without a transport. */
    public ResumeLimits withDetached(UnsentLimit limit) {
        return new ResumeLimits(
                keptBytes,
                keptFrames,
                acknowledgedBytes,
                acknowledgedFrames,
                acknowledgedAfter,
                limit);
    }

    public ResumeLimits {
        if (acknowledgedBytes < 1
                || acknowledgedFrames < 1
                || keptBytes < acknowledgedBytes
                || keptFrames < acknowledgedFrames) {
            throw new IllegalArgumentException(
                    "at least "
                            + acknowledgedBytes
                            + " bytes and "
                            + acknowledgedFrames
                            + " frames must be kept, not "
                            + keptBytes
                            + " and "
                            + keptFrames);
        }
    }
}

package dev.hira.link.grpc.net;

import dev.hira.base.SharedBudget;

/**
 * The most bytes that links keep because their peers do not read them: a limit of one link, and a
 * total that several links share. Thread-safe.
 */
public final class UnsentLimit {
    /** The usual limit of one link. */
    public static final int USUAL_BYTES = 4 << 20;

    private final int ofLink;
    private final SharedBudget total;

    /**
     * @param ofLink bytes of one link
     * @param total bytes of all links
     */
    public UnsentLimit(int ofLink, long total) {
        if (ofLink < 1024 || total < 1024) {
            throw new IllegalArgumentException(
                    "links need room for at least 1024 unsent bytes, not "
                            + ofLink
                            + " of "
                            + total);
        }
        this.ofLink = ofLink;
        this.total = new SharedBudget(total, total);
    }

    /** Returns the usual limit of one link and this total. */
    public static UnsentLimit ofTotal(long total) {
        return new UnsentLimit(USUAL_BYTES, total);
    }

    /** Returns the account of a new link. */
    public UnsentBytes newLink() {
        return new UnsentBytes(ofLink, total.newPart());
    }

    /** Returns the bytes that all links hold, without the part of each that is never refused. */
    public long held() {
        return total.used();
    }
}

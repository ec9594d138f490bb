package dev.hira.link.grpc.net;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.base.SharedBudget;
import java.util.HashMap;
import java.util.Map;

/**
 * The most bytes that links keep because their peers do not read them: a limit of one link, and a
 * total that several owners share. The links of one VM have one owner. Thread-safe.
 */
public final class UnsentLimit {
    /** The usual limit of one link. */
    public static final int USUAL_BYTES = 4 << 20;

    private final int ofLink;
    private final SharedBudget total;

    @GuardedBy("this")
    private final Map<String, Owner> owners = new HashMap<>();

    /** The part of an owner with this many links. */
    private record Owner(SharedBudget.Part part, int links) {}

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
        return new UnsentBytes(ofLink, this, total.newPart());
    }

    /** Returns the part of an owner that has another link. */
    synchronized SharedBudget.Part enter(String owner) {
        return owners.merge(
                        owner,
                        new Owner(total.newPart(), 1),
                        (known, _) -> new Owner(known.part(), known.links() + 1))
                .part();
    }

    /** Notes that an owner has a link less. */
    synchronized void leave(String owner) {
        owners.computeIfPresent(
                owner,
                (_, known) ->
                        known.links() == 1 ? null : new Owner(known.part(), known.links() - 1));
    }

    /** Returns the number of owners that have links. */
    synchronized int owners() {
        return owners.size();
    }

    /** Returns the bytes that all links hold, without the part of each that is never refused. */
    public long held() {
        return total.used();
    }
}

package dev.hira.router.judge;

import dev.hira.link.Link;

/** Stops reading from a link for as long as there is any reason to. */
public final class LinkReadGate {
    private final Link link;
    private int reasons;

    public LinkReadGate(Link link) {
        this.link = link;
    }

    public void pause(Reason reason) {
        int before = reasons;
        reasons |= reason.bit;
        if (before == 0) {
            link.setReadable(false);
        }
    }

    public void resume(Reason reason) {
        int before = reasons;
        reasons &= ~reason.bit;
        if (before != 0 && reasons == 0) {
            link.setReadable(true);
        }
    }

    /** Why a link is not read. */
    public enum Reason {
        /** The link that its frames go to takes no more for now. */
        FAR_LINK_FULL(1),
        /** The link itself takes none of the router's own answers for now. */
        OWN_LINK_FULL(2),
        /** A command waits for its admission. */
        DELAYED(4);

        private final int bit;

        Reason(int bit) {
            this.bit = bit;
        }
    }
}

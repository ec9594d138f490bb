package dev.hira.router.judge.link;

import dev.hira.link.Link;

/** Pauses reading from a link as long as there is any reason for it. */
public final class LinkReadControl {
    private final Link link;
    private int reasons;

    public LinkReadControl(Link link) {
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

    /** The reasons for not reading a link. */
    public enum Reason {
        /** The link that its frames go to takes none for now. */
        FAR_LINK_FULL(1),
        /** The link itself takes none of the router's own replies for now. */
        OWN_LINK_FULL(2),
        /** A command waits for its admission. */
        DELAYED(4);

        private final int bit;

        Reason(int bit) {
            this.bit = bit;
        }
    }
}

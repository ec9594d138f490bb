package dev.hira.router.judge;

import dev.hira.policy.SessionPolicy;
import dev.hira.policy.model.Rate;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.KernelLimit;

/**
 * The longest time that a kernel of the session may run, as the server knows it. The server stops
 * kernels that run longer, also those that are running when the limit changes.
 */
public final class KernelTimeLimit {
    private final SessionLinks links;
    private final SessionPolicy policy;
    private long told;

    KernelTimeLimit(SessionLinks links, SessionPolicy policy) {
        this.links = links;
        this.policy = policy;
    }

    /** Returns a limit as it travels; 0: unlimited. */
    public static long onWire(long nanos) {
        return nanos == Rate.UNLIMITED ? 0 : nanos;
    }

    /** Notes that a server, which was told this limit when it opened the session, has it now. */
    public void movedTo(long toldThere) {
        told = toldThere;
    }

    /** Tells the server the limit if it has changed. */
    public void tell() {
        long limit = onWire(policy.kernelNanos());
        if (limit != told) {
            told = limit;
            KernelLimit message = KernelLimit.newBuilder().setNanos(limit).build();
            links.down(Controls.frame(Control.newBuilder().setKernelLimit(message).build()));
        }
    }
}

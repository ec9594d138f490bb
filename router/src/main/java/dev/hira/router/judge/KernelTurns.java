package dev.hira.router.judge;

import dev.hira.policy.SessionPolicy;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.HoldKernels;
import java.util.BitSet;

/** The devices at which the session's kernels are held, as the server knows them. */
public final class KernelTurns {
    private final SessionLinks links;
    private final SessionPolicy policy;
    private final int devices;
    private BitSet told = new BitSet();
    private boolean isUnknown;

    /**
     * @param devices number of devices that the session sees
     */
    KernelTurns(SessionLinks links, SessionPolicy policy, int devices) {
        this.links = links;
        this.policy = policy;
        this.devices = devices;
    }

    /** Notes that a server has the session now, and holds nothing. */
    public void moved() {
        told = new BitSet();
    }

    /** Notes that it is not known what the server holds. */
    public void unknown() {
        isUnknown = true;
    }

    /** Tells the server what to hold if that has changed. */
    public void tell() {
        boolean changed = isUnknown;
        isUnknown = false;
        for (int device = 0; device < devices; device++) {
            boolean held = policy.isHeld(device);
            changed |= held != told.get(device);
            told.set(device, held);
        }
        if (changed) {
            HoldKernels.Builder message = HoldKernels.newBuilder();
            told.stream().forEach(message::addDevices);
            links.down(Controls.frame(Control.newBuilder().setHoldKernels(message).build()));
        }
    }
}

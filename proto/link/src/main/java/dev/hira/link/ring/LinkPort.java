package dev.hira.link.ring;

import dev.hira.wire.LinkStatus;

/** A ring link as its poller sees and serves it. */
final class LinkPort implements RingPort {
    private final RingMemory memory;
    private final RingInbox inbox;
    private final CallerReading caller;
    private final ReaderRole role;

    LinkPort(RingMemory memory, RingInbox inbox, CallerReading caller, ReaderRole role) {
        this.memory = memory;
        this.inbox = inbox;
        this.caller = caller;
        this.role = role;
    }

    @Override
    public boolean serve() {
        if (!role.tryTake()) {
            return false;
        }
        try {
            return inbox.serve();
        } finally {
            role.release();
            role.passOn();
        }
    }

    /** A thread that holds the role looks itself before it leaves, so the role is checked first. */
    @Override
    public boolean hasWork() {
        return !role.isHeld() && inbox.hasWork();
    }

    @Override
    public int asleep() {
        return memory.own.pollerAsleep();
    }

    @Override
    public void awake() {
        memory.own.pollerAwake();
    }

    @Override
    public long sleepAddress() {
        return memory.own.pollerAddress();
    }

    @Override
    public void ringPeer() {
        if (!inbox.isClosed() && !memory.peer.ring()) {
            finish(memory.lost());
        }
    }

    @Override
    public long deadline() {
        return inbox.deadline();
    }

    @Override
    public void checkMemory() {
        if (!inbox.isClosed() && !memory.intact()) {
            finish(memory.lost());
        }
    }

    @Override
    public void pollerStopped() {
        finish(
                new LinkStatus(
                        LinkStatus.Cause.UNAVAILABLE,
                        "this process stops serving its rings; open another session"));
    }

    private void finish(LinkStatus status) {
        if (role.tryTake()) {
            try {
                inbox.finish(status);
            } finally {
                role.release();
                role.passOn();
            }
        } else if (inbox.add(() -> inbox.finish(status))) {
            caller.signal();
        }
    }
}

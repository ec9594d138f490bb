package dev.hira.router.judge;

import dev.hira.policy.Alarm;
import dev.hira.policy.NanoClock;
import dev.hira.policy.SessionPolicy;
import dev.hira.policy.model.Rate;
import dev.hira.policy.model.ResourceRole;
import dev.hira.router.books.Ledger;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.journal.SessionNotes;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.MemoryHeld;
import dev.hira.wire.v1.MemoryQuota;
import java.util.concurrent.TimeUnit;

/**
 * The agreement of router and server on the VM's quota of device memory.
 *
 * <p>Only the server learns the sizes of variables of modules and of heaps. It reports them, and
 * the books hold them like allocations that calls ask for. Until a report arrives the router may
 * admit too much, so the server refuses memory beyond the quota as well; on one server a VM never
 * holds more than its quota. A VM with sessions on several servers can exceed it by the memory of
 * modules and heaps that were made at one server while the router admitted memory at another.
 *
 * <p>A server to which the session is brought makes again what was admitted before, whatever the
 * quota is now. So it knows none until all of it is there and the former server, which may be the
 * same one, has had time to forget the session.
 */
public final class ServerMemory {
    private static final int NONE = -1;
    private static final long UNKNOWN = -1;

    /** The time in which a former server forgets a session. */
    private static final long LEAVING_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final SessionLinks links;
    private final Ledger ledger;
    private final SessionPolicy policy;
    private final int resource;
    private final SessionNotes notes;
    private final NanoClock clock;
    private final Alarm alarm;
    private long told;

    /** Whether another server has the session since {@link #arrival}, and is told no quota yet. */
    private boolean arriving;

    private long arrival;

    /**
     * @param told the quota that the server was told when the session was opened
     * @param alarm runs tasks on the session's thread
     */
    ServerMemory(
            SessionLinks links,
            Ledger ledger,
            SessionPolicy policy,
            Catalog catalog,
            long told,
            SessionNotes notes,
            NanoClock clock,
            Alarm alarm) {
        this.notes = notes;
        this.clock = clock;
        this.alarm = alarm;
        this.links = links;
        this.ledger = ledger;
        this.policy = policy;
        this.resource = catalog.roles().indexOf(ResourceRole.DEVICE_MEMORY);
        this.told = told;
    }

    /** Returns a quota as it travels; 0: unlimited. */
    public static long onWire(long quota) {
        return quota == Rate.UNLIMITED ? 0 : Math.max(1, quota);
    }

    /** Notes that the server is gone, with everything whose size no call states. */
    public void lost() {
        if (resource != NONE) {
            ledger.holdsUnstated(resource, 0);
        }
    }

    /** Notes that another server, which was told no quota, has the session now. */
    public void moved() {
        told = 0;
        arriving = true;
        arrival = clock.nanoTime();
        if (quota() != 0) {
            alarm.at(arrival + LEAVING_NANOS, this::tellQuota); // the session may be idle
        }
    }

    /** Notes that it is unknown which quota the server was told. */
    public void unknown() {
        told = UNKNOWN;
    }

    private long quota() {
        return resource == NONE ? 0 : onWire(policy.quota(resource));
    }

    /** Tells the server the quota if it has changed. Call before judging commands. */
    void tellQuota() {
        long quota = quota();
        if (resource != NONE && quota != told && !arriving()) {
            told = quota;
            MemoryQuota message = MemoryQuota.newBuilder().setBytes(quota).build();
            links.down(Controls.frame(Control.newBuilder().setMemoryQuota(message).build()));
        }
    }

    private boolean arriving() {
        arriving &= clock.nanoTime() - arrival < LEAVING_NANOS || !links.haveCaughtUp();
        return arriving;
    }

    /** Handles the server's report. */
    void held(MemoryHeld report) {
        if (resource == NONE || !ledger.holdsUnstated(resource, report.getBytes())) {
            throw new MalformedFrameException(
                    "a session of this API cannot hold "
                            + Long.toUnsignedString(report.getBytes())
                            + " bytes of device memory in variables and heaps");
        }
        notes.memoryHeld(report.getBytes());
    }
}

package dev.hira.router.journal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.base.SharedBudget;
import java.util.HashMap;
import java.util.Map;

/**
 * The bytes that journals may take: those of one session, and those of all sessions of the router,
 * which VMs share: one VM gets at most half of them, and others always find room. Thread-safe.
 */
public final class JournalBudget {
    /** The bytes that a session takes from its VM's part at once. */
    private static final int CHUNK = 16 << 10;

    /**
     * The bytes of calls that release objects, beyond all limits: such calls make room, once the
     * server has made them.
     */
    private static final int RELEASES = 1 << 20;

    private final long mostOfSession;
    private final SharedBudget all;

    @GuardedBy("vms")
    private final Map<String, Vm> vms = new HashMap<>();

    /**
     * @param session the limit of one session
     * @param total the limit of all sessions together
     */
    public JournalBudget(long session, long total) {
        this.mostOfSession = session;
        this.all = new SharedBudget(total, total);
    }

    /** Returns a budget that is never exhausted. */
    public static JournalBudget unlimited() {
        return new JournalBudget(Long.MAX_VALUE / 4, Long.MAX_VALUE / 4);
    }

    /** Returns the bytes that all sessions have taken. */
    public long used() {
        return all.used();
    }

    /** Opens the account of a session, which belongs to the session's thread. */
    public Account open(String vm) {
        synchronized (vms) {
            Vm owner = vms.computeIfAbsent(vm, _ -> new Vm(all.newPart()));
            owner.sessions++;
            return new Account(vm, owner);
        }
    }

    /** A VM's part, which lives as long as sessions of the VM. */
    private static final class Vm {
        final SharedBudget.Part part;
        int sessions;

        Vm(SharedBudget.Part part) {
            this.part = part;
        }
    }

    /** The bytes of one session's journal. */
    public final class Account implements AutoCloseable {
        private final String name;
        private final Vm vm;
        private long used;

        /** The bytes of {@link #used} that belong to calls that release objects. */
        private long releases;

        /** The bytes taken from the VM's part: at least {@link #used}. */
        private long taken;

        private boolean closed;

        private Account(String name, Vm vm) {
            this.name = name;
            this.vm = vm;
        }

        /**
         * Whether the journal may take more bytes.
         *
         * @param releasing whether the bytes belong to a call that releases objects
         */
        boolean hasRoomFor(long more, boolean releasing) {
            return fits(used + more) || (releasing && releases + more <= RELEASES);
        }

        private boolean fits(long wanted) {
            if (wanted > mostOfSession) {
                return false;
            }
            return wanted <= taken || take(wanted - taken + CHUNK) || take(wanted - taken);
        }

        private boolean take(long more) {
            boolean got = vm.part.take(more);
            taken += got ? more : 0;
            return got;
        }

        /** Adds bytes that the journal has taken or, if negative, no longer takes. */
        void add(long bytes, boolean releasing) {
            if (closed) {
                return;
            }
            used += bytes;
            releases += releasing ? bytes : 0;
            if (used > taken) {
                vm.part.add(used - taken);
                taken = used;
            } else if (taken - used > 2 * CHUNK) {
                vm.part.give(taken - used - CHUNK);
                taken = used + CHUNK;
            }
        }

        /** Returns a clause about the limit that keeps the journal from taking more. */
        String limit() {
            return used + CHUNK < mostOfSession
                    ? "all sessions of the VM may keep no more (peers.journal-total)"
                    : "a session may keep " + mostOfSession + " bytes (peers.journal)";
        }

        /** Gives everything back. Idempotent. */
        @Override
        public void close() {
            if (closed) {
                return;
            }
            closed = true;
            vm.part.give(taken);
            synchronized (vms) {
                if (--vm.sessions == 0) {
                    vms.remove(name);
                }
            }
        }
    }
}

package dev.hira.sim.driver.object;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Limits the bytes of pageable memory that copies have read ahead, for a process and for its host.
 */
public final class StagingBudget {
    private static final int PROCESS_SHARE = 8;

    private final @Nullable StagingBudget parent;
    private final long most;
    private final AtomicLong used = new AtomicLong();

    private StagingBudget(@Nullable StagingBudget parent, long most) {
        this.parent = parent;
        this.most = most;
    }

    /** Returns the budget of a host: an eighth of the heap. */
    public static StagingBudget ofHost() {
        return new StagingBudget(null, Runtime.getRuntime().maxMemory() / 8);
    }

    /** Returns the budget of a process, which is a part of its host's. */
    StagingBudget ofProcess() {
        return new StagingBudget(this, most / PROCESS_SHARE);
    }

    /** Takes bytes; false, without effect, when the budget does not have them. */
    public boolean take(long bytes) {
        if (used.addAndGet(bytes) > most || (parent != null && !parent.take(bytes))) {
            used.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    public void giveBack(long bytes) {
        used.addAndGet(-bytes);
        if (parent != null) {
            parent.giveBack(bytes);
        }
    }
}

package dev.hira.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * An amount, such as bytes of memory, that many owners share. An owner may take more while its
 * holdings stay within its own limit and within the amount that all owners together leave free. So
 * a single owner gets at most half of the total; n greedy owners get an equal part each and leave
 * as much free. Thread-safe.
 */
public final class SharedBudget {
    private final long total;
    private final long perOwner;

    @GuardedBy("this")
    private long used;

    /**
     * @param total the limit of all owners together
     * @param perOwner the limit of one owner
     */
    public SharedBudget(long total, long perOwner) {
        this.total = total;
        this.perOwner = perOwner;
    }

    /** Creates an owner that holds nothing. */
    public Part newPart() {
        return new Part();
    }

    /** Returns the amount that all owners hold. */
    public synchronized long used() {
        return used;
    }

    /** One owner's part of the budget. */
    public final class Part implements AutoCloseable {
        @GuardedBy("SharedBudget.this")
        private long held;

        @GuardedBy("SharedBudget.this")
        private boolean closed;

        private Part() {}

        /**
         * Takes an amount, or gives one back if it is negative; false, without effect, when the
         * owner may not take that much.
         */
        public boolean take(long amount) {
            synchronized (SharedBudget.this) {
                if (closed || amount > room()) {
                    return false;
                }
                add(amount);
                return true;
            }
        }

        /** Returns the amount that the owner may take by its own limit, whatever others hold. */
        public long ownRoom() {
            synchronized (SharedBudget.this) {
                return Math.max(0, perOwner - held);
            }
        }

        /** Returns the most that the owner could hold if no other owner held anything. */
        public long most() {
            return Math.min(perOwner, total / 2);
        }

        /** Adds an amount that the owner already holds or, if negative, has stopped holding. */
        public void add(long amount) {
            synchronized (SharedBudget.this) {
                if (!closed) {
                    held += amount;
                    used += amount;
                }
            }
        }

        /** Sets the amount that the owner holds. */
        public void hold(long amount) {
            synchronized (SharedBudget.this) {
                add(amount - held);
            }
        }

        /** Gives an amount back. */
        public void give(long amount) {
            add(-amount);
        }

        /** Gives everything back; from now on the owner can take and return nothing. */
        @Override
        public void close() {
            synchronized (SharedBudget.this) {
                add(-held);
                closed = true;
            }
        }

        /** Returns the amount that the owner holds. */
        public long held() {
            synchronized (SharedBudget.this) {
                return held;
            }
        }

        /**
         * Returns whether the owner holds more than its limit, or more than all owners leave free.
         */
        public boolean isFull() {
            synchronized (SharedBudget.this) {
                return held > Math.clamp(total - used, 0, perOwner);
            }
        }

        /** Returns whether the owner holds more than all owners leave free. */
        public boolean isSqueezed() {
            synchronized (SharedBudget.this) {
                return held > Math.max(0, total - used);
            }
        }

        /** Returns the amount that the owner may take at present. */
        public long room() {
            synchronized (SharedBudget.this) {
                return Math.max(0, Math.min(perOwner - held, (total - used - held) / 2));
            }
        }
    }
}

package dev.hira.sim.run;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Windows;

/**
 * An instruction that accesses memory, as an observer sees it.
 *
 * @param kind its effect on memory
 * @param access type, size and order of the access
 * @param copies whether the kernel only stores the value that it reads, as in copies of structures
 * @param at its offset in the text of the module
 */
public record AccessEvent(Kind kind, Access access, boolean copies, int at) {
    /** The effect of an access on memory. */
    public enum Kind {
        READ("reads"),
        WRITE("writes"),
        UPDATE("changes");

        private final String verb;

        Kind(String verb) {
            this.verb = verb;
        }

        /** The verb for reports, as in "thread 1 writes". */
        public String verb() {
            return verb;
        }
    }

    /** Whether the access reads. */
    public boolean reads() {
        return kind != Kind.WRITE;
    }

    /** Whether the access writes. */
    public boolean writes() {
        return kind != Kind.READ;
    }

    /**
     * Whether PTX calls the access strong: several threads may make strong accesses to the same
     * bytes at the same time.
     */
    public boolean strong() {
        return kind == Kind.UPDATE
                || switch (access.order()) {
                    case WEAK, READ_ONLY -> false;
                    case VOLATILE, RELAXED, ACQUIRE, RELEASE, ACQUIRE_RELEASE -> true;
                };
    }

    /** Whether a thread that reads the result also sees the earlier accesses of this thread. */
    public boolean releases() {
        return access.order() == Access.Order.RELEASE
                || access.order() == Access.Order.ACQUIRE_RELEASE;
    }

    /** Returns the space of an address that this instruction uses. */
    public Space space(long address) {
        return access.space() == Space.GENERIC ? Windows.spaceOf(address) : access.space();
    }

    /** Returns an address relative to its space. */
    public long place(long address) {
        return access.space() == Space.GENERIC ? address - Windows.of(space(address)) : address;
    }
}

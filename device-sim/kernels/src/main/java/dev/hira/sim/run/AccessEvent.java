package dev.hira.sim.run;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Windows;

/**
 * An instruction that accesses memory, for those who watch.
 *
 * @param kind what it does
 * @param access how
 * @param copies whether what it reads is only written elsewhere, as when structures are copied
 * @param at its place in the text of the module
 */
public record AccessEvent(Kind kind, Access access, boolean copies, int at) {
    /** What an access does. */
    public enum Kind {
        READ("reads"),
        WRITE("writes"),
        UPDATE("changes");

        private final String verb;

        Kind(String verb) {
            this.verb = verb;
        }

        /** What a thread does, as in "thread 1 writes". */
        public String verb() {
            return verb;
        }
    }

    /** Whether it reads. */
    public boolean reads() {
        return kind != Kind.WRITE;
    }

    /** Whether it writes. */
    public boolean writes() {
        return kind != Kind.READ;
    }

    /**
     * Whether it is one of those that PTX calls strong: several threads may do them at the same
     * time to the same bytes.
     */
    public boolean strong() {
        return kind == Kind.UPDATE
                || switch (access.order()) {
                    case WEAK, READ_ONLY -> false;
                    case VOLATILE, RELAXED, ACQUIRE, RELEASE, ACQUIRE_RELEASE -> true;
                };
    }

    /** Whether what the thread did before it is known to whom it makes itself known. */
    public boolean releases() {
        return access.order() == Access.Order.RELEASE
                || access.order() == Access.Order.ACQUIRE_RELEASE;
    }

    /** The space that an address of it lies in. */
    public Space space(long address) {
        return access.space() == Space.GENERIC ? Windows.spaceOf(address) : access.space();
    }

    /** An address within its space. */
    public long place(long address) {
        return access.space() == Space.GENERIC ? address - Windows.of(space(address)) : address;
    }
}

package dev.hira.sim.run;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Windows;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An instruction that accesses memory, as an observer sees it. */
public final class AccessEvent {
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

    private final Kind kind;
    private final Access access;
    private final boolean copies;
    private final int at;
    private final int bytes;
    private final boolean strong;

    /**
     * Describes an access.
     *
     * @param kind its effect on memory
     * @param access type, size and order of the access
     * @param copies whether the kernel only stores the value that it reads, as in copies of
     *     structures
     * @param at its offset in the text of the module
     */
    public AccessEvent(Kind kind, Access access, boolean copies, int at) {
        this.kind = kind;
        this.access = access;
        this.copies = copies;
        this.at = at;
        this.bytes = access.bytes();
        this.strong =
                kind == Kind.UPDATE
                        || switch (access.order()) {
                            case WEAK, READ_ONLY -> false;
                            case VOLATILE, RELAXED, ACQUIRE, RELEASE, ACQUIRE_RELEASE -> true;
                        };
    }

    /** Its effect on memory. */
    public Kind kind() {
        return kind;
    }

    /** Type, size and order of the access. */
    public Access access() {
        return access;
    }

    /** Whether the kernel only stores the value that it reads. */
    public boolean copies() {
        return copies;
    }

    /** Its offset in the text of the module. */
    public int at() {
        return at;
    }

    /** The size of the access. */
    public int bytes() {
        return bytes;
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
        return strong;
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

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AccessEvent that
                && kind == that.kind
                && access.equals(that.access)
                && copies == that.copies
                && at == that.at;
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, access, copies, at);
    }
}

package dev.hira.sim.interpret;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Address;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.run.AtomicAccesses;
import dev.hira.sim.run.PairAtomics;
import dev.hira.sim.run.ThreadMemory;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes accesses to memory. */
final class Accesses {
    private static final int UNUSED = -1;

    private Accesses() {}

    /**
     * The location of an access.
     *
     * @param base the slot of the address
     * @param mask the address bits that count; addresses wrap beyond them
     */
    record Place(int base, long offset, long mask) {
        static Place of(Address address, int base) {
            boolean narrow = address.base().carrier() == Carrier.INT;
            return new Place(base, address.offset(), narrow ? 0xffff_ffffL : -1);
        }

        /** Returns the address. */
        long in(long[] slots) {
            return (slots[base] + offset) & mask;
        }
    }

    static Action load(List<@Nullable Register> targets, Access access, Place place) {
        int[] slots = new int[targets.size()];
        int[] bits = new int[targets.size()];
        for (int i = 0; i < slots.length; i++) {
            Register target = targets.get(i);
            slots[i] = target == null ? UNUSED : target.index();
            bits[i] = target == null ? Long.SIZE : target.bits();
        }
        ScalarType type = access.type();
        int perWord = access.wordElements();
        return (thread, values) -> {
            long address = place.in(values);
            ThreadMemory.requireAligned(access.space(), address, access.bytes());
            for (int i = 0; i < slots.length; i += perWord) {
                long word =
                        ThreadMemory.load(
                                thread.block,
                                thread.index,
                                access.space(),
                                address + (long) i * type.bytes(),
                                access.wordBytes());
                for (int j = i; j < i + perWord; j++) {
                    if (slots[j] != UNUSED) {
                        values[slots[j]] = extend(word & mask(type), type, bits[j]);
                    }
                    word >>>= type.bits();
                }
            }
            if (acquires(access.order())) {
                VarHandle.acquireFence();
            }
        };
    }

    static Action store(Access access, Place place, int[] stored) {
        ScalarType type = access.type();
        int perWord = access.wordElements();
        return (thread, values) -> {
            if (releases(access.order())) {
                VarHandle.releaseFence();
            }
            long address = place.in(values);
            ThreadMemory.requireAligned(access.space(), address, access.bytes());
            for (int i = 0; i < stored.length; i += perWord) {
                long word = 0;
                for (int j = 0; j < perWord; j++) {
                    word |= (values[stored[i + j]] & mask(type)) << (j * type.bits());
                }
                ThreadMemory.store(
                        thread.block,
                        thread.index,
                        access.space(),
                        address + (long) i * type.bytes(),
                        access.wordBytes(),
                        word);
            }
        };
    }

    private static long mask(ScalarType type) {
        return -1L >>> (Long.SIZE - type.bits());
    }

    /**
     * Decodes an atomic access.
     *
     * @param other the slot of the second operand; that of the first when there is none
     */
    static Action update(Step.Atomic atomic, Place place, int operand, int other) {
        Register target = atomic.target();
        Access access = atomic.access();
        return (thread, values) -> {
            long old =
                    AtomicAccesses.update(
                            thread.block,
                            thread.index,
                            access.space(),
                            place.in(values),
                            atomic.update(),
                            access.type(),
                            values[operand],
                            values[other]);
            if (target != null) {
                values[target.index()] = extend(old, access.type(), target.bits());
            }
        };
    }

    /** Decodes an atomic access to two elements at once. */
    static Action updatePair(Step.Atomic atomic, Place place, int[] operands) {
        Register low = atomic.targets().getFirst();
        Register high = atomic.targets().getLast();
        return (thread, values) -> {
            long[] given = new long[operands.length];
            Arrays.setAll(given, i -> values[operands[i]]);
            PairAtomics.Pair old =
                    PairAtomics.update(
                            thread.block,
                            thread.index,
                            atomic.access().space(),
                            place.in(values),
                            atomic.update(),
                            given);
            if (low != null) {
                values[low.index()] = old.low();
            }
            if (high != null) {
                values[high.index()] = old.high();
            }
        };
    }

    private static boolean acquires(Access.Order order) {
        return order == Access.Order.ACQUIRE || order == Access.Order.ACQUIRE_RELEASE;
    }

    private static boolean releases(Access.Order order) {
        return order == Access.Order.RELEASE || order == Access.Order.ACQUIRE_RELEASE;
    }

    /**
     * Extends a number from memory to a register of so many bits: it repeats the sign and leaves
     * zeros above.
     */
    private static long extend(long loaded, ScalarType type, int bits) {
        if (type.kind() != ScalarType.Kind.SIGNED || type.bits() >= bits) {
            return loaded;
        }
        int unused = Long.SIZE - type.bits();
        int above = Long.SIZE - bits;
        return loaded << unused >> unused << above >>> above;
    }
}

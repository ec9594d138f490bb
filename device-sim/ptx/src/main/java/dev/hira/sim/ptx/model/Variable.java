package dev.hira.sim.ptx.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A variable, parameter or register.
 *
 * @param vector elements of its vector type; 1 for a scalar
 * @param count number of registers that share the name as their prefix; 0 for a single register
 * @param dimensions of an array, outermost first; 0 for one that the text leaves open
 * @param align of its address in bytes
 * @param pointee the state space that a parameter points to, as {@code .ptr} says; null when it
 *     does not
 * @param offset its offset in the text
 */
public record Variable(
        Linkage linkage,
        StateSpace space,
        ScalarType type,
        int vector,
        String name,
        int count,
        List<Long> dimensions,
        int align,
        @Nullable StateSpace pointee,
        @Nullable Initializer initializer,
        int offset) {
    /** The size in bytes; 0 when the text leaves it open. */
    public long bytes() {
        long bytes = elementBytes();
        for (long dimension : dimensions) {
            bytes *= dimension;
        }
        return bytes;
    }

    /** Whether the variable lives in device memory for the lifetime of its module. */
    public boolean inDeviceMemory() {
        return space == StateSpace.GLOBAL || space == StateSpace.CONST;
    }

    /** Returns the name under which the module keeps a variable that a function body declares. */
    public String nameWithin(PtxFunction function) {
        return function.name() + "$" + name + "$" + offset;
    }

    /** Returns a copy with another name. */
    public Variable renamed(String other) {
        return new Variable(
                linkage,
                space,
                type,
                vector,
                other,
                count,
                dimensions,
                align,
                pointee,
                initializer,
                offset);
    }

    /** The size of an element in bytes. */
    public long elementBytes() {
        return (long) type.bytes() * (vector == 3 ? 4 : vector);
    }
}

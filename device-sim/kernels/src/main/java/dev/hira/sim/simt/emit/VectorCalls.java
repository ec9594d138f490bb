package dev.hira.sim.simt.emit;

import static dev.hira.sim.jit.method.GeneratedTypes.method;

import dev.hira.sim.jit.method.GeneratedTypes;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.nio.ByteOrder;

/**
 * Emits calls of the vector classes by name, so that nothing in this module depends on them.
 * Operands are on the stack.
 */
final class VectorCalls {
    static final ClassDesc INTS = type("IntVector");
    static final ClassDesc FLOATS = type("FloatVector");
    static final ClassDesc BYTES = type("ByteVector");
    static final ClassDesc ANY = type("Vector");
    static final ClassDesc MASK = type("VectorMask");
    private static final ClassDesc SPECIES = type("VectorSpecies");
    private static final ClassDesc OPERATORS = type("VectorOperators");
    private static final ClassDesc ORDER = GeneratedTypes.of(ByteOrder.class);

    private final CodeBuilder code;
    private final int lanes;
    private final String species;

    /** The species of vectors with a byte for each lane. */
    private final String bytes;

    /** Creates the calls for code with this many lanes of 32 bits. */
    VectorCalls(CodeBuilder code, int lanes) {
        this.code = code;
        this.lanes = lanes;
        this.species = "SPECIES_" + lanes * Integer.SIZE;
        this.bytes = "SPECIES_" + lanes * Byte.SIZE;
    }

    static ClassDesc type(String name) {
        return ClassDesc.of("jdk.incubator.vector." + name);
    }

    /** Pushes the species of a vector class. */
    CodeBuilder species(ClassDesc vector) {
        return code.getstatic(vector, species, SPECIES);
    }

    /** Pushes an operator. */
    CodeBuilder operator(String name, String kind) {
        return code.getstatic(OPERATORS, name, type("VectorOperators$" + kind));
    }

    /** Broadcasts the number that {@code number} pushes to the lanes of a vector. */
    void broadcast(ClassDesc vector, Runnable number) {
        species(vector);
        number.run();
        code.invokestatic(vector, "broadcast", method(vector, SPECIES, element(vector)));
    }

    /** Broadcasts the boolean that {@code flag} pushes to the lanes of a mask of ints. */
    void maskAll(Runnable flag) {
        species(INTS);
        flag.run();
        code.invokeinterface(SPECIES, "maskAll", method(MASK, GeneratedTypes.Z));
    }

    /** Adds the lane's number times a constant to each lane, modulo 2^32. */
    void addIndex(int step) {
        if (Math.abs((long) step) * lanes <= Integer.MAX_VALUE) {
            code.loadConstant(step).invokevirtual(INTS, "addIndex", method(INTS, GeneratedTypes.I));
            return;
        }
        // The method refuses steps with which the last lane's number would overflow.
        species(INTS).invokestatic(INTS, "zero", method(INTS, SPECIES));
        code.iconst_1().invokevirtual(INTS, "addIndex", method(INTS, GeneratedTypes.I));
        code.loadConstant(step).invokevirtual(INTS, "mul", method(INTS, GeneratedTypes.I));
        code.invokevirtual(INTS, "add", method(INTS, ANY));
    }

    void unary(ClassDesc vector, String operator) {
        operator(operator, "Unary");
        code.invokevirtual(vector, "lanewise", method(vector, type("VectorOperators$Unary")));
    }

    /** Emits an operation whose second operand {@code second} pushes. */
    void binary(ClassDesc vector, String operator, String kind, Runnable second) {
        operator(operator, kind);
        second.run();
        code.invokevirtual(vector, "lanewise", method(vector, type("VectorOperators$Binary"), ANY));
    }

    void compare(ClassDesc vector, String comparison, Runnable second) {
        operator(comparison, "Comparison");
        second.run();
        code.invokevirtual(
                vector, "compare", method(MASK, type("VectorOperators$Comparison"), ANY));
        if (!vector.equals(INTS)) {
            cast(INTS);
        }
    }

    /** Casts a mask to that of another vector class. */
    void cast(ClassDesc vector) {
        species(vector);
        code.invokevirtual(MASK, "cast", method(MASK, SPECIES));
    }

    /** {@code old, new, mask -> vector}: the new value where the mask, one of ints, is set. */
    void blend(ClassDesc vector) {
        if (!vector.equals(INTS)) {
            cast(vector);
        }
        code.invokevirtual(vector, "blend", method(vector, ANY, MASK));
    }

    /** {@code mask, mask -> mask}. */
    void combine(String operation) {
        code.invokevirtual(MASK, operation, method(MASK, MASK));
    }

    /** {@code mask -> boolean}. */
    void test(String question) {
        code.invokevirtual(MASK, question, method(GeneratedTypes.Z));
    }

    /** {@code mask -> number}. */
    void firstTrue() {
        code.invokevirtual(MASK, "firstTrue", method(GeneratedTypes.I));
    }

    /** {@code mask -> long}. */
    void toBits() {
        code.invokevirtual(MASK, "toLong", method(GeneratedTypes.J));
    }

    /** Makes a mask of ints from the bits in a local variable. */
    void maskFrom(int bits) {
        species(INTS).lload(bits);
        code.invokestatic(MASK, "fromLong", method(MASK, SPECIES, GeneratedTypes.J));
    }

    /** Loads from the array and index that {@code place} pushes. */
    void fromArray(ClassDesc vector, Runnable place) {
        species(vector);
        place.run();
        code.invokestatic(
                vector,
                "fromArray",
                method(vector, SPECIES, element(vector).arrayType(), GeneratedTypes.I));
    }

    /** {@code vector, array, index ->}. */
    void intoArray(ClassDesc vector) {
        code.invokevirtual(
                vector,
                "intoArray",
                method(GeneratedTypes.V, element(vector).arrayType(), GeneratedTypes.I));
    }

    /** Loads from the memory segment and offset that {@code place} pushes. */
    void fromSegment(ClassDesc vector, Runnable place) {
        species(vector);
        place.run();
        order();
        code.invokestatic(
                vector,
                "fromMemorySegment",
                method(vector, SPECIES, GeneratedTypes.SEGMENT, GeneratedTypes.J, ORDER));
    }

    /**
     * Loads a byte for each lane and zero-extends it.
     *
     * @param array whether {@code place} pushes an array and an index; otherwise a segment and an
     *     offset
     */
    void widenedBytes(boolean array, Runnable place) {
        code.getstatic(BYTES, bytes, SPECIES);
        place.run();
        if (array) {
            code.invokestatic(
                    BYTES,
                    "fromArray",
                    method(BYTES, SPECIES, GeneratedTypes.BYTES, GeneratedTypes.I));
        } else {
            order();
            code.invokestatic(
                    BYTES,
                    "fromMemorySegment",
                    method(BYTES, SPECIES, GeneratedTypes.SEGMENT, GeneratedTypes.J, ORDER));
        }
        operator("ZERO_EXTEND_B2I", "Conversion");
        species(INTS).iconst_0();
        code.invokevirtual(
                BYTES,
                "convertShape",
                method(ANY, type("VectorOperators$Conversion"), SPECIES, GeneratedTypes.I));
        code.checkcast(INTS);
    }

    /** {@code vector -> number}: the number in the first lane. */
    void firstLane() {
        code.iconst_0().invokevirtual(INTS, "lane", method(GeneratedTypes.I, GeneratedTypes.I));
    }

    /** {@code vector, segment, offset ->}. */
    void intoSegment(ClassDesc vector) {
        order();
        code.invokevirtual(
                vector,
                "intoMemorySegment",
                method(GeneratedTypes.V, GeneratedTypes.SEGMENT, GeneratedTypes.J, ORDER));
    }

    private void order() {
        code.getstatic(ORDER, "LITTLE_ENDIAN", ORDER);
    }

    /** {@code vector -> vector} of the same bits. */
    void reinterpret(ClassDesc from, ClassDesc to) {
        if (!from.equals(to)) {
            String what = to.equals(INTS) ? "Ints" : to.equals(FLOATS) ? "Floats" : "Bytes";
            code.invokevirtual(from, "reinterpretAs" + what, method(to));
        }
    }

    /** {@code vector -> vector} with converted numbers. */
    void convert(ClassDesc from, ClassDesc to, String conversion) {
        operator(conversion, "Conversion").iconst_0();
        code.invokevirtual(
                from, "convert", method(ANY, type("VectorOperators$Conversion"), GeneratedTypes.I));
        code.checkcast(to);
    }

    /** Fused multiplication and addition of three vectors. */
    void fma() {
        code.invokevirtual(FLOATS, "fma", method(FLOATS, ANY, ANY));
    }

    private static ClassDesc element(ClassDesc vector) {
        if (vector.equals(FLOATS)) {
            return GeneratedTypes.F;
        }
        return vector.equals(BYTES) ? ConstantDescs.CD_byte : GeneratedTypes.I;
    }
}

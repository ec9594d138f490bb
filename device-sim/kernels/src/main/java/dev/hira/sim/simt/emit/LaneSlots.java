package dev.hira.sim.simt.emit;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MethodBody;
import dev.hira.sim.jit.plan.CarrierTypes;
import dev.hira.sim.simt.form.LaneForm;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/** The local variables and scratch arrays of registers in a method for groups. */
final class LaneSlots {
    private final LaneBody lanes;
    private final CodeBuilder code;

    /** The local variables with vectors of zeros and the empty mask. */
    private final int zeroInts;

    private final int zeroFloats;
    private final int noLanes;

    private final Map<Integer, Integer> vectorSlots = new HashMap<>();
    private final Map<Integer, Integer> baseSlots = new HashMap<>();

    /** The scratch array numbers of registers, counted from 0 for each carrier. */
    private final Map<Integer, Integer> arrayNumbers = new HashMap<>();

    private final Map<Carrier, Integer> arrayCounts = new EnumMap<>(Carrier.class);

    LaneSlots(LaneBody lanes) {
        this.lanes = lanes;
        this.code = lanes.code;
        this.zeroInts = code.allocateLocal(TypeKind.REFERENCE);
        this.zeroFloats = code.allocateLocal(TypeKind.REFERENCE);
        this.noLanes = code.allocateLocal(TypeKind.REFERENCE);
        for (Register register : lanes.plan.kernel().kernel().registers()) {
            if (lanes.forms.of(register) instanceof LaneForm.Array) {
                int number = arrayCounts.merge(register.carrier(), 1, Integer::sum) - 1;
                arrayNumbers.put(register.index(), number);
            }
        }
    }

    /** Allocates local variables for registers, and initializes those with lanes. */
    void allocate(Collection<Register> registers) {
        for (Register register : new LinkedHashSet<>(registers)) {
            TypeKind kind = CarrierTypes.kind(register.carrier());
            int slot = code.allocateLocal(kind);
            lanes.body.slots.pin(register, slot);
            zero(kind, slot);
            switch (lanes.forms.of(register)) {
                case LaneForm.Same _, LaneForm.Stepped _ -> {}
                case LaneForm.Vector _ -> vector(register);
                case LaneForm.Offset offset -> offset(register, offset);
                case LaneForm.Array _ -> array(register);
            }
        }
    }

    private void zero(TypeKind kind, int slot) {
        switch (kind) {
            case LONG -> code.lconst_0();
            case FLOAT -> code.fconst_0();
            case DOUBLE -> code.dconst_0();
            default -> code.iconst_0();
        }
        code.storeLocal(kind, slot);
    }

    private void vector(Register register) {
        int slot = code.allocateLocal(TypeKind.REFERENCE);
        vectorSlots.put(register.index(), slot);
        clear(register.carrier());
        code.astore(slot);
    }

    /**
     * Makes the initial values once for all registers, since the JVM compiles each construction
     * anew.
     */
    private void beginZeros() {
        lanes.vectors.maskAll(code::iconst_0);
        code.astore(noLanes);
        lanes.vectors.broadcast(VectorCalls.FLOATS, code::fconst_0);
        code.astore(zeroFloats);
        lanes.vectors.broadcast(VectorCalls.INTS, code::iconst_0);
        code.astore(zeroInts);
    }

    /** Pushes a vector or mask of zeros. */
    void clear(Carrier carrier) {
        switch (carrier) {
            case BOOLEAN -> code.aload(noLanes);
            case FLOAT -> code.aload(zeroFloats);
            case INT, LONG, DOUBLE -> code.aload(zeroInts);
        }
    }

    private void offset(Register register, LaneForm.Offset offset) {
        int base = code.allocateLocal(TypeKind.LONG);
        baseSlots.put(register.index(), base);
        zero(TypeKind.LONG, base);
        int inner = code.allocateLocal(offset.stepped() ? TypeKind.INT : TypeKind.REFERENCE);
        vectorSlots.put(register.index(), inner);
        if (offset.stepped()) {
            zero(TypeKind.INT, inner);
        } else {
            clear(Carrier.INT);
            code.astore(inner);
        }
    }

    private void array(Register register) {
        boolean integer = register.carrier() == Carrier.LONG;
        int slot = code.allocateLocal(TypeKind.REFERENCE);
        vectorSlots.put(register.index(), slot);
        ClassDesc type = arrayType(register.carrier());
        code.aload(lanes.scratch)
                .getfield(
                        GeneratedTypes.of(LaneScratch.class),
                        integer ? "longs" : "doubles",
                        type.arrayType())
                .loadConstant(arrayNumbers.getOrDefault(register.index(), 0))
                .aaload()
                .astore(slot);
    }

    private static ClassDesc arrayType(Carrier carrier) {
        return (carrier == Carrier.LONG ? GeneratedTypes.J : GeneratedTypes.D).arrayType();
    }

    /** Fetches the scratch arrays, and makes the zeros. */
    void begin() {
        beginZeros();
        beginScratch();
    }

    private void beginScratch() {
        ClassDesc type = GeneratedTypes.of(LaneScratch.class);
        code.aload(MethodBody.WORKSPACE)
                .loadConstant(lanes.lanes)
                .loadConstant(arrayCounts.getOrDefault(Carrier.LONG, 0))
                .loadConstant(arrayCounts.getOrDefault(Carrier.DOUBLE, 0));
        code.invokestatic(
                        type,
                        "of",
                        GeneratedTypes.method(
                                type,
                                GeneratedTypes.WORKSPACE,
                                GeneratedTypes.I,
                                GeneratedTypes.I,
                                GeneratedTypes.I))
                .astore(lanes.scratch);
    }

    /** Returns the local variable with a vector, mask, array or the INTs of an offset. */
    int ofVector(Register register) {
        return vectorSlots.getOrDefault(register.index(), LaneBody.NONE);
    }

    /** Returns the local variable with the start of an offset. */
    int ofBase(Register register) {
        return baseSlots.getOrDefault(register.index(), LaneBody.NONE);
    }
}

package dev.hira.sim.simt.emit;

import dev.hira.sim.code.Register;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MethodBody;
import dev.hira.sim.jit.plan.SavedRegisters;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The arrays of stopped threads' registers, as a method for groups accesses them. */
final class LaneArrays {
    private final LaneBody lanes;
    private final CodeBuilder code;
    private final Map<Integer, Integer> arrays = new HashMap<>();

    LaneArrays(LaneBody lanes) {
        this.lanes = lanes;
        this.code = lanes.code;
    }

    /** Fetches the arrays of registers. */
    void fetch(Collection<Register> registers) {
        for (Register register : registers) {
            if (lanes.plan.kernel().stored().number(register) < 0) {
                continue;
            }
            int slot = code.allocateLocal(TypeKind.REFERENCE);
            code.aload(MethodBody.WORKSPACE)
                    .getfield(
                            GeneratedTypes.WORKSPACE,
                            SavedRegisters.field(register.carrier()),
                            element(register).arrayType(2))
                    .loadConstant(lanes.plan.kernel().stored().number(register))
                    .aaload()
                    .astore(slot);
            arrays.put(register.index(), slot);
        }
    }

    static ClassDesc element(Register register) {
        return switch (register.carrier()) {
            case BOOLEAN, INT -> GeneratedTypes.I;
            case LONG -> GeneratedTypes.J;
            case FLOAT -> GeneratedTypes.F;
            case DOUBLE -> GeneratedTypes.D;
        };
    }

    private CodeBuilder pushArray(Register register) {
        return code.aload(Objects.requireNonNull(arrays.get(register.index())));
    }

    /** Pushes a register's array and the index of the first lane. */
    void pushPlace(Register register) {
        pushArray(register).iload(LaneBody.FROM);
    }

    /** Pushes the lanes' values of a register as a vector. */
    void load(Register register, ClassDesc vector) {
        lanes.vectors.fromArray(vector, () -> pushPlace(register));
    }

    /** Returns the registers of a set that have arrays here. */
    List<Register> among(BitSet alive) {
        return alive.stream()
                .filter(arrays::containsKey)
                .mapToObj(lanes.plan.kernel().kernel().registers()::get)
                .toList();
    }
}

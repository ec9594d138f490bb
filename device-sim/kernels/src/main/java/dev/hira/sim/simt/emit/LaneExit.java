package dev.hira.sim.simt.emit;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.simt.form.LaneForm;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.util.Collection;

/** Emits code that stores the registers of a group in the arrays of stopped threads. */
final class LaneExit {
    private final LaneBody lanes;
    private final CodeBuilder code;
    private final LaneArrays arrays;

    LaneExit(LaneBody lanes, LaneArrays arrays) {
        this.lanes = lanes;
        this.code = lanes.code;
        this.arrays = arrays;
    }

    /** Stores registers of the running lanes. */
    void store(Collection<Register> registers) {
        registers.forEach(this::store);
    }

    private void store(Register register) {
        switch (lanes.forms.of(register)) {
            case LaneForm.Offset offset -> storeOffset(register, offset);
            case LaneForm.Array _ -> {
                ClassDesc array = LaneArrays.element(register).arrayType();
                code.aload(lanes.vectorSlot(register));
                arrays.pushPlace(register);
                code.loadConstant(lanes.lanes);
                lanes.pushLanes();
                code.invokestatic(
                        lanes.runtime(),
                        "copy",
                        GeneratedTypes.method(
                                GeneratedTypes.V,
                                array,
                                array,
                                GeneratedTypes.I,
                                GeneratedTypes.I,
                                GeneratedTypes.J));
            }
            case LaneForm.Same _, LaneForm.Stepped _, LaneForm.Vector _ -> {
                switch (register.carrier()) {
                    case LONG -> storeLongs(register);
                    case DOUBLE -> storeDoubles(register);
                    case BOOLEAN, INT, FLOAT -> storeVector(register);
                }
            }
        }
    }

    private void storeVector(Register register) {
        ClassDesc vector = LaneBody.vectorOf(register.carrier());
        if (lanes.active != LaneBody.NONE) {
            arrays.load(register, vector);
        }
        if (register.carrier() == Carrier.BOOLEAN) {
            lanes.slots.clear(Carrier.INT);
            lanes.vectors.broadcast(VectorCalls.INTS, code::iconst_1);
            lanes.pushVector(register);
            lanes.vectors.blend(VectorCalls.INTS);
        } else {
            lanes.pushVector(register);
        }
        if (lanes.active != LaneBody.NONE) {
            code.aload(lanes.active);
            lanes.vectors.blend(vector);
        }
        arrays.pushPlace(register);
        lanes.vectors.intoArray(vector);
    }

    private void storeLongs(Register register) {
        arrays.pushPlace(register);
        code.loadConstant(lanes.lanes);
        lanes.pushLanes();
        lanes.body.load(register);
        code.lconst_0();
        ClassDesc array = GeneratedTypes.J.arrayType();
        code.invokestatic(
                lanes.runtime(),
                "step",
                GeneratedTypes.method(
                        GeneratedTypes.V,
                        array,
                        GeneratedTypes.I,
                        GeneratedTypes.I,
                        GeneratedTypes.J,
                        GeneratedTypes.J,
                        GeneratedTypes.J));
    }

    private void storeDoubles(Register register) {
        arrays.pushPlace(register);
        code.loadConstant(lanes.lanes);
        lanes.pushLanes();
        lanes.body.load(register);
        ClassDesc array = GeneratedTypes.D.arrayType();
        code.invokestatic(
                lanes.runtime(),
                "fill",
                GeneratedTypes.method(
                        GeneratedTypes.V,
                        array,
                        GeneratedTypes.I,
                        GeneratedTypes.I,
                        GeneratedTypes.J,
                        GeneratedTypes.D));
    }

    private void storeOffset(Register register, LaneForm.Offset offset) {
        lanes.pushInner(register, offset);
        lanes.pushScratch(Carrier.INT, 0);
        code.iconst_0();
        lanes.vectors.intoArray(VectorCalls.INTS);
        arrays.pushPlace(register);
        code.loadConstant(lanes.lanes);
        lanes.pushLanes();
        code.lload(lanes.baseSlot(register)).loadConstant(offset.scale());
        lanes.pushScratch(Carrier.INT, 0);
        code.invokestatic(
                lanes.runtime(),
                offset.signed() ? "join" : "joinUnsigned",
                GeneratedTypes.method(
                        GeneratedTypes.V,
                        GeneratedTypes.J.arrayType(),
                        GeneratedTypes.I,
                        GeneratedTypes.I,
                        GeneratedTypes.J,
                        GeneratedTypes.J,
                        GeneratedTypes.J,
                        GeneratedTypes.I.arrayType()));
    }
}

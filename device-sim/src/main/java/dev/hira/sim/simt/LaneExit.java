package dev.hira.sim.simt;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.jit.Names;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.util.Collection;

/** Emits how the registers of a group go to where stopped threads keep them. */
final class LaneExit {
    private final LaneBody lanes;
    private final CodeBuilder code;
    private final LaneArrays arrays;

    LaneExit(LaneBody lanes, LaneArrays arrays) {
        this.lanes = lanes;
        this.code = lanes.code;
        this.arrays = arrays;
    }

    /** Stores registers of the lanes that run. */
    void store(Collection<Register> registers) {
        registers.forEach(this::store);
    }

    private void store(Register register) {
        switch (lanes.forms.of(register)) {
            case Form.Offset offset -> storeOffset(register, offset);
            case Form.Array _ -> {
                ClassDesc array = LaneArrays.element(register).arrayType();
                code.aload(lanes.vectorSlot(register));
                arrays.pushPlace(register);
                code.loadConstant(lanes.lanes);
                lanes.pushLanes();
                code.invokestatic(
                        lanes.runtime(),
                        "copy",
                        Names.method(Names.V, array, array, Names.I, Names.I, Names.J));
            }
            case Form.Same _, Form.Stepped _, Form.Vector _ -> {
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
            lanes.vectors.broadcast(Vectors.INTS, code::iconst_1);
            lanes.pushVector(register);
            lanes.vectors.blend(Vectors.INTS);
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
        ClassDesc array = Names.J.arrayType();
        code.invokestatic(
                lanes.runtime(),
                "step",
                Names.method(Names.V, array, Names.I, Names.I, Names.J, Names.J, Names.J));
    }

    private void storeDoubles(Register register) {
        arrays.pushPlace(register);
        code.loadConstant(lanes.lanes);
        lanes.pushLanes();
        lanes.body.load(register);
        ClassDesc array = Names.D.arrayType();
        code.invokestatic(
                lanes.runtime(),
                "fill",
                Names.method(Names.V, array, Names.I, Names.I, Names.J, Names.D));
    }

    private void storeOffset(Register register, Form.Offset offset) {
        lanes.pushInner(register, offset);
        lanes.pushScratch(Carrier.INT, 0);
        code.iconst_0();
        lanes.vectors.intoArray(Vectors.INTS);
        arrays.pushPlace(register);
        code.loadConstant(lanes.lanes);
        lanes.pushLanes();
        code.lload(lanes.baseSlot(register)).loadConstant(offset.scale());
        lanes.pushScratch(Carrier.INT, 0);
        code.invokestatic(
                lanes.runtime(),
                offset.signed() ? "join" : "joinUnsigned",
                Names.method(
                        Names.V,
                        Names.J.arrayType(),
                        Names.I,
                        Names.I,
                        Names.J,
                        Names.J,
                        Names.J,
                        Names.I.arrayType()));
    }
}

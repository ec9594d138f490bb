package dev.hira.sim.simt.emit;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.jit.emit.MeetingEmitter;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.simt.form.LaneForm;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.List;

/**
 * Emits code that loads the registers of a group from the arrays of stopped threads. If the saved
 * values do not have the form that a register has here, the group runs one by one.
 */
final class LaneEntry {
    private final LaneBody lanes;
    private final CodeBuilder code;
    private final LaneArrays arrays;

    LaneEntry(LaneBody lanes, LaneArrays arrays) {
        this.lanes = lanes;
        this.arrays = arrays;
        this.code = lanes.code;
    }

    /** Loads a register, or jumps to {@code other} when its lanes do not have its form. */
    void load(Register register, Label other) {
        switch (lanes.forms.of(register)) {
            case LaneForm.Same _ -> loadSame(register, other);
            case LaneForm.Stepped(int step) -> {
                arrays.pushPlace(register);
                code.iaload();
                lanes.body.store(register);
                arrays.load(register, VectorCalls.INTS);
                lanes.vectors.compare(
                        VectorCalls.INTS,
                        "EQ",
                        () -> {
                            lanes.vectors.broadcast(
                                    VectorCalls.INTS, () -> lanes.body.load(register));
                            lanes.vectors.addIndex(step);
                        });
                requireAll(other);
            }
            case LaneForm.Vector _ -> loadVector(register);
            case LaneForm.Offset offset -> loadOffset(register, offset, other);
            case LaneForm.Array _ -> {
                arrays.pushPlace(register);
                code.aload(lanes.vectorSlot(register)).iconst_0().loadConstant(lanes.lanes);
                copyArray();
            }
        }
    }

    private void copyArray() {
        code.invokestatic(
                GeneratedTypes.of(System.class),
                "arraycopy",
                GeneratedTypes.method(
                        GeneratedTypes.V,
                        LaneBody.OBJECT,
                        GeneratedTypes.I,
                        LaneBody.OBJECT,
                        GeneratedTypes.I,
                        GeneratedTypes.I));
    }

    private void requireAll(Label other) {
        lanes.vectors.test("allTrue");
        code.ifeq(other);
    }

    private void loadSame(Register register, Label other) {
        arrays.pushPlace(register);
        code.arrayLoad(TypeKind.from(LaneArrays.element(register)));
        lanes.body.store(register);
        switch (register.carrier()) {
            case BOOLEAN, INT -> {
                arrays.load(register, VectorCalls.INTS);
                sameBits(() -> lanes.body.load(register), other);
            }
            case FLOAT -> {
                arrays.load(register, VectorCalls.FLOATS);
                lanes.vectors.reinterpret(VectorCalls.FLOATS, VectorCalls.INTS);
                sameBits(
                        () -> {
                            lanes.body.load(register);
                            code.invokestatic(
                                    GeneratedTypes.FLOAT,
                                    "floatToRawIntBits",
                                    GeneratedTypes.method(GeneratedTypes.I, GeneratedTypes.F));
                        },
                        other);
            }
            case LONG, DOUBLE -> {
                arrays.pushPlace(register);
                code.loadConstant(lanes.lanes);
                ClassDesc array = LaneArrays.element(register).arrayType();
                code.invokestatic(
                        lanes.runtime(),
                        "same",
                        GeneratedTypes.method(
                                GeneratedTypes.Z, array, GeneratedTypes.I, GeneratedTypes.I));
                code.ifeq(other);
            }
        }
    }

    private void sameBits(Runnable first, Label other) {
        lanes.vectors.compare(
                VectorCalls.INTS, "EQ", () -> lanes.vectors.broadcast(VectorCalls.INTS, first));
        requireAll(other);
    }

    private void loadVector(Register register) {
        if (register.carrier() == Carrier.BOOLEAN) {
            arrays.load(register, VectorCalls.INTS);
            lanes.vectors.compare(VectorCalls.INTS, "NE", () -> lanes.slots.clear(Carrier.INT));
        } else {
            arrays.load(register, LaneBody.vectorOf(register.carrier()));
        }
        lanes.storeVector(register, LaneBody.NONE);
    }

    private void loadOffset(Register register, LaneForm.Offset offset, Label other) {
        if (offset.stepped()) {
            loadStepped(register, offset, other);
        } else {
            loadBase(register);
            loadDifferences(register, offset, other);
        }
    }

    private void loadStepped(Register register, LaneForm.Offset offset, Label other) {
        arrays.pushPlace(register);
        code.loadConstant(lanes.lanes);
        code.loadConstant(offset.stride());
        code.invokestatic(
                        lanes.runtime(),
                        "stepped",
                        GeneratedTypes.method(
                                GeneratedTypes.Z,
                                GeneratedTypes.J.arrayType(),
                                GeneratedTypes.I,
                                GeneratedTypes.I,
                                GeneratedTypes.J))
                .ifeq(other);
        arrays.pushPlace(register);
        code.laload()
                .lstore(lanes.baseSlot(register))
                .iconst_0()
                .istore(lanes.vectorSlot(register));
        if (!offset.signed() && offset.stride() < 0) {
            code.iconst_0().ifeq(other);
        }
    }

    /** Loads the least value of the lanes into the base. */
    private void loadBase(Register register) {
        arrays.pushPlace(register);
        code.loadConstant(lanes.lanes);
        code.invokestatic(
                        lanes.runtime(),
                        "least",
                        GeneratedTypes.method(
                                GeneratedTypes.J,
                                GeneratedTypes.J.arrayType(),
                                GeneratedTypes.I,
                                GeneratedTypes.I))
                .lstore(lanes.baseSlot(register));
    }

    /** Loads the differences to the base, in units of the scale, into the vector. */
    private void loadDifferences(Register register, LaneForm.Offset offset, Label other) {
        arrays.pushPlace(register);
        code.loadConstant(lanes.lanes).lload(lanes.baseSlot(register)).loadConstant(offset.scale());
        lanes.pushScratch(Carrier.INT, 0);
        code.invokestatic(
                        lanes.runtime(),
                        "split",
                        GeneratedTypes.method(
                                GeneratedTypes.Z,
                                GeneratedTypes.J.arrayType(),
                                GeneratedTypes.I,
                                GeneratedTypes.I,
                                GeneratedTypes.J,
                                GeneratedTypes.J,
                                GeneratedTypes.I.arrayType()))
                .ifeq(other);
        lanes.vectors.fromArray(
                VectorCalls.INTS,
                () -> {
                    lanes.pushScratch(Carrier.INT, 0);
                    code.iconst_0();
                });
        code.astore(lanes.vectorSlot(register));
    }

    /** Sets a register to zero, its value when threads begin. */
    void zero(Register register) {
        switch (lanes.forms.of(register)) {
            case LaneForm.Same _ -> {
                code.lconst_0();
                lanes.values.fromBits(register.carrier());
                lanes.body.store(register);
            }
            case LaneForm.Stepped _ ->
                    throw new IllegalStateException(register.name() + " is stepped.");
            case LaneForm.Vector _ -> {
                lanes.slots.clear(register.carrier());
                lanes.storeVector(register, LaneBody.NONE);
            }
            case LaneForm.Offset _ -> {
                code.lconst_0().lstore(lanes.baseSlot(register));
                lanes.slots.clear(Carrier.INT);
                code.astore(lanes.vectorSlot(register));
            }
            case LaneForm.Array _ ->
                    LaneLoop.emit(lanes, List.of(), List.of(register), -1, () -> {});
        }
    }

    /**
     * Takes the results of a meeting, or jumps to {@code other} when they do not have their form.
     */
    void take(Exit.Stop stop, List<Register> results, MeetingEmitter meetings, Label other) {
        int first = code.allocateLocal(TypeKind.INT);
        int differs = code.allocateLocal(TypeKind.INT);
        code.iconst_0().istore(differs).iconst_0().istore(first);
        LaneLoop.emit(
                lanes,
                List.of(),
                results,
                LaneBody.NONE,
                () -> {
                    meetings.take(stop);
                    results.stream()
                            .filter(lanes.forms::same)
                            .forEach(register -> compareWithFirst(register, first, differs));
                });
        if (results.stream().anyMatch(lanes.forms::same)) {
            code.iload(differs).ifne(other);
        }
    }

    private void compareWithFirst(Register register, int first, int differs) {
        Label later = code.newLabel();
        code.iload(lanes.leader).iload(LaneBody.FROM).if_icmpne(later);
        lanes.body.load(register);
        code.istore(first).labelBinding(later);
        lanes.body.load(register);
        code.iload(first).ixor().iload(differs).ior().istore(differs);
    }
}

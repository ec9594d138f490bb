package dev.hira.sim.simt;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.jit.MeetingEmitter;
import dev.hira.sim.jit.Names;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.List;

/**
 * Emits how the registers of a group come from where stopped threads keep them. What the threads of
 * a group have kept need not be of the form that the registers have here: then they are run one by
 * one.
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

    /** Loads a register, or goes elsewhere when its lanes are not of its form. */
    void load(Register register, Label other) {
        switch (lanes.forms.of(register)) {
            case Form.Same _ -> loadSame(register, other);
            case Form.Stepped(int step) -> {
                arrays.pushPlace(register);
                code.iaload();
                lanes.body.store(register);
                arrays.load(register, Vectors.INTS);
                lanes.vectors.compare(
                        Vectors.INTS,
                        "EQ",
                        () -> {
                            lanes.vectors.broadcast(Vectors.INTS, () -> lanes.body.load(register));
                            lanes.vectors.addIndex(step);
                        });
                requireAll(other);
            }
            case Form.Vector _ -> loadVector(register);
            case Form.Offset offset -> loadOffset(register, offset, other);
            case Form.Array _ -> {
                arrays.pushPlace(register);
                code.aload(lanes.vectorSlot(register)).iconst_0().loadConstant(lanes.lanes);
                copyArray();
            }
        }
    }

    private void copyArray() {
        code.invokestatic(
                Names.of(System.class),
                "arraycopy",
                Names.method(Names.V, LaneBody.OBJECT, Names.I, LaneBody.OBJECT, Names.I, Names.I));
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
                arrays.load(register, Vectors.INTS);
                sameBits(() -> lanes.body.load(register), other);
            }
            case FLOAT -> {
                arrays.load(register, Vectors.FLOATS);
                lanes.vectors.reinterpret(Vectors.FLOATS, Vectors.INTS);
                sameBits(
                        () -> {
                            lanes.body.load(register);
                            code.invokestatic(
                                    Names.FLOAT,
                                    "floatToRawIntBits",
                                    Names.method(Names.I, Names.F));
                        },
                        other);
            }
            case LONG, DOUBLE -> {
                arrays.pushPlace(register);
                code.loadConstant(lanes.lanes);
                ClassDesc array = LaneArrays.element(register).arrayType();
                code.invokestatic(
                        lanes.runtime(), "same", Names.method(Names.Z, array, Names.I, Names.I));
                code.ifeq(other);
            }
        }
    }

    private void sameBits(Runnable first, Label other) {
        lanes.vectors.compare(
                Vectors.INTS, "EQ", () -> lanes.vectors.broadcast(Vectors.INTS, first));
        requireAll(other);
    }

    private void loadVector(Register register) {
        if (register.carrier() == Carrier.BOOLEAN) {
            arrays.load(register, Vectors.INTS);
            lanes.vectors.compare(Vectors.INTS, "NE", () -> lanes.slots.clear(Carrier.INT));
        } else {
            arrays.load(register, LaneBody.vectorOf(register.carrier()));
        }
        lanes.storeVector(register, LaneBody.NONE);
    }

    private void loadOffset(Register register, Form.Offset offset, Label other) {
        int base = lanes.baseSlot(register);
        arrays.pushPlace(register);
        code.loadConstant(lanes.lanes);
        if (offset.stepped()) {
            code.loadConstant(offset.stride());
            code.invokestatic(
                            lanes.runtime(),
                            "stepped",
                            Names.method(Names.Z, Names.J.arrayType(), Names.I, Names.I, Names.J))
                    .ifeq(other);
            arrays.pushPlace(register);
            code.laload().lstore(base).iconst_0().istore(lanes.vectorSlot(register));
            if (!offset.signed() && offset.stride() < 0) {
                code.iconst_0().ifeq(other);
            }
            return;
        }
        code.invokestatic(
                        lanes.runtime(),
                        "least",
                        Names.method(Names.J, Names.J.arrayType(), Names.I, Names.I))
                .lstore(base);
        arrays.pushPlace(register);
        code.loadConstant(lanes.lanes).lload(base).loadConstant(offset.scale());
        lanes.pushScratch(Carrier.INT, 0);
        code.invokestatic(
                        lanes.runtime(),
                        "split",
                        Names.method(
                                Names.Z,
                                Names.J.arrayType(),
                                Names.I,
                                Names.I,
                                Names.J,
                                Names.J,
                                Names.I.arrayType()))
                .ifeq(other);
        lanes.vectors.fromArray(
                Vectors.INTS,
                () -> {
                    lanes.pushScratch(Carrier.INT, 0);
                    code.iconst_0();
                });
        code.astore(lanes.vectorSlot(register));
    }

    /** Gives a register zeros, as threads have them at their beginning. */
    void zero(Register register) {
        switch (lanes.forms.of(register)) {
            case Form.Same _ -> {
                code.lconst_0();
                lanes.values.fromBits(register.carrier());
                lanes.body.store(register);
            }
            case Form.Stepped _ ->
                    throw new IllegalStateException(register.name() + " is stepped.");
            case Form.Vector _ -> {
                lanes.slots.clear(register.carrier());
                lanes.storeVector(register, LaneBody.NONE);
            }
            case Form.Offset _ -> {
                code.lconst_0().lstore(lanes.baseSlot(register));
                lanes.slots.clear(Carrier.INT);
                code.astore(lanes.vectorSlot(register));
            }
            case Form.Array _ -> LaneLoop.emit(lanes, List.of(), List.of(register), -1, () -> {});
        }
    }

    /** Takes the results of a meeting, or goes elsewhere when they are not of their form. */
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

package dev.hira.sim.simt;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.jit.Body;
import dev.hira.sim.jit.MeetingEmitter;
import dev.hira.sim.jit.Names;
import dev.hira.sim.jit.Stored;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Emits how the registers of a group come from the arrays in which stopped threads keep them, and
 * go there. What the threads of a group have kept need not be of the form that the registers have
 * here: then they are run one by one.
 */
final class LaneEntry {
    private final LaneBody lanes;
    private final CodeBuilder code;
    private final Map<Integer, Integer> arrays = new HashMap<>();

    LaneEntry(LaneBody lanes) {
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
            code.aload(Body.WORKSPACE)
                    .getfield(
                            Names.WORKSPACE,
                            Stored.field(register.carrier()),
                            element(register).arrayType(2))
                    .loadConstant(lanes.plan.kernel().stored().number(register))
                    .aaload()
                    .astore(slot);
            arrays.put(register.index(), slot);
        }
    }

    private static ClassDesc element(Register register) {
        return switch (register.carrier()) {
            case BOOLEAN, INT -> Names.I;
            case LONG -> Names.J;
            case FLOAT -> Names.F;
            case DOUBLE -> Names.D;
        };
    }

    private CodeBuilder pushArray(Register register) {
        return code.aload(Objects.requireNonNull(arrays.get(register.index())));
    }

    private void pushPlace(Register register) {
        pushArray(register).iload(LaneBody.FROM);
    }

    /** Loads a register, or goes elsewhere when its lanes are not of its form. */
    void load(Register register, Label other) {
        switch (lanes.forms.of(register)) {
            case Form.Same _ -> loadSame(register, other);
            case Form.Stepped(int step) -> {
                pushPlace(register);
                code.iaload();
                lanes.body.store(register);
                fromArray(register, Vectors.INTS);
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
                pushPlace(register);
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

    private void fromArray(Register register, ClassDesc vector) {
        lanes.vectors.fromArray(vector, () -> pushPlace(register));
    }

    private void loadSame(Register register, Label other) {
        pushPlace(register);
        code.arrayLoad(TypeKind.from(element(register)));
        lanes.body.store(register);
        switch (register.carrier()) {
            case BOOLEAN, INT -> {
                fromArray(register, Vectors.INTS);
                sameBits(() -> lanes.body.load(register), other);
            }
            case FLOAT -> {
                fromArray(register, Vectors.FLOATS);
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
                pushPlace(register);
                code.loadConstant(lanes.lanes);
                ClassDesc array = element(register).arrayType();
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
            fromArray(register, Vectors.INTS);
            lanes.vectors.compare(Vectors.INTS, "NE", () -> lanes.clear(Carrier.INT));
        } else {
            fromArray(register, LaneBody.vectorOf(register.carrier()));
        }
        lanes.storeVector(register, LaneBody.NONE);
    }

    private void loadOffset(Register register, Form.Offset offset, Label other) {
        int base = lanes.baseSlot(register);
        pushPlace(register);
        code.loadConstant(lanes.lanes);
        if (offset.stepped()) {
            code.loadConstant(offset.stride());
            code.invokestatic(
                            lanes.runtime(),
                            "stepped",
                            Names.method(Names.Z, Names.J.arrayType(), Names.I, Names.I, Names.J))
                    .ifeq(other);
            pushPlace(register);
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
        pushPlace(register);
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
                lanes.clear(register.carrier());
                lanes.storeVector(register, LaneBody.NONE);
            }
            case Form.Offset _ -> {
                code.lconst_0().lstore(lanes.baseSlot(register));
                lanes.clear(Carrier.INT);
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

    /** Stores registers of the lanes that run. */
    void store(Collection<Register> registers) {
        registers.forEach(this::store);
    }

    private void store(Register register) {
        switch (lanes.forms.of(register)) {
            case Form.Offset offset -> storeOffset(register, offset);
            case Form.Array _ -> {
                ClassDesc array = element(register).arrayType();
                code.aload(lanes.vectorSlot(register));
                pushPlace(register);
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
            fromArray(register, vector);
        }
        if (register.carrier() == Carrier.BOOLEAN) {
            lanes.clear(Carrier.INT);
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
        pushPlace(register);
        lanes.vectors.intoArray(vector);
    }

    private void storeLongs(Register register) {
        pushPlace(register);
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
        pushPlace(register);
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
        pushPlace(register);
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

    /** The registers of a set that have arrays here. */
    List<Register> among(BitSet alive) {
        return alive.stream()
                .filter(arrays::containsKey)
                .mapToObj(lanes.plan.kernel().kernel().registers()::get)
                .toList();
    }
}

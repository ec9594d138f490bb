package dev.hira.sim.simt.emit;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MethodBody;
import dev.hira.sim.jit.method.ValueEmitter;
import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.simt.form.LaneForm;
import dev.hira.sim.simt.form.LaneForms;
import dev.hira.sim.simt.form.LanePlan;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.HashMap;
import java.util.Map;

/**
 * A method for groups of lanes while it is generated, with the places of the lanes' registers.
 *
 * <p>A value that all lanes share is in a local variable where the scalar tier's emitters look for
 * it, and so is the first lane's value of a stepped register. For all other registers those
 * emitters find a local variable that holds one lane's value while the lanes run one by one.
 */
final class LaneBody {
    /** The local variables of the method. */
    static final int FROM = 1;

    static final int TO = 2;
    static final int SCALAR = 3;

    /** No local variable; as a mask, all lanes. */
    static final int NONE = MethodBody.NONE;

    final CodeBuilder code;
    final int lanes;
    final LanePlan plan;
    final LaneForms forms;
    final MethodBody body;
    final ValueEmitter values;
    final VectorCalls vectors;

    /** The places of registers. */
    final LaneSlots slots;

    /** The local variable with the number of the thread that a failure report names. */
    final int leader;

    /** The local variable with the scratch arrays. */
    final int scratch;

    /** The local variable with the mask of the running lanes; NONE for all. */
    int active = NONE;

    /** The local variables with values whose denormals were flushed to zero. */
    private final Map<Value, Integer> flushed = new HashMap<>();

    LaneBody(CodeBuilder code, LanePlan plan, int lanes) {
        KernelPlan kernel = plan.kernel();
        this.code = code;
        this.lanes = lanes;
        this.plan = plan;
        this.forms = plan.forms();
        this.leader = code.allocateLocal(TypeKind.INT);
        this.scratch = code.allocateLocal(TypeKind.REFERENCE);
        this.body =
                new MethodBody(
                        code, kernel, kernel.kernel(), kernel.folding(), leader, MethodBody.NONE);
        this.values = new ValueEmitter(body);
        this.vectors = new VectorCalls(code, lanes);
        this.slots = new LaneSlots(this);
    }

    /** Returns the local variable with a vector, mask, array or the INTs of an offset. */
    int vectorSlot(Register register) {
        return slots.ofVector(register);
    }

    /** Returns the local variable with the start of an offset. */
    int baseSlot(Register register) {
        return slots.ofBase(register);
    }

    /** Pushes a scratch array. */
    void pushScratch(Carrier carrier, int number) {
        boolean single = carrier == Carrier.FLOAT;
        code.aload(scratch)
                .getfield(
                        GeneratedTypes.of(LaneScratch.class),
                        (single ? "floats" : "ints") + number,
                        (single ? GeneratedTypes.F : GeneratedTypes.I).arrayType());
    }

    /** The class of the vectors that hold a carrier. */
    static ClassDesc vectorOf(Carrier carrier) {
        return carrier == Carrier.FLOAT ? VectorCalls.FLOATS : VectorCalls.INTS;
    }

    /** Flushes an f32 value once; the flushed one replaces it until {@link #forgetFlushed}. */
    void flush(Value value) {
        if (value.carrier() == Carrier.FLOAT && !flushed.containsKey(value)) {
            pushVector(value);
            VectorFunctions.flush(this);
            int slot = code.allocateLocal(TypeKind.REFERENCE);
            code.astore(slot);
            flushed.put(value, slot);
        }
    }

    void forgetFlushed() {
        flushed.clear();
    }

    /** Pushes a value as a vector or mask. */
    void pushVector(Value value) {
        Integer stand = flushed.get(value);
        if (stand != null) {
            code.aload(stand);
            return;
        }
        switch (forms.of(value)) {
            case LaneForm.Same _ -> {
                if (value.carrier() == Carrier.BOOLEAN) {
                    vectors.maskAll(() -> values.push(value));
                } else {
                    vectors.broadcast(vectorOf(value.carrier()), () -> values.push(value));
                }
            }
            case LaneForm.Stepped(int step) -> {
                vectors.broadcast(VectorCalls.INTS, () -> pushFirst(value));
                vectors.addIndex(step);
            }
            case LaneForm.Vector _ -> code.aload(vectorSlot((Register) value));
            case LaneForm.Offset _, LaneForm.Array _ ->
                    throw new IllegalStateException(value + " is not a vector.");
        }
    }

    /** Pushes the first lane's value of a shared or stepped value. */
    void pushFirst(Value value) {
        if (value instanceof Value.Special special) {
            switch (special.register()) {
                case LANEID -> {
                    code.iload(FROM).loadConstant(31).iand();
                    return;
                }
                case TID_X -> {
                    code.iload(body.tidX);
                    return;
                }
                default -> {}
            }
        }
        values.push(value);
    }

    /** Pushes the INTs of an offset as a vector. */
    void pushInner(Register register, LaneForm.Offset offset) {
        int slot = vectorSlot(register);
        if (offset.inner() instanceof LaneForm.Stepped(int step)) {
            vectors.broadcast(VectorCalls.INTS, () -> code.iload(slot));
            vectors.addIndex(step);
        } else {
            code.aload(slot);
        }
    }

    /**
     * Pops a vector or mask into a register.
     *
     * @param mask the local variable with the mask of the lanes that receive it; NONE for all
     */
    void storeVector(Register register, int mask) {
        int slot = vectorSlot(register);
        if (mask == NONE) {
            code.astore(slot);
        } else if (register.carrier() == Carrier.BOOLEAN) {
            code.aload(mask);
            vectors.combine("and");
            code.aload(slot).aload(mask);
            vectors.combine("andNot");
            vectors.combine("or");
            code.astore(slot);
        } else {
            ClassDesc vector = vectorOf(register.carrier());
            int made = code.allocateLocal(TypeKind.REFERENCE);
            code.astore(made).aload(slot).aload(made).aload(mask);
            vectors.blend(vector);
            code.astore(slot);
        }
    }

    /** Makes failure reports name the first of the running lanes from here on. */
    void lead() {
        code.iload(FROM);
        if (active != NONE) {
            code.aload(active);
            vectors.firstTrue();
            code.iadd();
        }
        code.istore(leader);
    }

    /** Pushes the bits of the running lanes. */
    void pushLanes() {
        if (active == NONE) {
            code.loadConstant((1L << lanes) - 1);
        } else {
            code.aload(active);
            vectors.toBits();
        }
    }

    ClassDesc runtime() {
        return GeneratedTypes.of(LaneRuntime.class);
    }

    static final ClassDesc OBJECT = ConstantDescs.CD_Object;
}

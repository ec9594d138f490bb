package dev.hira.sim.simt.emit;

import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.simt.form.ComputeForms;
import dev.hira.sim.simt.form.LaneForm;
import java.lang.classfile.CodeBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Emits computations of LONGs that are a common start plus a multiple of each lane's INT. */
final class LaneOffsets {
    private final LaneBody lanes;
    private final CodeBuilder code;

    LaneOffsets(LaneBody lanes) {
        this.lanes = lanes;
        this.code = lanes.code;
    }

    /**
     * Computes a register of this form from arguments whose natural result form is {@code made}.
     */
    void compute(Step.Compute compute, LaneForm.Offset form, @Nullable LaneForm made) {
        Register target = compute.target();
        List<Value> arguments = compute.arguments();
        if (made instanceof LaneForm.Same) {
            lanes.values.compute(compute);
            code.lstore(lanes.baseSlot(target));
            clear(target, form);
            return;
        }
        if (!(made instanceof LaneForm.Offset source)) {
            throw new IllegalStateException(compute + " does not compute an offset.");
        }
        switch (compute.operation().method()) {
            case "cvtB64S32", "cvtB64U32" -> widened(arguments.getFirst(), target, form);
            case "mulWideS32", "mulWideU32" -> widened(ComputeForms.other(arguments), target, form);
            case "cvtB64B64" -> move(arguments.getFirst(), target, form);
            case "addB64", "subB64" -> {
                boolean first = lanes.forms.of(arguments.getFirst()) instanceof LaneForm.Offset;
                Register register = (Register) arguments.get(first ? 0 : 1);
                code.lload(lanes.baseSlot(register));
                lanes.values.push(arguments.get(first ? 1 : 0));
                if (compute.operation().method().equals("addB64")) {
                    code.ladd();
                } else {
                    code.lsub();
                }
                finish(register, source, target, form);
            }
            default -> scaled(compute, source, target, form);
        }
    }

    private void scaled(
            Step.Compute compute, LaneForm.Offset source, Register target, LaneForm.Offset form) {
        List<Value> arguments = compute.arguments();
        boolean shift = compute.operation().method().equals("shlB64");
        Register register =
                (Register) (shift ? arguments.getFirst() : ComputeForms.other(arguments));
        Value factor = shift ? arguments.get(1) : ComputeForms.factor(arguments);
        long bits = ((Value.Constant) java.util.Objects.requireNonNull(factor)).bits();
        code.lload(lanes.baseSlot(register)).loadConstant(shift ? 1L << bits : bits).lmul();
        finish(register, source, target, form);
    }

    /** Pops the start, and takes the INTs of another offset. */
    private void finish(
            Register source, LaneForm.Offset sourceForm, Register target, LaneForm.Offset form) {
        int base = lanes.baseSlot(target);
        if (form.stepped()) {
            code.lstore(base).iload(lanes.vectorSlot(source)).istore(lanes.vectorSlot(target));
        } else {
            code.lstore(base);
            lanes.pushInner(source, sourceForm);
            code.astore(lanes.vectorSlot(target));
        }
    }

    /** Makes an offset of INTs. */
    private void widened(Value value, Register target, LaneForm.Offset form) {
        if (form.stepped()) {
            lanes.pushFirst(value);
            code.istore(lanes.vectorSlot(target));
        } else {
            lanes.pushVector(value);
            code.astore(lanes.vectorSlot(target));
        }
        code.lconst_0().lstore(lanes.baseSlot(target));
    }

    /** Copies an offset, or a value that all lanes share. */
    void move(Value value, Register target, LaneForm.Offset form) {
        if (value instanceof Register source
                && lanes.forms.of(source) instanceof LaneForm.Offset sourceForm) {
            code.lload(lanes.baseSlot(source));
            finish(source, sourceForm, target, form);
        } else {
            lanes.values.push(value);
            code.lstore(lanes.baseSlot(target));
            clear(target, form);
        }
    }

    /** Takes the value that the scalar emitter has left in a register's own local variable. */
    void same(Register target, LaneForm.Offset form) {
        lanes.body.load(target);
        code.lstore(lanes.baseSlot(target));
        clear(target, form);
    }

    private void clear(Register target, LaneForm.Offset form) {
        if (form.stepped()) {
            throw new IllegalStateException(target.name() + " is stepped.");
        }
        lanes.slots.clear(dev.hira.sim.code.Carrier.INT);
        code.astore(lanes.vectorSlot(target));
    }

    /** Pushes the first lane's value. */
    void pushFirst(Register register, LaneForm.Offset form) {
        code.lload(lanes.baseSlot(register)).iload(lanes.vectorSlot(register));
        LaneLoop.widen(code, form);
        code.ladd();
    }
}

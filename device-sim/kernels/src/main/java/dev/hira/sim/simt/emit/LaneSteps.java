package dev.hira.sim.simt.emit;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.check.AccessGroups;
import dev.hira.sim.jit.emit.StepEmitter;
import dev.hira.sim.jit.plan.RegisterPlan;
import dev.hira.sim.jit.plan.RegisterUses;
import dev.hira.sim.simt.form.ComputeForms;
import dev.hira.sim.simt.form.LaneForm;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Emits steps. The scalar tier's emitters compute values that all lanes share, vector operations
 * compute other values where such operations exist, and a loop over the lanes computes the rest.
 */
final class LaneSteps {
    private final LaneBody lanes;
    private final CodeBuilder code;
    private final StepEmitter scalar;
    private final LaneMemory memory;
    private final LaneOffsets offsets;

    /** Whether waiting lanes need the old value of a register that is written. */
    private Predicate<Register> keeps = _ -> false;

    /** Whether only some of the running lanes do the step. */
    private boolean guarded;

    LaneSteps(LaneBody lanes, AccessGroups groups) {
        this.lanes = lanes;
        this.code = lanes.code;
        this.scalar = new StepEmitter(lanes.body, lanes.values, groups);
        this.memory = new LaneMemory(lanes, groups, this);
        this.offsets = new LaneOffsets(lanes);
    }

    /** Begins another block. */
    void beginBlock(Predicate<Register> kept) {
        scalar.beginBlock();
        keeps = kept;
    }

    /** Returns the mask of the lanes that receive a new value, where others keep theirs. */
    private int keep(Register register) {
        return guarded || keeps.test(register) ? lanes.active : LaneBody.NONE;
    }

    void emit(Step step) {
        lanes.body.at(step.at());
        switch (step) {
            case Step.Guarded guard -> guarded(guard);
            case Step.Compute compute -> compute(compute);
            case Step.Move move -> move(move);
            case Step.Select select -> select(select);
            case Step.Load load -> load(load);
            case Step.Store store -> memory.store(store);
            case Step.Fence _ -> scalar.emit(step);
            case Step.Atomic _, Step.BuiltinCall _, Step.Call _, Step.IndirectCall _ -> loop(step);
        }
    }

    private void guarded(Step.Guarded guard) {
        Label end = code.newLabel();
        if (lanes.forms.same(guard.predicate())) {
            lanes.values.branch(guard.predicate(), guard.negated(), end);
            emit(guard.step());
            code.labelBinding(end);
            return;
        }
        int before = lanes.active;
        boolean inside = guarded;
        lanes.active = mask(guard.predicate(), guard.negated(), before);
        guarded = true;
        code.aload(lanes.active);
        lanes.vectors.test("anyTrue");
        code.ifeq(end);
        emit(guard.step());
        code.labelBinding(end);
        lanes.active = before;
        guarded = inside;
    }

    /** Computes the mask of the running lanes for which a predicate holds. */
    int mask(Value predicate, boolean negated, int running) {
        int mask = code.allocateLocal(TypeKind.REFERENCE);
        if (running == LaneBody.NONE) {
            lanes.pushVector(predicate);
            if (negated) {
                code.invokevirtual(
                        VectorCalls.MASK,
                        "not",
                        dev.hira.sim.jit.method.GeneratedTypes.method(VectorCalls.MASK));
            }
        } else {
            code.aload(running);
            lanes.pushVector(predicate);
            lanes.vectors.combine(negated ? "andNot" : "and");
        }
        code.astore(mask);
        return mask;
    }

    /** Emits a step once for all lanes. */
    void alone(Step step) {
        scalar.emit(step);
    }

    /** Emits a step lane by lane. */
    void loop(Step step) {
        scalar.beginBlock();
        List<Register> written = RegisterUses.written(step);
        int keep = written.isEmpty() ? LaneBody.NONE : keep(written.getFirst());
        LaneLoop.emit(lanes, RegisterUses.read(step), written, keep, () -> scalar.emit(step));
        scalar.beginBlock();
    }

    /** Returns whether a value can be pushed as a vector. */
    boolean hasVectors(Value value) {
        return switch (lanes.forms.of(value)) {
            case LaneForm.Same _, LaneForm.Stepped _ -> true;
            case LaneForm.Vector _ -> value instanceof Register;
            case LaneForm.Offset _, LaneForm.Array _ -> false;
        };
    }

    private void compute(Step.Compute compute) {
        Register target = compute.target();
        @Nullable LaneForm made = ComputeForms.of(compute, lanes.forms);
        switch (lanes.forms.of(target)) {
            case LaneForm.Same _ -> scalar.emit(compute);
            case LaneForm.Stepped _ -> first(compute);
            case LaneForm.Offset offset -> offsets.compute(compute, offset, made);
            case LaneForm.Array _ -> loop(compute);
            case LaneForm.Vector _ -> {
                VectorOperations.@Nullable Emitter emitter =
                        VectorOperations.of(compute, lanes.vectors);
                if (made instanceof LaneForm.Same) {
                    spread(target, () -> lanes.values.compute(compute));
                } else if (emitter != null
                        && compute.arguments().stream().allMatch(this::hasVectors)) {
                    emitter.emit(lanes, compute.arguments());
                    lanes.storeVector(target, keep(target));
                } else if (isFmaDown(compute)) {
                    fmaDown(compute);
                } else {
                    loop(compute);
                }
            }
        }
    }

    private boolean isFmaDown(Step.Compute compute) {
        return compute.operation().method().equals("fmaRmF32")
                && !compute.operation().flush()
                && compute.arguments().stream().allMatch(this::hasVectors);
    }

    /** Multiplies and adds, rounding down, lane by lane where vectors cannot give the result. */
    private void fmaDown(Step.Compute compute) {
        Label slow = code.newLabel();
        Label done = code.newLabel();
        VectorFunctions.fmaDown(lanes, compute.arguments(), slow);
        VectorOperations.finish(lanes, compute.operation());
        lanes.storeVector(compute.target(), keep(compute.target()));
        code.goto_(done).labelBinding(slow);
        loop(compute);
        code.labelBinding(done);
    }

    /** Computes the first lane's value of a stepped result from those of its arguments. */
    private void first(Step.Compute compute) {
        if (lanes.forms.of(compute.arguments().getFirst()) instanceof LaneForm.Offset offset) {
            offsets.pushFirst((Register) compute.arguments().getFirst(), offset);
            code.l2i();
            lanes.body.store(compute.target());
            return;
        }
        code.iload(LaneBody.FROM).istore(lanes.leader);
        lanes.values.compute(compute);
        lanes.body.store(compute.target());
    }

    /** Broadcasts the number that {@code value} pushes to the lanes of a register. */
    private void spread(Register target, Runnable value) {
        if (target.carrier() == Carrier.BOOLEAN) {
            lanes.vectors.maskAll(value);
        } else {
            lanes.vectors.broadcast(LaneBody.vectorOf(target.carrier()), value);
        }
        lanes.storeVector(target, keep(target));
    }

    private void move(Step.Move move) {
        Register target = move.target();
        switch (lanes.forms.of(target)) {
            case LaneForm.Same _ -> scalar.emit(move);
            case LaneForm.Stepped _ -> {
                lanes.pushFirst(move.value());
                lanes.body.store(target);
            }
            case LaneForm.Offset offset -> offsets.move(move.value(), target, offset);
            case LaneForm.Array _ -> loop(move);
            case LaneForm.Vector _ -> {
                if (hasVectors(move.value())) {
                    lanes.pushVector(move.value());
                    lanes.storeVector(target, keep(target));
                } else {
                    loop(move);
                }
            }
        }
    }

    private void select(Step.Select select) {
        if (lanes.forms.same(select.condition())) {
            Label otherwise = code.newLabel();
            Label end = code.newLabel();
            lanes.values.branch(select.condition(), false, otherwise);
            move(new Step.Move(select.target(), select.ifTrue(), select.at()));
            code.goto_(end).labelBinding(otherwise);
            move(new Step.Move(select.target(), select.ifFalse(), select.at()));
            code.labelBinding(end);
            return;
        }
        Register target = select.target();
        boolean vectors =
                target.carrier() != Carrier.BOOLEAN
                        && lanes.forms.of(target) instanceof LaneForm.Vector
                        && hasVectors(select.condition())
                        && hasVectors(select.ifTrue())
                        && hasVectors(select.ifFalse());
        if (!vectors) {
            loop(select);
            return;
        }
        lanes.pushVector(select.ifFalse());
        lanes.pushVector(select.ifTrue());
        lanes.pushVector(select.condition());
        lanes.vectors.blend(LaneBody.vectorOf(target.carrier()));
        lanes.storeVector(target, keep(target));
    }

    private void load(Step.Load load) {
        boolean same =
                RegisterPlan.isOfParameters(load, lanes.body.program.parameterBytes())
                        || lanes.forms.loadsSame(load);
        if (!same) {
            memory.load(load);
        } else if (RegisterUses.written(load).stream().allMatch(lanes.forms::same)) {
            lanes.lead();
            scalar.emit(load);
        } else {
            lanes.lead();
            scalar.emit(load);
            RegisterUses.written(load).forEach(this::spreadLoaded);
        }
    }

    /** Broadcasts the value that the scalar emitter has left in a register's own local variable. */
    private void spreadLoaded(Register target) {
        switch (lanes.forms.of(target)) {
            case LaneForm.Same _ -> {}
            case LaneForm.Vector _ -> spread(target, () -> lanes.body.load(target));
            case LaneForm.Offset offset -> offsets.same(target, offset);
            case LaneForm.Array _ ->
                    LaneLoop.emit(lanes, List.of(), List.of(target), LaneBody.NONE, () -> {});
            case LaneForm.Stepped _ ->
                    throw new IllegalStateException(target.name() + " is not stepped.");
        }
    }

    /** Pops loaded lanes into a register. */
    void storeLoaded(Register target) {
        lanes.storeVector(target, keep(target));
    }
}

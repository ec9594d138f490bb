package dev.hira.sim.jit.emit;

import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.jit.check.AccessGroups;
import dev.hira.sim.jit.check.CheckEmitter;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MethodBody;
import dev.hira.sim.jit.method.ValueEmitter;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;

/** Emits steps. */
public final class StepEmitter {
    private final MethodBody body;
    private final CodeBuilder code;
    private final ValueEmitter values;
    private final CheckEmitter checks;
    private final MemoryEmitter memory;
    private final AtomicEmitter atomics;
    private final CallEmitter calls;
    private final ObservationEmitter observations;

    public StepEmitter(MethodBody body, ValueEmitter values, AccessGroups groups) {
        this.body = body;
        this.code = body.code;
        this.values = values;
        this.checks = new CheckEmitter(body, values);
        this.observations = new ObservationEmitter(body, values);
        this.memory = new MemoryEmitter(body, values, groups, checks, observations);
        this.atomics = new AtomicEmitter(body, values, groups, checks, observations);
        this.calls = new CallEmitter(body, values, observations);
    }

    /** Begins another block. */
    public void beginBlock() {
        checks.beginBlock();
    }

    public void emit(Step step) {
        if (body.folding.isFolded(step)) {
            return;
        }
        body.at(step.at());
        switch (step) {
            case Step.Compute compute -> {
                values.compute(compute);
                body.store(compute.target());
            }
            case Step.Move move -> {
                values.push(move.value());
                body.store(move.target());
            }
            case Step.Select select -> select(select);
            case Step.Load load -> memory.load(load);
            case Step.Store store -> memory.store(store);
            case Step.Atomic atomic -> atomics.emit(atomic);
            case Step.Fence _ -> {
                code.invokestatic(
                        GeneratedTypes.VAR_HANDLE,
                        "fullFence",
                        GeneratedTypes.method(GeneratedTypes.V));
                observations.fence();
            }
            case Step.Call call -> calls.emit(call);
            case Step.IndirectCall call -> calls.emit(call);
            case Step.BuiltinCall call -> calls.emit(call);
            case Step.Guarded guarded -> {
                Label end = code.newLabel();
                values.branch(guarded.predicate(), guarded.negated(), end);
                emit(guarded.step());
                code.labelBinding(end);
            }
        }
    }

    private void select(Step.Select select) {
        Label otherwise = code.newLabel();
        Label end = code.newLabel();
        Register target = select.target();
        values.branch(select.condition(), false, otherwise);
        values.push(select.ifTrue());
        code.goto_(end);
        code.labelBinding(otherwise);
        values.push(select.ifFalse());
        code.labelBinding(end);
        body.store(target);
    }
}

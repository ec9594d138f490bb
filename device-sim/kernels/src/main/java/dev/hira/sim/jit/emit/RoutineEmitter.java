package dev.hira.sim.jit.emit;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.analysis.Liveness;
import dev.hira.sim.jit.check.AccessGroups;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MethodBody;
import dev.hira.sim.jit.method.PieceRequirements;
import dev.hira.sim.jit.method.ValueEmitter;
import dev.hira.sim.jit.method.WorkspaceField;
import dev.hira.sim.jit.plan.CarrierTypes;
import dev.hira.sim.jit.plan.ExpressionFolding;
import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.jit.plan.KnownAlignment;
import dev.hira.sim.jit.plan.PieceCutter;
import dev.hira.sim.jit.plan.SymbolAddresses;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.BitSet;
import java.util.List;

/** Emits the method of a routine in which threads do not meet. */
final class RoutineEmitter implements FlowEmitter.Leaving {
    private static final int THREAD = 1;
    private static final int FRAME = 2;

    private final Routine routine;
    private final MethodBody body;
    private final CodeBuilder code;
    private final ValueEmitter values;
    private final AccessGroups groups;
    private final FlowEmitter flow;
    private final List<BasicBlock> blocks;
    private final SymbolAddresses symbolic;

    private RoutineEmitter(CodeBuilder code, KernelPlan plan, Routine routine) {
        this.code = code;
        this.routine = routine;
        this.body =
                new MethodBody(
                        code, plan, routine, ExpressionFolding.of(routine, null), THREAD, FRAME);
        this.values = new ValueEmitter(body);
        this.symbolic = SymbolAddresses.of(routine);
        this.blocks = PieceCutter.order(routine);
        this.groups = new AccessGroups(symbolic, KnownAlignment.of(routine, null));
        blocks.forEach(groups::add);
        this.flow = new FlowEmitter(body, values, groups, blocks, this);
    }

    static void emit(CodeBuilder code, KernelPlan plan, Routine routine) {
        new RoutineEmitter(code, plan, routine).emit();
    }

    private void emit() {
        Liveness liveness = Liveness.of(routine);
        PieceRequirements needs = new PieceRequirements(symbolic);
        needs.add(WorkspaceField.GRID);
        needs.addBlocks(blocks);
        body.at(blocks.getFirst().exit().at());
        pinParameters();
        body.slots.scan(blocks, liveness);
        registers(routine.results()).forEach(body.slots::touchBeginning);
        body.slots.allocate(code, _ -> false);
        body.load(needs);
        body.limits.compute(groups.limits());
        if (needs.local()) {
            int slot = code.allocateLocal(TypeKind.REFERENCE);
            body.pushLocal();
            code.astore(slot);
            body.local = slot;
        }
        clear(liveness.liveIn(0));
        flow.emit(_ -> false);
    }

    private static List<Register> registers(List<Routine.Place> places) {
        return Routine.registers(places);
    }

    private void pinParameters() {
        int slot = 0;
        for (Register parameter : registers(routine.parameters())) {
            body.slots.pin(parameter, code.parameterSlot(FRAME + 1 + slot));
            slot++;
        }
    }

    /** Clears results, and registers that may be read before they are written. */
    private void clear(BitSet alive) {
        BitSet cleared = (BitSet) alive.clone();
        registers(routine.results()).forEach(register -> cleared.set(register.index()));
        registers(routine.parameters()).forEach(register -> cleared.clear(register.index()));
        for (Register register : routine.registers()) {
            if (cleared.get(register.index())) {
                code.lconst_0();
                values.fromBits(register.carrier());
                body.store(register);
            }
        }
    }

    @Override
    public void finish() {
        List<Register> results = registers(routine.results());
        for (int i = 1; i < results.size(); i++) {
            code.aload(MethodBody.WORKSPACE)
                    .getfield(GeneratedTypes.WORKSPACE, "results", GeneratedTypes.J.arrayType())
                    .loadConstant(i);
            values.pushBits(results.get(i));
            code.lastore();
        }
        if (results.isEmpty()) {
            code.return_();
        } else {
            values.push(results.getFirst());
            code.return_(CarrierTypes.kind(results.getFirst().carrier()));
        }
    }

    @Override
    public void quit() {
        code.invokestatic(
                        GeneratedTypes.SLOW,
                        "quit",
                        GeneratedTypes.method(GeneratedTypes.of(RuntimeException.class)))
                .athrow();
    }

    @Override
    public void stop(Exit.Stop stop) {
        throw new IllegalStateException("Threads meet in " + routine.name() + ".");
    }

    @Override
    public void leaveFor(int block) {
        throw new IllegalStateException("The routine " + routine.name() + " is not cut.");
    }

    @Override
    public boolean leavesAt(int block) {
        return false;
    }

    @Override
    public boolean yieldsAt(int block) {
        return false;
    }

    @Override
    public boolean yieldAt(int block) {
        throw new IllegalStateException("Threads do not yield in " + routine.name() + ".");
    }
}

package dev.hira.sim.jit.method;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.plan.RegisterUses;
import dev.hira.sim.jit.plan.SymbolAddresses;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Everything that the code of some blocks uses besides registers. */
public final class PieceRequirements {
    private final SymbolAddresses symbolic;
    private final Set<WorkspaceField> fixtures = EnumSet.noneOf(WorkspaceField.class);
    private final Set<SpecialRegister> specials = EnumSet.noneOf(SpecialRegister.class);
    private boolean local;

    public PieceRequirements(SymbolAddresses symbolic) {
        this.symbolic = symbolic;
    }

    /** Returns the fields to load from the workspace. */
    public Set<WorkspaceField> fixtures() {
        return fixtures;
    }

    /** Returns whether a special register is read. */
    public boolean reads(SpecialRegister register) {
        return specials.contains(register);
    }

    /** Returns whether local memory is accessed. */
    public boolean local() {
        return local;
    }

    public void add(WorkspaceField fixture) {
        fixtures.add(fixture);
    }

    public void addBlocks(Collection<BasicBlock> blocks) {
        for (BasicBlock block : blocks) {
            block.steps().forEach(this::add);
            RegisterUses.read(block.exit()).forEach(this::add);
            if (block.exit() instanceof Exit.Stop) {
                fixtures.add(WorkspaceField.SITE);
            }
        }
    }

    public void addSteps(List<Step> steps) {
        steps.forEach(this::add);
    }

    private void add(Step step) {
        RegisterUses.read(step).forEach(this::add);
        switch (step) {
            case Step.Load load -> add(load.access().space(), load.address().base());
            case Step.Store store -> add(store.access().space(), store.address().base());
            case Step.Atomic atomic -> add(atomic.access().space(), atomic.address().base());
            case Step.Guarded guarded -> add(guarded.step());
            case Step.Compute _,
                    Step.Move _,
                    Step.Select _,
                    Step.Fence _,
                    Step.Call _,
                    Step.IndirectCall _,
                    Step.BuiltinCall _ -> {}
        }
    }

    private void add(Space space, Value base) {
        MemoryWindow window = MemoryWindow.of(space, symbolic.isSymbolic(base));
        if (window == MemoryWindow.LOCAL) {
            local = true;
        } else {
            fixtures.add(window.base());
            fixtures.add(window.delta());
        }
    }

    private void add(Value value) {
        if (value instanceof Value.Special(SpecialRegister register)) {
            specials.add(register);
        } else if (value instanceof Value.SymbolAddress) {
            fixtures.add(WorkspaceField.SYMBOLS);
        }
    }
}

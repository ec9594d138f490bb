package dev.hira.sim.jit.plan;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import java.util.BitSet;

/**
 * Finds registers with addresses derived from those of module variables. Accesses through them try
 * the window of variables first; this guess affects speed only.
 */
public final class SymbolAddresses {
    private final BitSet registers = new BitSet();

    private SymbolAddresses() {}

    public static SymbolAddresses of(Routine routine) {
        SymbolAddresses symbolic = new SymbolAddresses();
        boolean more = true;
        while (more) {
            more = false;
            for (BasicBlock block : routine.blocks()) {
                for (Step step : block.steps()) {
                    more |= symbolic.look(step);
                }
            }
        }
        return symbolic;
    }

    public boolean isSymbolic(Value value) {
        return value instanceof Value.SymbolAddress
                || (value instanceof Register register && registers.get(register.index()));
    }

    /** Marks the targets of a step that derives such an address; returns whether any is new. */
    private boolean look(Step step) {
        return switch (step) {
            case Step.Compute compute -> mark(compute, compute.target());
            case Step.Move move -> mark(move, move.target());
            case Step.Select select -> mark(select, select.target());
            case Step.Guarded guarded -> look(guarded.step());
            case Step.Load _,
                    Step.Store _,
                    Step.Atomic _,
                    Step.Fence _,
                    Step.Call _,
                    Step.IndirectCall _,
                    Step.BuiltinCall _ ->
                    false;
        };
    }

    private boolean mark(Step step, Register target) {
        if (registers.get(target.index())
                || RegisterUses.read(step).stream().noneMatch(this::isSymbolic)) {
            return false;
        }
        registers.set(target.index());
        return true;
    }
}

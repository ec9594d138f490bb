package dev.hira.sim.jit.plan;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import java.util.BitSet;
import java.util.function.Predicate;

/** The call graph of a program's routines. */
public final class CallGraph {
    private final Program program;
    private final BitSet[] direct;
    private final BitSet[] indirect;

    public CallGraph(Program program) {
        this.program = program;
        int count = program.routines().size();
        this.direct = new BitSet[count];
        this.indirect = new BitSet[count];
        for (Routine routine : program.routines()) {
            direct[routine.index()] = new BitSet();
            indirect[routine.index()] = new BitSet();
            for (BasicBlock block : routine.blocks()) {
                block.steps().forEach(step -> add(routine.index(), step));
            }
        }
    }

    private void add(int caller, Step step) {
        switch (step) {
            case Step.Call call -> direct[caller].set(call.routine());
            case Step.IndirectCall call -> call.candidates().forEach(indirect[caller]::set);
            case Step.Guarded guarded -> add(caller, guarded.step());
            default -> {}
        }
    }

    /** Returns the routines of a kind and those that call any of them, directly or indirectly. */
    public BitSet callersOf(Predicate<Routine> kind) {
        BitSet found = new BitSet();
        program.routines().stream().filter(kind).forEach(routine -> found.set(routine.index()));
        boolean changed = true;
        while (changed) {
            int before = found.cardinality();
            for (int i = 0; i < direct.length; i++) {
                if (direct[i].intersects(found) || indirect[i].intersects(found)) {
                    found.set(i);
                }
            }
            changed = found.cardinality() != before;
        }
        return found;
    }

    /**
     * Returns the routines of a set that call themselves, directly or through others of the set.
     */
    public BitSet recursive(BitSet within) {
        BitSet found = new BitSet();
        within.stream().filter(routine -> reaches(routine, routine, within)).forEach(found::set);
        return found;
    }

    private boolean reaches(int from, int wanted, BitSet within) {
        BitSet seen = new BitSet();
        BitSet open = called(from, within);
        while (!open.isEmpty()) {
            int next = open.nextSetBit(0);
            if (next == wanted) {
                return true;
            }
            open.clear(next);
            seen.set(next);
            open.or(called(next, within));
            open.andNot(seen);
        }
        return false;
    }

    private BitSet called(int routine, BitSet within) {
        BitSet called = (BitSet) direct[routine].clone();
        called.or(indirect[routine]);
        called.and(within);
        return called;
    }

    /** Returns the routines that are called through pointers. */
    public BitSet calledThroughPointers() {
        BitSet called = new BitSet();
        for (BitSet some : indirect) {
            called.or(some);
        }
        return called;
    }

    /** Returns the routines that can be reached from the kernel. */
    public BitSet reachable() {
        BitSet seen = new BitSet();
        BitSet open = new BitSet();
        open.set(0);
        while (!open.isEmpty()) {
            int next = open.nextSetBit(0);
            open.clear(next);
            seen.set(next);
            open.or(direct[next]);
            open.or(indirect[next]);
            open.andNot(seen);
        }
        return seen;
    }
}

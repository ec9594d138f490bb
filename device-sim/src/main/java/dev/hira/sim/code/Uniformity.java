package dev.hira.sim.code;

import java.util.BitSet;
import java.util.List;

/**
 * Which registers of a routine are the same for all threads of a block.
 *
 * <p>The same means: whenever two threads come to a point of the routine for the same time, they
 * have the same value there. It does not mean at the same moment: threads that wait for some others
 * only, like the lanes of a warp, may be ahead of the rest.
 *
 * <p>Threads differ in their numbers, in what they read from memory that may change, in what
 * functions return to them, and in what follows from these. Where a branch depends on such a value,
 * registers that are written on the ways from it to where they join differ there, if anybody reads
 * them. What is not known to be the same counts as different.
 */
public final class Uniformity {
    private final Routine routine;
    private final boolean kernel;
    private final BitSet different = new BitSet();
    private final BitSet separating = new BitSet();

    private Uniformity(Routine routine) {
        this.routine = routine;
        this.kernel = routine.index() == 0;
    }

    /** What is known about a routine. The parameters of all but the kernel count as different. */
    public static Uniformity of(Routine routine) {
        Uniformity uniformity = new Uniformity(routine);
        for (Routine.Place place : routine.parameters()) {
            if (place instanceof Routine.Place.InRegister(Register register)) {
                uniformity.different.set(register.index());
            }
        }
        uniformity.solve();
        return uniformity;
    }

    /** Whether all threads of a block read the same. */
    public boolean isUniform(Value value) {
        return switch (value) {
            case Register register -> !different.get(register.index());
            case Value.Special(SpecialRegister special) -> special.isUniform();
            case Value.FrameAddress _ -> kernel;
            case Value.Constant _, Value.SymbolAddress _ -> true;
        };
    }

    /** Whether threads that come to a block's end together go on together. */
    public boolean staysTogether(int block) {
        return !separating.get(block);
    }

    private void solve() {
        Joins joins = new Joins(routine);
        Liveness liveness = Liveness.of(routine);
        boolean changed = true;
        while (changed) {
            int before = different.cardinality();
            for (BasicBlock block : routine.blocks()) {
                block.steps().forEach(this::step);
                exit(block.exit());
            }
            changed = different.cardinality() != before;
            for (BasicBlock block : routine.blocks()) {
                if (!separating.get(block.index()) && separates(block.exit())) {
                    separating.set(block.index());
                    joins.of(block).forEach(join -> join(join, liveness));
                    changed = true;
                }
            }
        }
    }

    private boolean separates(Exit exit) {
        return switch (exit) {
            case Exit.Branch branch -> !isUniform(branch.predicate());
            case Exit.Switch chosen -> !isUniform(chosen.index());
            case Exit.Jump _, Exit.Return _, Exit.Quit _, Exit.Trap _, Exit.Stop _ -> false;
        };
    }

    private void join(Joins.Join join, Liveness liveness) {
        BitSet written = new BitSet();
        join.between().stream()
                .forEach(between -> {
                    BasicBlock block = routine.blocks().get(between);
                    block.steps().forEach(s -> Effects.writes(s, r -> written.set(r.index())));
                    Effects.writes(block.exit(), r -> written.set(r.index()));
                });
        written.and(liveness.liveIn(join.block()));
        different.or(written);
    }

    private void step(Step step) {
        if (!makesSame(step)) {
            Effects.writes(step, register -> different.set(register.index()));
        }
    }

    private boolean makesSame(Step step) {
        return switch (step) {
            case Step.Compute compute -> areUniform(compute.arguments());
            case Step.Move move -> isUniform(move.value());
            case Step.Select select ->
                    isUniform(select.condition())
                            && isUniform(select.ifTrue())
                            && isUniform(select.ifFalse());
            case Step.Load load -> isConstant(load.access()) && isUniform(load.address().base());
            case Step.Guarded guarded ->
                    isUniform(guarded.predicate()) && makesSame(guarded.step());
            case Step.Store _, Step.Fence _ -> true;
            case Step.Atomic _, Step.Call _, Step.IndirectCall _, Step.BuiltinCall _ -> false;
        };
    }

    private boolean areUniform(List<Value> values) {
        return values.stream().allMatch(this::isUniform);
    }

    private static boolean isConstant(Access access) {
        return access.space() == Space.PARAM || access.order() == Access.Order.READ_ONLY;
    }

    /** Only what a whole block finds out together is the same for all of it. */
    private void exit(Exit exit) {
        boolean same =
                exit instanceof Exit.Stop stop
                        && stop.meeting() instanceof Meeting.Barrier barrier
                        && barrier.count() == null;
        if (!same) {
            Effects.writes(exit, register -> different.set(register.index()));
        }
    }
}

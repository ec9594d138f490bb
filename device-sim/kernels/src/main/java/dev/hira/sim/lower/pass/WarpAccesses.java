package dev.hira.sim.lower.pass;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Address;
import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.Windows;
import dev.hira.sim.code.analysis.Effects;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The accesses of a program that may need the step of a warp: accesses of shared memory, and
 * volatile accesses of any memory that threads share. Calls of routines with such accesses count as
 * accesses of everything.
 */
final class WarpAccesses {
    /** The registers with which a thread asks for its coordinates. */
    static final Set<Value> COORDINATES =
            Set.of(
                    new Value.Special(SpecialRegister.TID_X),
                    new Value.Special(SpecialRegister.TID_Y),
                    new Value.Special(SpecialRegister.TID_Z));

    private final WarpBudget budget;

    /** Whether the program makes generic addresses of shared memory. */
    private final boolean generic;

    /** The coordinates for which the program asks. */
    private final Set<Value> asked = new HashSet<>();

    /** By routine, whether its calls read and write memory that counts. */
    private final BitSet touching = new BitSet();

    WarpAccesses(List<Routine> routines, WarpBudget budget) {
        this.budget = budget;
        boolean[] windows = new boolean[1];
        for (Routine routine : routines) {
            for (BasicBlock block : routine.blocks()) {
                for (Step step : block.steps()) {
                    boolean asks = asksForSpace(step);
                    Effects.reads(step, value -> windows[0] |= !asks && isWindow(value));
                    Effects.reads(step, this::ask);
                }
            }
        }
        this.generic = windows[0];
        findTouching(routines);
    }

    /** The coordinates for which the program asks. */
    Set<Value> asked() {
        return asked;
    }

    private void findTouching(List<Routine> routines) {
        int before = -1;
        while (before != touching.cardinality()) {
            before = touching.cardinality();
            for (Routine routine : routines) {
                if (!touching.get(routine.index()) && mayTouch(routine)) {
                    touching.set(routine.index());
                }
            }
        }
    }

    private boolean mayTouch(Routine routine) {
        for (BasicBlock block : routine.blocks()) {
            if (!budget.spend(block.steps().size())
                    || block.steps().stream().anyMatch(step -> of(step, 0) != null)) {
                return true;
            }
        }
        return false;
    }

    /** The number of accesses of a routine. */
    long count(Routine routine) {
        return routine.blocks().stream()
                .flatMap(block -> block.steps().stream())
                .filter(step -> of(step, 0) != null)
                .count();
    }

    private void ask(Value value) {
        if (COORDINATES.contains(value)) {
            asked.add(value);
        }
    }

    /** Whether a step compares an address with the windows. */
    private static boolean asksForSpace(Step step) {
        return step instanceof Step.Compute compute
                && compute.operation().method().equals("subB64");
    }

    private static boolean isWindow(Value value) {
        return value instanceof Value.Constant(long bits, _)
                && Windows.spaceOf(bits) == Space.SHARED;
    }

    /** Returns the access that a step makes, at a place of its routine; null if it makes none. */
    @Nullable WarpAccess of(Step step, int place) {
        return switch (step) {
            case Step.Load(_, Access access, Address address, _) ->
                    counts(access) ? touch(place, true, false, access, address) : null;
            case Step.Store(Access access, Address address, var values, _) ->
                    counts(access)
                            ? touch(place, false, true, access, address)
                                    .storing(values.size() == 1 ? values.getFirst() : null)
                            : null;
            case Step.Atomic atomic -> touch(atomic, place);
            case Step.Guarded guarded -> of(guarded.step(), place);
            case Step.Call _, Step.IndirectCall _ ->
                    WarpSteps.Callees.of(step).intersects(touching)
                            ? new WarpAccess(place, true, true, null, null, 0, true, null)
                            : null;
            default -> null;
        };
    }

    private static WarpAccess touch(
            int place, boolean reads, boolean writes, Access access, Address address) {
        boolean ordered = access.order() != Access.Order.WEAK;
        return new WarpAccess(
                place, reads, writes, access.space(), address, access.bytes(), ordered, null);
    }

    /** Strong vectors are atomic accesses as well. */
    private @Nullable WarpAccess touch(Step.Atomic atomic, int place) {
        Access access = atomic.access();
        boolean reads = atomic.update() == Step.Update.READ;
        if (reads || access.order() == Access.Order.VOLATILE) {
            return counts(access) ? touch(place, reads, !reads, access, atomic.address()) : null;
        }
        return countsIfAtomic(access) && !isOfBarrier(atomic.update())
                ? touch(place, true, true, access, atomic.address())
                : null;
    }

    private static boolean isOfBarrier(Step.Update update) {
        return update == Step.Update.ARRIVE || update == Step.Update.ARRIVE_DROP;
    }

    /** Whether a step may wait at an mbarrier, which orders accesses as other barriers do. */
    static boolean mayWaitAtBarrier(Step step) {
        return step instanceof Step.Load(_, Access access, _, _)
                && access.space() == Space.SHARED
                && access.order() == Access.Order.ACQUIRE;
    }

    private boolean counts(Access access) {
        boolean isVolatile = access.order() == Access.Order.VOLATILE;
        boolean isPlain = access.order() == Access.Order.WEAK;
        return switch (access.space()) {
            case SHARED -> isVolatile || isPlain;
            case GENERIC -> isVolatile || (generic && isPlain);
            case GLOBAL -> isVolatile;
            case LOCAL, PARAM -> false;
        };
    }

    private boolean countsIfAtomic(Access access) {
        return access.space() == Space.SHARED || (generic && access.space() == Space.GENERIC);
    }
}

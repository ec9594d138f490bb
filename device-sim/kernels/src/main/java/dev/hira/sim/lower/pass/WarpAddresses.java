package dev.hira.sim.lower.pass;

import dev.hira.sim.code.Address;
import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Dominators;
import dev.hira.sim.code.analysis.Effects;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The addresses of a routine as sums, and what branches say of them. */
final class WarpAddresses {
    private static final int DEEPEST = 24;
    private static final int MOST_TERMS = 16;

    /** What it costs to keep a term of a sum. */
    private static final long TERM = 64;

    private static final long LANES = 31;
    private static final long WARP_BITS = 5;
    private static final Value TID = new Value.Special(SpecialRegister.TID_X);
    private static final Value LANE = new Value.Special(SpecialRegister.LANEID);
    private static final Value WARP = new Value.Special(SpecialRegister.WARPID);

    private final Routine routine;
    private final WarpPaths paths;
    private final WarpBudget budget;
    private final SingleDefinitions definitions;
    private final Dominators dominators;

    /** The places that write each register. */
    private final List<List<Integer>> writers = new ArrayList<>();

    private final Map<Register, WarpForm> made = new HashMap<>();
    private final List<Bound> bounds = new ArrayList<>();

    /**
     * A branch that asks whether the number of the thread is below a sum.
     *
     * @param side the block to which only this branch leads, and only if it is
     * @param at the place of the question
     */
    private record Bound(WarpForm below, int side, int at) {}

    WarpAddresses(Routine routine, WarpPaths paths, WarpBudget budget) {
        this.routine = routine;
        this.paths = paths;
        this.budget = budget;
        this.definitions = SingleDefinitions.of(routine);
        this.dominators = Dominators.of(routine);
        routine.registers().forEach(_ -> writers.add(new ArrayList<>()));
        for (BasicBlock block : routine.blocks()) {
            for (int i = 0; i < block.steps().size(); i++) {
                int place = paths.place(block.index(), i);
                Effects.writes(block.steps().get(i), it -> writers.get(it.index()).add(place));
            }
            int end = paths.place(block.index(), block.steps().size());
            Effects.writes(block.exit(), it -> writers.get(it.index()).add(end));
        }
        findBounds();
    }

    /** Returns the step that alone writes a register, unconditionally; null when there is none. */
    @Nullable Step only(Register register) {
        return definitions.only(register);
    }

    /** Returns the sum that an address is at a place. */
    WarpForm of(Address address, int place) {
        return of(address.base(), place, 0).plus(WarpForm.of(address.offset()), 1);
    }

    private WarpForm of(Value value, int place, int depth) {
        if (!(value instanceof Register register) || depth > DEEPEST) {
            return WarpForm.of(value);
        }
        WarpForm form = made(register, depth);
        return form.equals(WarpForm.of(value))
                        || !holds(form, writers.get(register.index()).getFirst(), place)
                ? WarpForm.of(value)
                : form;
    }

    /** Returns the sum that a register is where it is written, if only one place writes it. */
    private WarpForm made(Register register, int depth) {
        WarpForm known = made.get(register);
        if (known != null) {
            return known;
        }
        Step step = definitions.only(register);
        // A register that is found again while its own sum is made stands for itself.
        made.put(register, WarpForm.of(register));
        WarpForm form = step == null ? null : expanded(step, writers.get(register.index()), depth);
        if (form != null
                && form.terms().size() <= MOST_TERMS
                && budget.spend(TERM * form.terms().size())) {
            made.put(register, form);
        }
        return Objects.requireNonNull(made.get(register));
    }

    /** Returns whether the values of a sum that was made at one place are the same at another. */
    private boolean holds(WarpForm form, int made, int place) {
        return form.terms().keySet().stream()
                .allMatch(value ->
                        !(value instanceof Register register)
                                || writers.get(register.index()).stream()
                                        .noneMatch(at -> paths.leads(at, place, made, false)));
    }

    private @Nullable WarpForm expanded(Step step, List<Integer> writer, int depth) {
        int at = writer.getFirst();
        return switch (step) {
            case Step.Move(_, Value value, _) -> of(value, at, depth + 1);
            case Step.Compute(_, var operation, var arguments, _) -> {
                List<WarpForm> of = new ArrayList<>();
                arguments.forEach(argument -> of.add(of(argument, at, depth + 1)));
                yield computed(operation.method(), of);
            }
            default -> null;
        };
    }

    private static @Nullable WarpForm computed(String method, List<WarpForm> of) {
        return switch (method) {
            case "addB32", "addB64" -> of.get(0).plus(of.get(1), 1);
            case "subB32", "subB64" -> of.get(0).plus(of.get(1), -1);
            case "shlB32", "shlB64" ->
                    of.get(1).isConstant() ? of.get(0).times(1L << of.get(1).constant()) : null;
            case "mulLoB32", "mulLoB64", "mulWideS32", "mulWideU32" ->
                    product(of.get(0), of.get(1));
            case "madLoB32", "madLoB64", "madWideS32", "madWideU32" -> {
                WarpForm product = product(of.get(0), of.get(1));
                yield product == null ? null : product.plus(of.get(2), 1);
            }
            case "cvtB64U32", "cvtB64S32", "cvtB32B64", "cvtB32B32", "cvtB64B64" -> of.getFirst();
            case "andB32" -> isTid(of.get(0)) && is(of.get(1), LANES) ? WarpForm.of(LANE) : null;
            case "shrU32", "shrS32", "shrB32" ->
                    isTid(of.get(0)) && is(of.get(1), WARP_BITS) ? WarpForm.of(WARP) : null;
            default -> null;
        };
    }

    private static boolean isTid(WarpForm form) {
        return form.equals(WarpForm.of(TID));
    }

    private static boolean is(WarpForm form, long constant) {
        return form.isConstant() && form.constant() == constant;
    }

    private static @Nullable WarpForm product(WarpForm one, WarpForm other) {
        if (one.isConstant()) {
            return other.times(one.constant());
        }
        return other.isConstant() ? one.times(other.constant()) : null;
    }

    /** Returns whether registers of a sum may change on an undivided path between two places. */
    boolean changes(WarpForm form, int from, int to) {
        return form.terms().keySet().stream().anyMatch(value -> changes(value, from, to));
    }

    /** Returns whether a register may change on an undivided path between two places. */
    boolean changes(Value value, int from, int to) {
        if (!(value instanceof Register register)) {
            return false;
        }
        List<Integer> all = writers.get(register.index());
        int next = Collections.binarySearch(all, from + 1);
        List<Integer> behind = all.subList(next >= 0 ? next : -next - 1, all.size());
        // The next one in the text is the likeliest.
        return behind.stream().limit(1).anyMatch(at -> isBetween(at, from, to))
                || all.stream().anyMatch(at -> isBetween(at, from, to));
    }

    private boolean isBetween(int place, int from, int to) {
        return paths.leads(from, place, -1, true) && paths.leads(place, to, -1, true);
    }

    /** Sums of the same value in all threads that exceed the number of each thread at a place. */
    List<WarpForm> above(int place) {
        int block = paths.block(place);
        budget.spend(bounds.size());
        return bounds.stream()
                .filter(it -> dominators.dominates(it.side, block) && holds(it.below, it.at, place))
                .map(Bound::below)
                .toList();
    }

    private void findBounds() {
        int[] ways = new int[routine.blocks().size()];
        routine.blocks().forEach(block -> block.exit().targets().forEach(it -> ways[it]++));
        for (BasicBlock block : routine.blocks()) {
            if (block.exit() instanceof Exit.Branch(Register predicate, int yes, int no, _)
                    && yes != no
                    && definitions.only(predicate) instanceof Step.Compute test) {
                int at = writers.get(predicate.index()).getFirst();
                if (ways[yes] == 1 && yes > block.index()) {
                    addBound(test, true, at, yes);
                }
                if (ways[no] == 1 && no > block.index()) {
                    addBound(test, false, at, no);
                }
            }
        }
    }

    private void addBound(Step.Compute test, boolean holds, int at, int side) {
        String name = test.operation().method();
        if (!name.matches("setp(Lt|Le|Gt|Ge).*")) {
            return;
        }
        boolean less = name.startsWith("setpL");
        boolean orEqual = name.startsWith("setpLe") || name.startsWith("setpGe");
        WarpForm one = of(test.arguments().get(0), at, 0);
        WarpForm two = of(test.arguments().get(1), at, 0);
        WarpForm low = less == holds ? one : two;
        WarpForm high = less == holds ? two : one;
        if (isTid(low)) {
            bounds.add(new Bound(orEqual == holds ? high.plus(WarpForm.of(1), 1) : high, side, at));
        }
    }
}

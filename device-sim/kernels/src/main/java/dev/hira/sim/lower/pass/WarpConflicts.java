package dev.hira.sim.lower.pass;

import dev.hira.sim.code.Address;
import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@link WarpAccesses} of different threads of a warp that may conflict while no barrier
 * orders them. Two accesses conflict unless the analysis shows that different threads access
 * different bytes:
 *
 * <ul>
 *   <li>Their addresses are computed from the addresses of different variables.
 *   <li>Both addresses grow alike with the number of the thread, in steps of at least their size.
 *       In a kernel that asks for two or three coordinates, the analysis assumes that rows do not
 *       overlap.
 *   <li>A branch bounds the number of the thread, as in {@code if (t < half) a[t] += a[t + half]}.
 *   <li>Each address is the same in all threads, and the two addresses differ.
 *   <li>Each thread updates an element of its own, as {@link WarpUpdates} describes. A thread that
 *       reads after other threads have written through another address does not update.
 * </ul>
 */
final class WarpConflicts {
    private static final Value TID = new Value.Special(SpecialRegister.TID_X);
    private static final Value LANE = new Value.Special(SpecialRegister.LANEID);
    private static final long LANES = 32;

    /** The most threads of a block. */
    private static final long THREADS = 1024;

    /**
     * The most accesses with which the pass compares an access, so that its time does not grow with
     * the square of the number of accesses. An access with more before it gets a meeting. In a
     * kernel with very many accesses, the budget has room for fewer.
     */
    private static final int MOST_COMPARED = 256;

    private static final int LEAST_COMPARED = 16;

    /** The cost of a comparison, without the paths and registers that it looks at. */
    private static final long COMPARISON = 8;

    /** The cost of comparing the addresses of all pairs of threads. */
    private static final long ALL_THREADS = 1024;

    private final WarpBudget budget;
    private final int mostCompared;

    private final WarpAccesses accesses;

    /** For each routine the shared variables that accesses touch, by places in the text. */
    private final List<Map<Integer, Set<String>>> variables;

    WarpConflicts(
            List<Routine> routines, List<Map<Integer, Set<String>>> variables, WarpBudget budget) {
        this.variables = variables;
        this.budget = budget;
        this.accesses = new WarpAccesses(routines, budget);
        long count = Math.max(1, routines.stream().mapToLong(accesses::count).sum());
        long room = WarpBudget.STEPS / (COMPARISON * count);
        this.mostCompared = Math.clamp(room, LEAST_COMPARED, MOST_COMPARED);
    }

    /** Returns the places of a routine before which its threads must come together. */
    BitSet places(Routine routine) {
        return new Search(routine).places();
    }

    /**
     * The accesses since threads met.
     *
     * @param most how many of each kind the record keeps: more make no difference
     */
    private record Pending(int most, List<WarpAccess> reads, List<WarpAccess> writes) {
        Pending(int most) {
            this(most, new ArrayList<>(), new ArrayList<>());
        }

        void add(WarpAccess touch) {
            List<WarpAccess> kind = touch.writes() ? writes : reads;
            if (kind.size() < most) {
                kind.add(touch);
            }
        }

        void clear() {
            reads.clear();
            writes.clear();
        }
    }

    /** The search in one routine. */
    private final class Search {
        private final Routine routine;
        private final WarpPaths paths;
        private final Map<Integer, WarpAccess> touches = new HashMap<>();

        /** The accesses in the order of their places. */
        private final List<WarpAccess> all = new ArrayList<>();

        private final BitSet found = new BitSet();

        /** The places that order accesses by themselves. */
        private final BitSet ordered = new BitSet();

        /** The addresses of accesses as sums, by place. */
        private final Map<Integer, WarpForm> forms = new HashMap<>();

        private @Nullable WarpAddresses addresses;
        private @Nullable WarpUniformity uniform;
        private @Nullable WarpUpdates updates;

        Search(Routine routine) {
            this.routine = routine;
            this.paths = new WarpPaths(routine, budget);
            for (BasicBlock block : routine.blocks()) {
                for (int i = 0; i < block.steps().size(); i++) {
                    int place = paths.place(block.index(), i);
                    WarpAccess touch = accesses.of(block.steps().get(i), place);
                    if (touch != null) {
                        touches.put(place, touch);
                        all.add(touch);
                    }
                    ordered.set(place, WarpAccesses.mayWaitAtBarrier(block.steps().get(i)));
                }
            }
        }

        BitSet places() {
            if (all.stream().anyMatch(WarpAccess::writes)
                    && all.stream().anyMatch(it -> !it.isAtomic())) {
                List<BitSet> pending = pending();
                for (BasicBlock block : routine.blocks()) {
                    cut(block, pending.isEmpty() ? null : pending.get(block.index()));
                }
            }
            return found;
        }

        /**
         * Returns for each block the accesses that may be before it since threads met, by their
         * places in {@link #all}; nothing if that costs too much.
         */
        private List<BitSet> pending() {
            List<BitSet> before = new ArrayList<>();
            routine.blocks().forEach(_ -> before.add(new BitSet()));
            long round =
                    routine.blocks().size() * (1L + all.size() / Byte.SIZE)
                            + paths.place(routine.blocks().size() - 1, 0);
            // The rest is for comparisons.
            long least = budget.left() / 2;
            boolean changed = true;
            while (changed) {
                if (budget.left() - round < least) {
                    return List.of();
                }
                budget.spend(round);
                changed = false;
                int index = 0;
                for (BasicBlock block : routine.blocks()) {
                    BitSet after = (BitSet) before.get(block.index()).clone();
                    for (int i = 0; i < block.steps().size(); i++) {
                        int place = paths.place(block.index(), i);
                        if (ordered.get(place)) {
                            after.clear();
                        }
                        if (touches.containsKey(place)) {
                            after.set(index++);
                        }
                    }
                    if (!WarpPaths.divides(block)) {
                        for (int target : block.exit().targets()) {
                            int size = before.get(target).cardinality();
                            before.get(target).or(after);
                            changed |= before.get(target).cardinality() != size;
                        }
                    }
                }
            }
            return before;
        }

        /**
         * Adds the places of a block at which conflicts begin.
         *
         * @param before the accesses that may be before the block; null for any
         */
        private void cut(BasicBlock block, @Nullable BitSet before) {
            boolean any = before == null;
            Pending pending = new Pending(mostCompared + 1);
            if (before != null) {
                for (int i = before.nextSetBit(0); i >= 0; i = before.nextSetBit(i + 1)) {
                    pending.add(all.get(i));
                }
            }
            for (int i = 0; i < block.steps().size(); i++) {
                int place = paths.place(block.index(), i);
                if (ordered.get(place)) {
                    pending.clear();
                    any = false;
                }
                WarpAccess touch = touches.get(place);
                if (touch == null) {
                    continue;
                }
                if (any || conflicts(pending, touch)) {
                    found.set(place);
                    pending.clear();
                    any = false;
                }
                pending.add(touch);
            }
        }

        private boolean conflicts(Pending pending, WarpAccess touch) {
            int reads = touch.writes() ? pending.reads.size() : 0;
            return pending.writes.size() + reads > mostCompared
                    || pending.writes.stream().anyMatch(it -> conflict(it, touch))
                    || (touch.writes()
                            && pending.reads.stream().anyMatch(it -> conflict(it, touch)));
        }

        /** Whether two accesses touch different variables of shared memory. */
        private boolean areOfDifferentVariables(int first, int second) {
            Map<Integer, Set<String>> known = variables.get(routine.index());
            Set<String> one = known.get(paths.at(first));
            Set<String> two = known.get(paths.at(second));
            return one != null && two != null && Collections.disjoint(one, two);
        }

        private boolean conflict(WarpAccess first, WarpAccess second) {
            if ((!first.writes() && !second.writes()) || (first.isAtomic() && second.isAtomic())) {
                return false;
            }
            Address one = first.address();
            Address two = second.address();
            if (one == null || two == null) {
                return true;
            }
            boolean apart =
                    first.space() != second.space()
                            && first.space() != Space.GENERIC
                            && second.space() != Space.GENERIC;
            if (apart || areOfDifferentVariables(first.place(), second.place())) {
                return false;
            }
            // An answer that took more than the budget is not reliable.
            return !budget.spend(COMPARISON) || !apart(first, one, second, two) || budget.isSpent();
        }

        private boolean apart(WarpAccess first, Address one, WarpAccess second, Address two) {
            if (addresses == null) {
                addresses = new WarpAddresses(routine, paths, budget);
                uniform = new WarpUniformity(routine, budget);
                updates = new WarpUpdates(routine, paths, budget, addresses, uniform, all);
            }
            if (formsApart(first, one, second, two)) {
                return true;
            }
            return isFill(first, second)
                    ? fills(first, one, second, two)
                    : (first.reads() || one.equals(two))
                            && isOwn(first, one, second)
                            && isOwn(second, two, first);
        }

        private static boolean isFill(WarpAccess first, WarpAccess second) {
            return !first.reads() && !second.reads();
        }

        /**
         * Whether two stores give elements their first values, in an order that does not matter.
         */
        private boolean fills(WarpAccess first, Address one, WarpAccess second, Address two) {
            if (first.stored() != null && first.stored().equals(second.stored())) {
                return true;
            }
            return !first.ordered()
                    && !second.ordered()
                    && uniform().isMade(one.base())
                    && uniform().isMade(two.base())
                    && !isSure(first, one, second, two);
        }

        /** Whether the addresses are sums that tell with certainty that threads conflict. */
        private boolean isSure(WarpAccess first, Address one, WarpAccess second, Address two) {
            WarpForm low = form(first, one);
            WarpForm high = form(second, two);
            Value number = low.factor(LANE) != 0 || high.factor(LANE) != 0 ? LANE : TID;
            return accesses.asked().stream().allMatch(TID::equals)
                    && !addresses().changes(low, first.place(), second.place())
                    && !addresses().changes(high, first.place(), second.place())
                    && high.without(number).plus(low.without(number), -1).isConstant()
                    && allSame(low.without(number));
        }

        private WarpUniformity uniform() {
            return Objects.requireNonNull(uniform);
        }

        /** Whether threads read and write through an address that stays as it is. */
        private boolean isOwn(WarpAccess touch, Address address, WarpAccess other) {
            return !touch.ordered()
                    && !other.ordered()
                    && !addresses()
                            .changes(
                                    address.base(),
                                    Math.min(touch.place(), other.place()),
                                    Math.max(touch.place(), other.place()))
                    && Objects.requireNonNull(updates).contains(touch, address);
        }

        private WarpForm form(WarpAccess touch, Address address) {
            return forms.computeIfAbsent(touch.place(), place -> addresses().of(address, place));
        }

        private WarpAddresses addresses() {
            return Objects.requireNonNull(addresses);
        }

        private boolean formsApart(WarpAccess first, Address one, WarpAccess second, Address two) {
            WarpForm low = form(first, one);
            WarpForm high = form(second, two);
            if (addresses().changes(low, first.place(), second.place())
                    || addresses().changes(high, first.place(), second.place())) {
                return false;
            }
            Value number = low.factor(LANE) != 0 || high.factor(LANE) != 0 ? LANE : TID;
            WarpForm below = low.without(number);
            WarpForm between = high.without(number).plus(below, -1);
            if (!allSame(below) || !allSame(between)) {
                return high.plus(low, -1).equals(WarpForm.of(0)) && coversRows(low);
            }
            boolean flat = accesses.asked().stream().allMatch(TID::equals);
            long step = low.factor(number);
            if (between.isConstant()) {
                return flat
                        ? !meet(
                                number,
                                step,
                                high.factor(number),
                                between.constant(),
                                first,
                                second)
                        : step == 0
                                && high.factor(number) == 0
                                && (between.constant() >= first.bytes()
                                        || -between.constant() >= second.bytes());
            }
            return flat
                    && number.equals(TID)
                    && step > 0
                    && step == high.factor(number)
                    && boundsApart(first, second, between, step);
        }

        private boolean allSame(WarpForm form) {
            return form.terms().keySet().stream().allMatch(it -> uniform().same(it));
        }

        /** Whether a sum has all coordinates and otherwise only what is the same in all threads. */
        private boolean coversRows(WarpForm form) {
            return accesses.asked().stream().allMatch(it -> form.factor(it) != 0)
                    && form.terms().keySet().stream()
                            .allMatch(it ->
                                    WarpAccesses.COORDINATES.contains(it) || uniform().same(it));
        }

        /** Whether different threads of a warp may access the same bytes. */
        private boolean meet(
                Value number, long one, long two, long apart, WarpAccess first, WarpAccess second) {
            if (one == two) {
                for (long other = 1; other < LANES; other++) {
                    if (overlap(apart + one * other, first, second)
                            || overlap(apart - one * other, first, second)) {
                        return true;
                    }
                }
                return false;
            }
            budget.spend(ALL_THREADS);
            long most = number.equals(LANE) ? LANES : THREADS;
            for (long thread = 0; thread < most; thread++) {
                long from = thread & -LANES;
                for (long other = from; other < from + LANES; other++) {
                    if (other != thread
                            && overlap(two * other + apart - one * thread, first, second)) {
                        return true;
                    }
                }
            }
            return false;
        }

        private static boolean overlap(long distance, WarpAccess first, WarpAccess second) {
            return distance < first.bytes() && -distance < second.bytes();
        }

        /** Whether the numbers of the threads are bounded such that the addresses are apart. */
        private boolean boundsApart(
                WarpAccess first, WarpAccess second, WarpForm between, long step) {
            for (WarpForm above : addresses().above(first.place())) {
                if (!addresses().changes(above, first.place(), second.place())) {
                    WarpForm least = between.plus(above, -step);
                    if (least.isConstant() && least.constant() + step >= first.bytes()) {
                        return true;
                    }
                }
            }
            for (WarpForm above : addresses().above(second.place())) {
                if (!addresses().changes(above, first.place(), second.place())) {
                    WarpForm most = between.plus(above, step);
                    if (most.isConstant() && most.constant() - step <= -second.bytes()) {
                        return true;
                    }
                }
            }
            return false;
        }
    }
}

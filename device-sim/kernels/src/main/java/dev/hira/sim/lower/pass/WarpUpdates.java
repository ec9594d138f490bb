package dev.hira.sim.lower.pass;

import dev.hira.sim.code.Address;
import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Dominators;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The plain accesses with which each thread updates an element of its own: it reads the element and
 * then writes it through the same address. Two threads that update one element in this way lose an
 * update in step as well, so programs give each thread its own element, as in sorting networks.
 *
 * <p>These are no such updates, because in step they do not depend on the order of threads, and
 * programs may well use them:
 *
 * <ul>
 *   <li>All threads read, and coordinates or parameters decide which of them write: {@code p =
 *       a[k]; if (lane == k) a[k] = 1 / p;}, wherever {@code k} comes from ({@link WarpChoices}).
 *       If only what they have read decides, as in a sorting network, or if they write on all ways,
 *       it is an update.
 *   <li>All threads that are together write the same element, with the same value: {@code at =
 *       top[0]; top[0] = at + 32;}.
 * </ul>
 */
final class WarpUpdates {
    private static final int DEEPEST = 8;

    private final Routine routine;
    private final WarpPaths paths;
    private final WarpBudget budget;
    private final WarpAddresses addresses;
    private final WarpUniformity uniform;
    private final Map<Address, List<WarpAccess>> byAddress = new HashMap<>();

    /** By address, the places of its updates. */
    private final Map<Address, BitSet> updates = new HashMap<>();

    /** The blocks that lead to each block. */
    private final List<List<Integer>> before = new ArrayList<>();

    /** The first blocks behind branches that one thread at most takes. */
    private @Nullable BitSet ofOneThread;

    private @Nullable Dominators dominators;
    private @Nullable WarpChoices choices;

    WarpUpdates(
            Routine routine,
            WarpPaths paths,
            WarpBudget budget,
            WarpAddresses addresses,
            WarpUniformity uniform,
            List<WarpAccess> all) {
        this.routine = routine;
        this.paths = paths;
        this.budget = budget;
        this.addresses = addresses;
        this.uniform = uniform;
        for (WarpAccess touch : all) {
            if (touch.address() != null && !touch.ordered()) {
                byAddress.computeIfAbsent(touch.address(), _ -> new ArrayList<>()).add(touch);
            }
        }
        routine.blocks().forEach(_ -> before.add(new ArrayList<>()));
        for (BasicBlock block : routine.blocks()) {
            block.exit().targets().forEach(target -> before.get(target).add(block.index()));
        }
    }

    /** Returns whether a plain access through an address belongs to an update. */
    boolean contains(WarpAccess touch, Address address) {
        return updates.computeIfAbsent(address, this::find).get(touch.place());
    }

    /** Returns the places of the updates through an address. */
    private BitSet find(Address address) {
        BitSet found = new BitSet();
        for (WarpAccess load : byAddress.getOrDefault(address, List.of())) {
            if (load.reads() && !load.writes() && !budget.isSpent()) {
                for (WarpAccess store : stores(load, address)) {
                    found.set(load.place());
                    found.set(store.place());
                }
            }
        }
        return found;
    }

    /** Returns the stores with which a load makes an update; none if it makes no update. */
    private List<WarpAccess> stores(WarpAccess load, Address address) {
        Value base = address.base();
        if (addresses.changes(base, load.place(), load.place())) {
            return List.of();
        }
        List<WarpAccess> same = byAddress.getOrDefault(address, List.of());
        budget.spend(same.size());
        List<WarpAccess> stores =
                same.stream()
                        .filter(it -> it.writes() && !it.reads() && it.bytes() == load.bytes())
                        .filter(it -> !isChosen(it, load))
                        .filter(it -> paths.leads(load.place(), it.place(), -1, true))
                        .filter(it -> !addresses.changes(base, load.place(), it.place()))
                        .toList();
        return !stores.isEmpty()
                        && storesOnAllWays(load, stores)
                        && (!isSame(load, address) || isOfOneThread(load))
                ? stores
                : List.of();
    }

    private boolean isSame(WarpAccess load, Address address) {
        return addresses.of(address, load.place()).terms().keySet().stream()
                .allMatch(uniform::same);
    }

    /** Whether a guard that the load does not have decides whether a store is made. */
    private boolean isChosen(WarpAccess store, WarpAccess load) {
        return paths.step(store.place()) instanceof Step.Guarded(Value by, boolean not, _, _)
                && choices().byPredicate(by)
                && !(paths.step(load.place()) instanceof Step.Guarded(Value own, boolean no, _, _)
                        && own.equals(by)
                        && no == not);
    }

    /**
     * Whether no branch that chooses threads between a load and the stores has a way without a
     * store.
     */
    private boolean storesOnAllWays(WarpAccess load, List<WarpAccess> stores) {
        int from = paths.block(load.place());
        BitSet storing = new BitSet();
        for (WarpAccess store : stores) {
            int block = paths.block(store.place());
            if (block == from && store.place() > load.place()) {
                return true;
            }
            storing.set(block);
        }
        BitSet leading = leading(storing, from);
        BitSet seen = new BitSet();
        List<Integer> open = new ArrayList<>(List.of(from));
        while (!open.isEmpty()) {
            BasicBlock block = routine.blocks().get(open.removeLast());
            budget.spend(1);
            if (WarpPaths.divides(block)) {
                continue;
            }
            List<Integer> targets = block.exit().targets();
            boolean all = targets.stream().allMatch(leading::get);
            if (!all && targets.stream().anyMatch(leading::get) && chooses(block)) {
                return false;
            }
            for (int target : targets) {
                if (leading.get(target) && !storing.get(target) && !seen.get(target)) {
                    seen.set(target);
                    open.add(target);
                }
            }
        }
        return true;
    }

    /**
     * Returns the blocks from whose beginnings threads come to some blocks before they meet others
     * or pass the block of the load.
     */
    private BitSet leading(BitSet targets, int avoided) {
        BitSet found = (BitSet) targets.clone();
        List<Integer> open = new ArrayList<>(targets.stream().boxed().toList());
        while (!open.isEmpty()) {
            for (int block : before.get(open.removeLast())) {
                budget.spend(1);
                boolean divides = WarpPaths.divides(routine.blocks().get(block));
                if (!divides && block != avoided && !found.get(block)) {
                    found.set(block);
                    open.add(block);
                }
            }
        }
        return found;
    }

    private boolean chooses(BasicBlock block) {
        return switch (block.exit()) {
            case Exit.Branch branch -> choices().byPredicate(branch.predicate());
            case Exit.Switch choice -> choices().byIndex(choice.index());
            default -> false;
        };
    }

    private WarpChoices choices() {
        if (choices == null) {
            choices = new WarpChoices(routine, budget, uniform);
        }
        return choices;
    }

    /** Whether one thread at most makes an access, because a branch or its guard compares. */
    private boolean isOfOneThread(WarpAccess touch) {
        if (ofOneThread == null) {
            ofOneThread = sidesOfOneThread();
            dominators = Dominators.of(routine);
        }
        Dominators over = dominators;
        int block = paths.block(touch.place());
        budget.spend(ofOneThread.cardinality());
        return (paths.step(touch.place()) instanceof Step.Guarded(Value by, boolean not, _, _)
                        && holdsForOne(by, !not, 0))
                || (over != null
                        && ofOneThread.stream().anyMatch(side -> over.dominates(side, block)));
    }

    private BitSet sidesOfOneThread() {
        BitSet sides = new BitSet();
        for (BasicBlock block : routine.blocks()) {
            if (block.exit() instanceof Exit.Branch(Value predicate, int yes, int no, _)) {
                addSide(sides, yes, holdsForOne(predicate, true, 0));
                addSide(sides, no, holdsForOne(predicate, false, 0));
            }
        }
        return sides;
    }

    private void addSide(BitSet sides, int side, boolean ofOne) {
        if (ofOne && before.get(side).size() == 1) {
            sides.set(side);
        }
    }

    /** Whether a predicate says that something of the thread equals what is the same in all. */
    private boolean holdsForOne(Value predicate, boolean holds, int depth) {
        if (depth > DEEPEST
                || !(predicate instanceof Register register)
                || !(addresses.only(register) instanceof Step.Compute test)) {
            return false;
        }
        String name = test.operation().method();
        List<Value> arguments = test.arguments();
        if (name.equals("notPRED")) {
            return holdsForOne(arguments.getFirst(), !holds, depth + 1);
        }
        if (name.equals(holds ? "andPRED" : "orPRED")) {
            return arguments.stream().anyMatch(it -> holdsForOne(it, holds, depth + 1));
        }
        return name.startsWith(holds ? "setpEq" : "setpNe")
                && arguments.size() == 2
                && uniform.same(arguments.get(0)) != uniform.same(arguments.get(1));
    }
}

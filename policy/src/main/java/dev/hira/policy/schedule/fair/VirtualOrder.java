package dev.hira.policy.schedule.fair;

import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * VMs in the order of their virtual times, with the virtual time at which the next command of each
 * would finish, so that Earliest Eligible Virtual Deadline First takes time logarithmic in their
 * number: a treap (Aragon and Seidel, 1989) in which each node knows the earliest finish in its
 * subtree. The nodes are the VMs themselves, so nothing is allocated; a VM is in at most one order,
 * and its keys must not change while it is in it.
 *
 * <p>Virtual times wrap around and are compared by their differences. Of equals, the one that has
 * been waiting longer goes first.
 */
final class VirtualOrder {
    private @Nullable FairVm root;
    private final SplittableRandom heights = new SplittableRandom(1);

    /** Adds a VM. Its {@link FairVm#key} and {@link FairVm#finish} must be set. */
    void add(FairVm vm) {
        vm.height = heights.nextLong();
        vm.lower = null;
        vm.higher = null;
        vm.order = this;
        root = insert(root, vm);
    }

    void remove(FairVm vm) {
        root = without(root, vm);
        vm.order = null;
        vm.lower = null;
        vm.higher = null;
    }

    /**
     * Returns the VM that goes first: of the VMs that are owed service (those not ahead of the
     * given virtual time) the one with the earliest finish; if there are none, the one with the
     * least virtual time.
     */
    @Nullable FairVm first(long virtual) {
        FairVm best = null;
        FairVm earliest = null;
        FairVm node = root;
        while (node != null) {
            earliest = node;
            if (node.key - virtual <= 0) {
                best = sooner(sooner(best, node), node.lower == null ? null : node.lower.soonest);
                node = node.higher;
            } else {
                node = node.lower;
            }
        }
        return best == null ? earliest : best;
    }

    /**
     * Whether a test holds for any VM that would go before the given one, which is not in this
     * order.
     */
    boolean anyBefore(FairVm other, long virtual, Predicate<FairVm> test) {
        return other.key - virtual <= 0
                ? anySooner(root, virtual, other.finish, test)
                : anyEarlier(root, other.key, test);
    }

    private static boolean anySooner(
            @Nullable FairVm node, long latest, long finish, Predicate<FairVm> test) {
        if (node == null || node.soonest.finish - finish >= 0) {
            return false;
        }
        if (anySooner(node.lower, latest, finish, test)) {
            return true;
        }
        return node.key - latest <= 0
                && ((node.finish - finish < 0 && test.test(node))
                        || anySooner(node.higher, latest, finish, test));
    }

    private static boolean anyEarlier(@Nullable FairVm node, long key, Predicate<FairVm> test) {
        return node != null
                && (anyEarlier(node.lower, key, test)
                        || (node.key - key < 0
                                && (test.test(node) || anyEarlier(node.higher, key, test))));
    }

    private static FairVm insert(@Nullable FairVm tree, FairVm vm) {
        if (tree == null) {
            vm.soonest = vm;
            return vm;
        }
        if (tree.height < vm.height) {
            split(tree, vm);
            return summed(vm);
        }
        if (isBefore(vm, tree)) {
            tree.lower = insert(tree.lower, vm);
        } else {
            tree.higher = insert(tree.higher, vm);
        }
        return summed(tree);
    }

    /** Splits a tree around a VM and makes the parts its subtrees. */
    private static void split(FairVm tree, FairVm vm) {
        if (isBefore(vm, tree)) {
            splitRest(tree.lower, vm);
            tree.lower = vm.higher;
            vm.higher = summed(tree);
        } else {
            splitRest(tree.higher, vm);
            tree.higher = vm.lower;
            vm.lower = summed(tree);
        }
    }

    private static void splitRest(@Nullable FairVm tree, FairVm vm) {
        if (tree == null) {
            vm.lower = null;
            vm.higher = null;
        } else {
            split(tree, vm);
        }
    }

    private static @Nullable FairVm without(@Nullable FairVm tree, FairVm vm) {
        if (tree == null) {
            throw new IllegalStateException("the VM is not in this order");
        }
        if (tree == vm) {
            return merged(tree.lower, tree.higher);
        }
        if (isBefore(vm, tree)) {
            tree.lower = without(tree.lower, vm);
        } else {
            tree.higher = without(tree.higher, vm);
        }
        return summed(tree);
    }

    private static @Nullable FairVm merged(@Nullable FairVm low, @Nullable FairVm high) {
        if (low == null || high == null) {
            return low == null ? high : low;
        }
        if (low.height > high.height) {
            low.higher = merged(low.higher, high);
            return summed(low);
        }
        high.lower = merged(low, high.lower);
        return summed(high);
    }

    private static FairVm summed(FairVm tree) {
        FairVm best = tree;
        if (tree.lower != null) {
            best = sooner(best, tree.lower.soonest);
        }
        if (tree.higher != null) {
            best = sooner(best, tree.higher.soonest);
        }
        tree.soonest = best;
        return tree;
    }

    private static FairVm sooner(@Nullable FairVm a, @Nullable FairVm b) {
        if (a == null || b == null) {
            return Objects.requireNonNull(a == null ? b : a);
        }
        long apart = a.finish - b.finish;
        return apart < 0 || (apart == 0 && a.turn < b.turn) ? a : b;
    }

    private static boolean isBefore(FairVm a, FairVm b) {
        long apart = a.key - b.key;
        return apart < 0 || (apart == 0 && a.turn < b.turn);
    }
}

package dev.hira.api;

import org.jspecify.annotations.Nullable;

/**
 * A set of disjoint ranges, ordered by address, that finds the lowest range of at least a given
 * size. Not thread-safe.
 *
 * <p>It is a treap (Seidel and Aragon, "Randomized search trees", 1996): a search tree by start,
 * and a heap by a priority that is a hash of the start, so that its shape depends only on its
 * content and its depth is logarithmic for all but chosen inputs. Each node knows the size of the
 * largest range below it, so that a search never enters a subtree in vain. All operations take
 * O(log n).
 */
final class FreeRanges {
    /** A range of the set. */
    record Range(long start, long bytes) {}

    private static final class Node {
        final long start;
        final long bytes;
        final long priority;
        long largest;
        @Nullable Node left;
        @Nullable Node right;

        Node(long start, long bytes) {
            this.start = start;
            this.bytes = bytes;
            this.priority = mix(start);
            this.largest = bytes;
        }

        /** Updates the node's summary of its subtree. */
        Node updated() {
            largest = Math.max(bytes, Math.max(largest(left), largest(right)));
            return this;
        }

        Range range() {
            return new Range(start, bytes);
        }

        static long largest(@Nullable Node node) {
            return node == null ? 0 : node.largest;
        }

        /** The finalizer of SplitMix64, which spreads every input bit over all output bits. */
        static long mix(long value) {
            long z = value + 0x9E3779B97F4A7C15L;
            z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
            z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
            return z ^ z >>> 31;
        }
    }

    private @Nullable Node root;

    /** Adds a range that does not overlap any in the set. */
    void add(long start, long bytes) {
        root = insert(root, new Node(start, bytes));
    }

    /** Removes the range with this start, which must be in the set. */
    void remove(long start) {
        root = delete(root, start);
    }

    /** Returns the lowest range of at least this size. */
    @Nullable Range lowest(long bytes) {
        @Nullable Node node = root;
        while (node != null && node.largest >= bytes) {
            if (Node.largest(node.left) >= bytes) {
                node = node.left;
            } else if (node.bytes >= bytes) {
                return node.range();
            } else {
                node = node.right;
            }
        }
        return null;
    }

    /** Returns the range with the highest start below this address. */
    @Nullable Range before(long address) {
        @Nullable Node best = null;
        @Nullable Node node = root;
        while (node != null) {
            if (node.start < address) {
                best = node;
                node = node.right;
            } else {
                node = node.left;
            }
        }
        return best == null ? null : best.range();
    }

    /** Returns the range with this start. */
    @Nullable Range at(long start) {
        @Nullable Node node = root;
        while (node != null && node.start != start) {
            node = start < node.start ? node.left : node.right;
        }
        return node == null ? null : node.range();
    }

    private static Node insert(@Nullable Node tree, Node added) {
        if (tree == null) {
            return added;
        }
        if (added.start < tree.start) {
            tree.left = insert(tree.left, added);
            return tree.left.priority > tree.priority
                    ? rotateRight(tree, tree.left)
                    : tree.updated();
        }
        tree.right = insert(tree.right, added);
        return tree.right.priority > tree.priority ? rotateLeft(tree, tree.right) : tree.updated();
    }

    private static @Nullable Node delete(@Nullable Node tree, long start) {
        if (tree == null) {
            throw new IllegalStateException("No free range starts at " + start + ".");
        }
        if (start == tree.start) {
            return merge(tree.left, tree.right);
        }
        if (start < tree.start) {
            tree.left = delete(tree.left, start);
        } else {
            tree.right = delete(tree.right, start);
        }
        return tree.updated();
    }

    /** Joins two trees, where all ranges of the first lie below those of the second. */
    private static @Nullable Node merge(@Nullable Node low, @Nullable Node high) {
        if (low == null || high == null) {
            return low == null ? high : low;
        }
        if (low.priority > high.priority) {
            low.right = merge(low.right, high);
            return low.updated();
        }
        high.left = merge(low, high.left);
        return high.updated();
    }

    private static Node rotateRight(Node tree, Node left) {
        tree.left = left.right;
        left.right = tree.updated();
        return left.updated();
    }

    private static Node rotateLeft(Node tree, Node right) {
        tree.right = right.left;
        right.left = tree.updated();
        return right.updated();
    }
}

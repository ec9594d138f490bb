package dev.hira.sim.simt.form;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.analysis.Dominators;
import dev.hira.sim.code.analysis.PostDominators;
import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.jit.plan.Piece;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a piece in the order in which a group of lanes goes through them. Except in loops,
 * each block comes at most once, so that lanes that are apart wait for each other at a later block.
 * The graph has an additional node at its beginning, and one for each exit to a block of another
 * piece.
 */
public final class LaneGraph {
    /** The index for no block. */
    static final int NONE = -1;

    private final List<Node> nodes;
    private final List<LinearOrder.Loop> loops;
    private final List<List<Integer>> predecessors = new ArrayList<>();
    private final Dominators dominators;
    private final PostDominators ends;

    /**
     * A block of the piece, or an exit from it.
     *
     * @param block block of the kernel; null at the beginning and for an exit
     * @param live block of the kernel whose live registers are live here
     * @param targets places of the nodes that the block's exit names, in their order
     */
    public record Node(@Nullable BasicBlock block, int live, List<Integer> targets) {}

    private LaneGraph(List<Node> nodes, List<LinearOrder.Loop> loops) {
        this.nodes = nodes;
        this.loops = loops;
        nodes.forEach(_ -> predecessors.add(new ArrayList<>()));
        List<BasicBlock> blocks = new ArrayList<>();
        for (int place = 0; place < nodes.size(); place++) {
            for (int target : nodes.get(place).targets()) {
                predecessors.get(target).add(place);
            }
            blocks.add(new BasicBlock(place, List.of(), exit(nodes.get(place).targets())));
        }
        Routine routine = new Routine("", 0, 0, List.of(), blocks, List.of(), List.of(), 0);
        this.dominators = Dominators.of(routine);
        this.ends = PostDominators.of(routine);
    }

    private static Exit exit(List<Integer> targets) {
        return targets.isEmpty()
                ? new Exit.Return(0)
                : new Exit.Switch(
                        new dev.hira.sim.code.Value.Constant(0, dev.hira.sim.code.Carrier.INT),
                        targets,
                        0);
    }

    /** Returns the graph of a piece; null when one of its loops has more than one head. */
    static @Nullable LaneGraph of(KernelPlan plan, Piece piece) {
        return new Maker(plan, piece).make();
    }

    /** Returns the nodes by place. */
    List<Node> nodes() {
        return nodes;
    }

    public Node node(int place) {
        return nodes.get(place);
    }

    public int size() {
        return nodes.size();
    }

    /** Returns all loops; inner loops follow those that contain them. */
    public List<LinearOrder.Loop> loops() {
        return loops;
    }

    /** Returns the loops that end with a node, the innermost first. */
    public List<LinearOrder.Loop> endingAt(int place) {
        return loops.reversed().stream().filter(loop -> loop.last() == place).toList();
    }

    /** Returns the loop that a node heads, or null. */
    LinearOrder.@Nullable Loop headedBy(int place) {
        return loops.stream().filter(loop -> loop.head() == place).findFirst().orElse(null);
    }

    public List<Integer> predecessors(int place) {
        return predecessors.get(place);
    }

    /** Returns whether all paths to the lower node pass the upper one; a node dominates itself. */
    boolean dominates(int upper, int lower) {
        return dominators.dominates(upper, lower);
    }

    /** Returns whether all paths from the upper node pass the lower one. */
    boolean postdominates(int lower, int upper) {
        int at = upper;
        while (at != lower && at != ends.end()) {
            at = ends.next(at);
        }
        return at == lower;
    }

    /** Returns the node where all paths from a node join again; {@link #size} if they do not. */
    int joinOf(int place) {
        return ends.next(place);
    }

    /** Returns the nodes that can be reached from a node without passing another one. */
    BitSet reach(int from, int end) {
        BitSet reached = new BitSet();
        if (from == end) {
            return reached;
        }
        List<Integer> open = new ArrayList<>(List.of(from));
        reached.set(from);
        while (!open.isEmpty()) {
            for (int target : nodes.get(open.removeLast()).targets()) {
                if (target != end && !reached.get(target)) {
                    reached.set(target);
                    open.add(target);
                }
            }
        }
        return reached;
    }

    /** Builds a graph. */
    private static final class Maker {
        private final KernelPlan plan;
        private final Piece piece;
        private final List<BasicBlock> blocks;
        private final Map<Integer, Integer> inside = new HashMap<>();
        private final List<Integer> outside = new ArrayList<>();
        private final List<List<Integer>> successors = new ArrayList<>();

        Maker(KernelPlan plan, Piece piece) {
            this.plan = plan;
            this.piece = piece;
            this.blocks = piece.blocks();
        }

        @Nullable LaneGraph make() {
            for (BasicBlock block : blocks) {
                inside.put(block.index(), inside.size() + 1);
            }
            successors.add(List.of(1));
            for (BasicBlock block : blocks) {
                successors.add(targets(block));
            }
            outside.forEach(_ -> successors.add(List.of()));
            LinearOrder order = LinearOrder.of(successors);
            return order == null ? null : new LaneGraph(nodes(order.order()), order.loops());
        }

        private List<Integer> targets(BasicBlock block) {
            if (block.exit() instanceof Exit.Stop) {
                return List.of();
            }
            return block.exit().targets().stream().map(target -> target(block, target)).toList();
        }

        /**
         * Returns the number of a block of the piece, or the number that stands for an exit to the
         * block.
         */
        private int target(BasicBlock from, int block) {
            Integer place = inside.get(block);
            int own = inside.getOrDefault(from.index(), NONE);
            if (place != null && (place > own || !plan.cut().turns().get(block))) {
                return place;
            }
            if (!outside.contains(block)) {
                outside.add(block);
            }
            return blocks.size() + 1 + outside.indexOf(block);
        }

        private List<Node> nodes(List<Integer> order) {
            Map<Integer, Integer> places = new HashMap<>();
            order.forEach(number -> places.put(number, places.size()));
            List<Node> nodes = new ArrayList<>();
            for (int number : order) {
                List<Integer> targets = successors.get(number).stream().map(places::get).toList();
                nodes.add(node(number, targets));
            }
            return nodes;
        }

        private Node node(int number, List<Integer> targets) {
            if (number == 0) {
                return new Node(null, piece.entry().index(), targets);
            }
            return number <= blocks.size()
                    ? new Node(blocks.get(number - 1), blocks.get(number - 1).index(), targets)
                    : new Node(null, outside.get(number - 1 - blocks.size()), targets);
        }
    }
}

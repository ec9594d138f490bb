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
 * The blocks of a piece in the order in which a group of lanes goes through them: each block at
 * most once but for loops, so that lanes which are apart wait for each other ahead. It has a node
 * more at its beginning, and one for each way out of the piece to a block of another one.
 */
public final class LaneGraph {
    /** No block. */
    static final int NONE = -1;

    private final List<Node> nodes;
    private final List<LinearOrder.Loop> loops;
    private final List<List<Integer>> predecessors = new ArrayList<>();
    private final Dominators dominators;
    private final PostDominators ends;

    /**
     * A block of the piece, or a way out of it.
     *
     * @param block of the kernel; null at the beginning and for a way out
     * @param live the kernel's block whose live registers are live here
     * @param targets the places of the nodes that its exit names, in their order
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

    /** The graph of a piece; null when a loop of it has more than one head. */
    static @Nullable LaneGraph of(KernelPlan plan, Piece piece) {
        return new Maker(plan, piece).make();
    }

    /** The nodes by their places. */
    List<Node> nodes() {
        return nodes;
    }

    public Node node(int place) {
        return nodes.get(place);
    }

    public int size() {
        return nodes.size();
    }

    /** All loops, inner ones behind those that they are in. */
    public List<LinearOrder.Loop> loops() {
        return loops;
    }

    /** The loops that end with a node, the innermost first. */
    public List<LinearOrder.Loop> endingAt(int place) {
        return loops.reversed().stream().filter(loop -> loop.last() == place).toList();
    }

    /** The loop that a node is the head of, or null. */
    LinearOrder.@Nullable Loop headedBy(int place) {
        return loops.stream().filter(loop -> loop.head() == place).findFirst().orElse(null);
    }

    public List<Integer> predecessors(int place) {
        return predecessors.get(place);
    }

    /** Whether all ways to the lower node pass the upper one; a node dominates itself. */
    boolean dominates(int upper, int lower) {
        return dominators.dominates(upper, lower);
    }

    /** Whether all ways from the upper node pass the lower one. */
    boolean postdominates(int lower, int upper) {
        int at = upper;
        while (at != lower && at != ends.end()) {
            at = ends.next(at);
        }
        return at == lower;
    }

    /** Where all ways from a node come together again; {@link #size} when nowhere. */
    int joinOf(int place) {
        return ends.next(place);
    }

    /** What can be reached from a node without passing another one. */
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

    /** How a graph is made. */
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

        /** A block of the piece, or behind those what stands for one that is left for. */
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

package dev.hira.sim.simt.form;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Step;
import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.jit.plan.Piece;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pieces of a kernel that groups of lanes can run, with their analyses.
 *
 * @param pieces by site
 * @param refused reasons why groups cannot run the other pieces, by site
 */
public record LanePlan(
        KernelPlan kernel,
        LaneForms forms,
        Map<Integer, LanePiece> pieces,
        Map<Integer, String> refused) {
    private static final int MOST_BLOCKS = 300;
    private static final int MOST_STEPS = 2500;

    /** A piece with the analyses of its lanes. */
    public record LanePiece(Piece piece, LaneGraph graph, Divergence divergence, LaneMasks masks) {}

    /** Makes the plan of a kernel. */
    public static LanePlan of(KernelPlan kernel) {
        LaneForms forms = new LaneForms(kernel.kernel());
        Map<Integer, LaneGraph> graphs = new LinkedHashMap<>();
        Map<Integer, String> refused = new LinkedHashMap<>();
        for (Piece piece : kernel.pieces()) {
            String reason = reason(kernel, piece);
            LaneGraph graph = reason == null ? LaneGraph.of(kernel, piece) : null;
            if (graph == null) {
                refused.put(piece.site(), reason == null ? "a loop has several heads" : reason);
            } else {
                graphs.put(piece.site(), graph);
            }
        }
        BitSet more = kept(kernel, forms, graphs);
        while (!more.isEmpty()) {
            forms.spread(more);
            more = kept(kernel, forms, graphs);
        }
        return new LanePlan(kernel, forms, pieces(kernel, forms, graphs, refused), refused);
    }

    /** Returns the plan without some pieces, for the reasons given. */
    public LanePlan without(Map<Integer, String> more) {
        Map<Integer, LanePiece> left = new LinkedHashMap<>(pieces);
        left.keySet().removeAll(more.keySet());
        Map<Integer, String> all = new LinkedHashMap<>(refused);
        all.putAll(more);
        return new LanePlan(kernel, forms, left, all);
    }

    private static Map<Integer, LanePiece> pieces(
            KernelPlan kernel,
            LaneForms forms,
            Map<Integer, LaneGraph> graphs,
            Map<Integer, String> refused) {
        Map<Integer, LanePiece> pieces = new LinkedHashMap<>();
        for (Piece piece : kernel.pieces()) {
            LaneGraph graph = graphs.get(piece.site());
            if (graph != null && partsAtSwitch(graph, forms)) {
                refused.put(piece.site(), "lanes part at an indexed branch");
            } else if (graph != null) {
                Divergence divergence = new Divergence(graph, forms, kernel.liveness());
                pieces.put(
                        piece.site(),
                        new LanePiece(piece, graph, divergence, new LaneMasks(graph, divergence)));
            }
        }
        return pieces;
    }

    private static boolean partsAtSwitch(LaneGraph graph, LaneForms forms) {
        return graph.nodes().stream()
                .map(LaneGraph.Node::block)
                .anyMatch(block ->
                        block != null
                                && block.exit() instanceof Exit.Switch choice
                                && !forms.same(choice.index()));
    }

    /**
     * Returns registers that waiting lanes must keep while others write them, in forms that do not
     * allow it.
     */
    private static BitSet kept(KernelPlan kernel, LaneForms forms, Map<Integer, LaneGraph> graphs) {
        BitSet kept = new BitSet();
        for (LaneGraph graph : graphs.values()) {
            kept.or(new Divergence(graph, forms, kernel.liveness()).kept());
        }
        BitSet fit = new BitSet();
        kept.stream()
                .filter(index -> forms.isAny(kernel.kernel().registers().get(index)))
                .forEach(fit::set);
        kept.andNot(fit);
        return kept;
    }

    private static @Nullable String reason(KernelPlan kernel, Piece piece) {
        if (piece.blocks().size() > MOST_BLOCKS) {
            return "it has " + piece.blocks().size() + " blocks";
        }
        if (piece.blocks().stream().mapToInt(block -> block.steps().size()).sum() > MOST_STEPS) {
            return "it has more than " + MOST_STEPS + " instructions";
        }
        boolean waits =
                piece.blocks().stream().anyMatch(block -> kernel.cut().yields().get(block.index()));
        if (waits) {
            return "threads wait for each other in a loop";
        }
        return piece.blocks().stream().anyMatch(LanePlan::calls) || kernel.mayQuit()
                ? "it calls functions"
                : null;
    }

    private static boolean calls(BasicBlock block) {
        return block.steps().stream().anyMatch(LanePlan::calls);
    }

    private static boolean calls(Step step) {
        return switch (step) {
            case Step.Call _, Step.IndirectCall _ -> true;
            case Step.Guarded guarded -> calls(guarded.step());
            default -> false;
        };
    }
}

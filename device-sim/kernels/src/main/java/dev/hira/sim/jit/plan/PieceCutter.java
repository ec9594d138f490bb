package dev.hira.sim.jit.plan;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Routine;
import dev.hira.sim.run.BlockState;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a kernel into pieces: one for its beginning, one for each stop, and, where those would be
 * too large for the JVM's compilers, further ones at cuts between blocks. A thread that reaches a
 * cut stays ready, with a site that follows those of the stops, and continues when the other
 * threads of its range have come as far.
 */
public final class PieceCutter {
    private final Routine kernel;
    private final int firstCut;

    /** Blocks that begin a piece whenever a thread comes to them from another piece. */
    private final BitSet heads = new BitSet();

    private final BitSet yields = new BitSet();
    private final BitSet turns = new BitSet();
    private final StrideLoops strides;

    /** Blocks of the cuts; a block's position in the list determines its site. */
    private final List<Integer> cuts = new ArrayList<>();

    private final Map<Integer, Piece> all = new LinkedHashMap<>();

    private PieceCutter(Routine kernel, int firstCut) {
        this.kernel = kernel;
        this.firstCut = firstCut;
        this.strides = new StrideLoops(kernel);
    }

    /**
     * Cuts a kernel.
     *
     * @param most the size of a piece, in estimated bytes of code; single blocks may exceed it
     */
    public static PieceCutter of(Program program, Routine kernel, int most) {
        PieceCutter pieces = new PieceCutter(kernel, program.stops().size());
        pieces.cut(most);
        pieces.add(BlockState.START, null, kernel.blocks().getFirst());
        for (BasicBlock block : kernel.blocks()) {
            if (block.exit() instanceof Exit.Stop stop) {
                pieces.add(stop.site(), stop, kernel.blocks().get(stop.next()));
            }
        }
        pieces.heads.stream().forEach(pieces::addCut);
        return pieces;
    }

    /** Returns the pieces, the first of which is the beginning. */
    public List<Piece> all() {
        return List.copyOf(all.values());
    }

    /** Returns the blocks at which a thread may yield to others, for which it waits in a loop. */
    public BitSet yields() {
        return yields;
    }

    /**
     * Returns the blocks at which threads always take turns after a round, for the order of memory
     * accesses.
     */
    public BitSet turns() {
        return turns;
    }

    /** Returns the site of threads that resume at a block of the kernel. */
    public int cutSite(int block) {
        return firstCut + cuts.indexOf(block);
    }

    private void addCut(int block) {
        if (!cuts.contains(block)) {
            cuts.add(block);
            add(cutSite(block), null, kernel.blocks().get(block));
        }
    }

    /** Adds a piece, and those at which its threads may yield. */
    private void add(int site, Exit.@Nullable Stop meeting, BasicBlock entry) {
        Piece piece = new Piece(site, meeting, reachable(entry));
        all.put(site, piece);
        BitSet waiting = SpinLoops.heads(piece.blocks());
        yields.or(waiting);
        BitSet striding = strides.heads(piece.blocks());
        turns.or(striding);
        waiting.stream().forEach(this::addCut);
        striding.stream().forEach(this::addCut);
    }

    /** Returns all blocks of a routine in which threads do not meet, in reverse postorder. */
    public static List<BasicBlock> order(Routine routine) {
        List<BasicBlock> order = new ArrayList<>();
        new PieceCutter(routine, 0).visit(routine.blocks().getFirst(), new BitSet(), order);
        Collections.reverse(order);
        return order;
    }

    /**
     * Returns the blocks that a thread can reach without crossing a stop or cut, in reverse
     * postorder.
     */
    private List<BasicBlock> reachable(BasicBlock entry) {
        List<BasicBlock> postorder = new ArrayList<>();
        visit(entry, new BitSet(), postorder);
        Collections.reverse(postorder);
        return postorder;
    }

    private void visit(BasicBlock from, BitSet seen, List<BasicBlock> postorder) {
        // The stack is explicit since kernels may have thousands of blocks in a row.
        List<BasicBlock> path = new ArrayList<>(List.of(from));
        List<List<Integer>> open = new ArrayList<>(List.of(new ArrayList<>(inner(from))));
        seen.set(from.index());
        while (!path.isEmpty()) {
            List<Integer> next = open.getLast();
            if (next.isEmpty()) {
                postorder.add(path.removeLast());
                open.removeLast();
                continue;
            }
            int target = next.removeLast();
            if (!seen.get(target) && !heads.get(target)) {
                seen.set(target);
                path.add(kernel.blocks().get(target));
                open.add(new ArrayList<>(inner(kernel.blocks().get(target))));
            }
        }
    }

    private static List<Integer> inner(BasicBlock block) {
        return block.exit() instanceof Exit.Stop ? List.of() : block.exit().targets();
    }

    /** Chooses heads so that no piece is much larger than allowed. */
    private void cut(int most) {
        int[] group = new int[kernel.blocks().size()];
        List<BasicBlock> order = everything();
        int size = 0;
        int current = 0;
        for (BasicBlock block : order) {
            int here = CodeSize.of(block);
            if (size > 0 && size + here > most) {
                current++;
                size = 0;
            }
            size += here;
            group[block.index()] = current;
        }
        for (BasicBlock block : order) {
            for (int target : inner(block)) {
                if (group[target] != group[block.index()]) {
                    heads.set(target);
                }
            }
        }
    }

    /** Returns all reachable blocks, in the order of the beginning's and the stops' pieces. */
    private List<BasicBlock> everything() {
        List<BasicBlock> all = new ArrayList<>(reachable(kernel.blocks().getFirst()));
        BitSet seen = new BitSet();
        all.forEach(block -> seen.set(block.index()));
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).exit() instanceof Exit.Stop stop && !seen.get(stop.next())) {
                List<BasicBlock> more = new ArrayList<>();
                visit(kernel.blocks().get(stop.next()), seen, more);
                Collections.reverse(more);
                all.addAll(more);
            }
        }
        return all;
    }
}

package dev.hira.sim.jit;

import dev.hira.sim.jit.plan.Piece;
import dev.hira.sim.jit.runtime.PieceCode;
import dev.hira.sim.jit.runtime.Workspace;
import dev.hira.sim.run.BlockState;
import java.util.List;

/**
 * Runs the threads of new code in small portions. The JVM then soon sees many calls of each method
 * and compiles it as a whole. It would otherwise see a few calls with long loops, compile each
 * method first for the calls that are inside the loop, and then again.
 */
final class WarmupSlicing implements PieceCode {
    /** Threads of a portion: fewer than the iterations after which the JVM compiles a loop. */
    private static final int THREADS = 32;

    /**
     * Calls of a method after which the JVM has compiled it, even if it has much else to compile.
     */
    private static final int YOUNG = 20_000;

    private final PieceCode code;

    /** Calls by site, counted from the first site; updates lost between threads are harmless. */
    private final int[] calls;

    /** Wraps the code of some pieces. */
    WarmupSlicing(PieceCode code, List<Piece> pieces) {
        this.code = code;
        int last = pieces.stream().mapToInt(Piece::site).max().orElse(BlockState.START);
        this.calls = new int[last - BlockState.START + 1];
    }

    @Override
    public int run(int site, Workspace work, int from, int to) {
        return calls[site - BlockState.START] >= YOUNG
                ? code.run(site, work, from, to)
                : runPortions(site, work, from, to);
    }

    private int runPortions(int site, Workspace work, int from, int to) {
        int places = 0;
        for (int first = from; first < to; first += THREADS) {
            calls[site - BlockState.START]++;
            places |= code.run(site, work, first, Math.min(first + THREADS, to));
        }
        return places;
    }
}

package dev.hira.sim.jit;

import dev.hira.sim.jit.plan.Piece;
import dev.hira.sim.jit.runtime.PieceCode;
import dev.hira.sim.jit.runtime.Workspace;
import dev.hira.sim.run.BlockState;
import java.util.List;

/**
 * Code that runs its threads in small portions while it is young. So the JVM soon has seen each
 * method called often and compiles it as a whole; otherwise it would see a few calls with long
 * loops, and compile each method first for those who are within the loop, and then again.
 */
final class WarmupSlicing implements PieceCode {
    /** Threads of a portion: fewer than rounds for which the JVM prefers to compile a loop. */
    private static final int THREADS = 32;

    /** Calls of a method after which the JVM has decided, even if much else is to be compiled. */
    private static final int YOUNG = 20_000;

    private final PieceCode code;

    /** By site, from that of the beginning; what several threads lose by counting is no matter. */
    private final int[] calls;

    /** The code of some pieces. */
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

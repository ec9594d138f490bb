package dev.hira.sim.jit;

import dev.hira.sim.jit.WarpKernel.Array;
import dev.hira.sim.jit.WarpKernel.Condition;
import dev.hira.sim.jit.WarpKernel.Place;
import dev.hira.sim.jit.WarpKernel.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Executes the warps of a {@link WarpKernel} in lock step: each statement for all active lanes of a
 * warp, all loads of an instruction before any later store. Divergent lanes come together where
 * their branch or loop ends.
 *
 * <p>The result is determined unless two lanes store different values to one word in one
 * instruction, or lanes on the two sides of a branch access the same word and one of them stores.
 * Two rules more come from what {@code WarpConflicts} takes for granted of plain stores: each lane
 * stores to a word of its own, and no lane overwrites the word of another lane before all lanes can
 * have read this word. {@link RandomWarpKernel} keeps a third rule.
 */
final class WarpModel {
    /** A statement whose effect depends on the order of lanes. */
    static final class Undetermined extends Exception {
        private static final long serialVersionUID = 1;
        final transient Statement statement;

        Undetermined(Statement statement) {
            this.statement = statement;
        }
    }

    private record Touch(int word, boolean writes, Statement statement) {}

    private static final int NONE = -1;

    private final WarpKernel kernel;

    /** The number of the first thread of the warp that runs. */
    private int first;

    private int[][] values = {};
    private int live;

    /** The lanes that have left the innermost loop. */
    private int broken;

    /** The accesses of the warp, in order. */
    private final List<Touch> touches = new ArrayList<>();

    /** By array and warp, the words in memory. */
    private final int[][] words;

    /** For each word the lane that has made the last plain store, which no other lane has read. */
    private final int[] stored = new int[Array.values().length * WarpKernel.WORDS];

    private final int[] hashes;
    private final int[] sums;

    /** The warps of which a thread has come to the end. */
    private final boolean[] ended;

    private WarpModel(WarpKernel kernel) {
        this.kernel = kernel;
        this.words = new int[kernel.warps()][stored.length];
        this.hashes = new int[kernel.threads()];
        this.sums = new int[kernel.warps()];
        this.ended = new boolean[kernel.warps()];
    }

    /** Returns the words that a kernel leaves, by their places in the results. */
    static Map<Integer, Integer> results(WarpKernel kernel) throws Undetermined {
        WarpModel model = new WarpModel(kernel);
        for (int warp = 0; warp < kernel.warps(); warp++) {
            model.run(warp);
        }
        return model.results();
    }

    private void run(int warp) throws Undetermined {
        first = warp * WarpKernel.WARP;
        int lanes = Math.min(WarpKernel.WARP, kernel.threads() - first);
        values = new int[lanes][WarpKernel.VALUES];
        for (int lane = 0; lane < lanes; lane++) {
            for (int i = 0; i < WarpKernel.VALUES; i++) {
                values[lane][i] = (first + lane) * (2 * i + 3) + i;
            }
        }
        live = -1 >>> (WarpKernel.WARP - lanes);
        broken = 0;
        touches.clear();
        Arrays.fill(stored, NONE);
        int left = run(kernel.body(), live);
        finish(left);
        ended[warp] = left != 0;
    }

    private Map<Integer, Integer> results() {
        Map<Integer, Integer> results = new HashMap<>();
        for (int thread = 0; thread < kernel.threads(); thread++) {
            results.put(thread, hashes[thread]);
        }
        for (int warp = 0; warp < kernel.warps(); warp++) {
            for (Array array : Array.values()) {
                boolean seen = array == Array.GLOBAL || ended[warp];
                for (int i = 0; i < WarpKernel.WORDS; i++) {
                    results.put(
                            WarpKernelText.result(array, warp) + i,
                            seen ? words[warp][array.first + i] : 0);
                }
            }
            results.put(WarpKernelText.sum(warp), ended[warp] ? sums[warp] : 0);
        }
        return results;
    }

    private int warp() {
        return first / WarpKernel.WARP;
    }

    private static List<Integer> lanes(int mask) {
        List<Integer> lanes = new ArrayList<>();
        for (int open = mask; open != 0; open &= open - 1) {
            lanes.add(Integer.numberOfTrailingZeros(open));
        }
        return lanes;
    }

    /** Executes statements; returns the lanes that come to their end. */
    private int run(List<Statement> body, int mask) throws Undetermined {
        int active = mask;
        for (Statement statement : body) {
            if (active != 0) {
                active = run(statement, active);
            }
        }
        return active;
    }

    private int run(Statement statement, int active) throws Undetermined {
        switch (statement) {
            case WarpKernel.Load load -> load(load, active);
            case WarpKernel.Store store -> store(store, active);
            case WarpKernel.Compute(int to, int from, int factor) -> {
                for (int lane : lanes(active)) {
                    values[lane][to] = values[lane][to] * factor + values[lane][from] + lane;
                }
            }
            case WarpKernel.If it -> {
                return branch(it, active);
            }
            case WarpKernel.Loop loop -> {
                return loop(loop, active);
            }
            case WarpKernel.Break it -> {
                int leaving = holds(it.condition(), active);
                broken |= leaving;
                return active & ~leaving;
            }
            case WarpKernel.Exit it -> {
                int leaving = holds(it.condition(), active);
                finish(leaving);
                live &= ~leaving;
                return active & ~leaving;
            }
            case WarpKernel.Barrier _ -> Arrays.fill(stored, NONE);
            case WarpKernel.Locked it -> {
                for (int lane : lanes(holds(it.condition(), active))) {
                    sums[warp()] += values[lane][it.from()];
                }
                Arrays.fill(stored, NONE);
            }
        }
        return active;
    }

    private int branch(WarpKernel.If branch, int active) throws Undetermined {
        int chosen = holds(branch.condition(), active);
        int begin = touches.size();
        int then = run(branch.then(), chosen);
        int middle = touches.size();
        int otherwise = run(branch.otherwise(), active & ~chosen);
        Map<Integer, Boolean> before = new HashMap<>();
        for (Touch touch : touches.subList(begin, middle)) {
            before.merge(touch.word, touch.writes, Boolean::logicalOr);
        }
        for (Touch touch : touches.subList(middle, touches.size())) {
            Boolean wrote = before.get(touch.word);
            if (wrote != null && (wrote || touch.writes)) {
                throw new Undetermined(touch.statement);
            }
        }
        return then | otherwise;
    }

    private int loop(WarpKernel.Loop loop, int active) throws Undetermined {
        int outer = broken;
        broken = 0;
        int going = active;
        int done = 0;
        for (int round = 0; going != 0; round++) {
            for (int lane : lanes(going)) {
                if (round >= loop.rounds().of(lane)) {
                    done |= 1 << lane;
                    going &= ~(1 << lane);
                }
            }
            going = run(loop.body(), going);
        }
        done |= broken;
        broken = outer;
        return done;
    }

    private int holds(Condition condition, int active) {
        int number = condition.number();
        int holds = 0;
        for (int lane : lanes(active)) {
            boolean held =
                    switch (condition.test()) {
                        case LESS -> lane < number;
                        case BIT -> (lane & number) != 0;
                        case ONE -> lane == number;
                        case ODD -> (values[lane][number] & 1) != 0;
                        case ARGUMENT -> (WarpKernel.ARGUMENT & number) != 0;
                    };
            holds |= held ? 1 << lane : 0;
        }
        return holds;
    }

    private int word(Place place, int lane) {
        int number = place.number();
        int circle = WarpKernel.WARP - 1;
        int index =
                switch (place.index()) {
                    case AHEAD -> lane + number;
                    case CIRCLE -> lane + number & circle;
                    case PARTNER -> lane ^ number;
                    case SPREAD -> lane * (2 * number + 1) & circle;
                    case SHARED -> lane >> number;
                    case FIXED -> number;
                    case VALUE -> values[lane][number] & circle;
                };
        return place.array().first + index;
    }

    private void load(WarpKernel.Load load, int active) {
        Map<Integer, Integer> loaded = new HashMap<>();
        for (int lane : lanes(active)) {
            int word = word(load.place(), lane);
            loaded.put(lane, words[warp()][word]);
            touches.add(new Touch(word, false, load));
            if (stored[word] != lane) {
                stored[word] = NONE;
            }
        }
        loaded.forEach((lane, value) -> values[lane][load.to()] = value);
    }

    private void store(WarpKernel.Store store, int active) throws Undetermined {
        Map<Integer, Integer> writers = new HashMap<>();
        boolean plain = !store.way().isVolatile();
        for (int lane : lanes(active)) {
            int word = word(store.place(), lane);
            Integer other = writers.put(word, lane);
            int value = values[lane][store.from()];
            boolean differs = other != null && words[warp()][word] != value;
            boolean replaces = stored[word] != NONE && stored[word] != lane;
            if (differs || (plain && (other != null || replaces))) {
                throw new Undetermined(store);
            }
            words[warp()][word] = value;
            touches.add(new Touch(word, true, store));
        }
        writers.forEach((word, lane) -> stored[word] = plain ? lane : NONE);
    }

    private void finish(int leaving) {
        for (int lane : lanes(leaving)) {
            int hash = 0;
            for (int value : values[lane]) {
                hash = 31 * hash + value;
            }
            hashes[first + lane] = hash;
        }
    }
}

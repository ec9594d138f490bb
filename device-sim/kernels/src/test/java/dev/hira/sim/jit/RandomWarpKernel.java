package dev.hira.sim.jit;

import dev.hira.sim.jit.WarpKernel.Array;
import dev.hira.sim.jit.WarpKernel.Condition;
import dev.hira.sim.jit.WarpKernel.Index;
import dev.hira.sim.jit.WarpKernel.Place;
import dev.hira.sim.jit.WarpKernel.Rounds;
import dev.hira.sim.jit.WarpKernel.Statement;
import dev.hira.sim.jit.WarpKernel.Test;
import dev.hira.sim.jit.WarpKernel.Way;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** A random {@link WarpKernel} whose result is determined. */
final class RandomWarpKernel {
    private static final int[] THREADS = {32, 32, 32, 20, 40, 64};
    private static final int MOST_DEPTH = 3;

    /** The number of indices, the first ones, with which each lane has a word of its own. */
    private static final int OWN = 4;

    private final SplittableRandom random;

    /** Whether lanes leave the kernel early. */
    private final boolean exits;

    /** How many of eight accesses of shared memory are volatile. */
    private final int volatiles;

    /** Whether accesses name shared memory by generic addresses now and then. */
    private final boolean generic;

    /** The places of which each lane has its own. */
    private final List<Place> places = new ArrayList<>();

    /** The places that lanes share. */
    private final List<Place> common = new ArrayList<>();

    private RandomWarpKernel(long seed) {
        this.random = new SplittableRandom(seed);
        this.volatiles = random.nextInt(9);
        this.generic = random.nextInt(4) == 0;
        this.exits = random.nextInt(3) == 0;
    }

    /** Returns the kernel of a seed. */
    static WarpKernel of(long seed) {
        WarpKernel kernel = withOneUpdate(new RandomWarpKernel(seed).kernel());
        while (true) {
            try {
                WarpModel.results(kernel);
                return kernel;
            } catch (WarpModel.Undetermined undetermined) {
                kernel = kernel.without(undetermined.statement);
            }
        }
    }

    /**
     * Lets a kernel update elements of an array through one plain address at most: {@code
     * WarpUpdates} takes for granted that no two threads update the same element.
     */
    private static WarpKernel withOneUpdate(WarpKernel kernel) {
        Set<Place> loaded = new HashSet<>();
        for (Statement statement : WarpKernel.all(kernel.body())) {
            if (statement instanceof WarpKernel.Load load && !load.way().isVolatile()) {
                loaded.add(load.place());
            }
        }
        Map<Array, Place> updated = new EnumMap<>(Array.class);
        WarpKernel changed = kernel;
        for (Statement statement : WarpKernel.all(kernel.body()).reversed()) {
            if (statement instanceof WarpKernel.Store(Place place, Way way, int from)
                    && !way.isVolatile()
                    && loaded.contains(place)
                    && !isChosen(kernel, place)
                    && !updated.computeIfAbsent(place.array(), _ -> place).equals(place)) {
                Way other = way.isGeneric() ? Way.GENERIC_VOLATILE : Way.VOLATILE;
                Statement store = new WarpKernel.Store(place, other, from);
                changed =
                        changed.with(
                                WarpKernel.replaced(changed.body(), statement, List.of(store)));
            }
        }
        return changed;
    }

    /**
     * Whether a kernel has one plain store to a place, and coordinates or the argument decide
     * behind all plain loads which lanes make it.
     */
    private static boolean isChosen(WarpKernel kernel, Place place) {
        return count(kernel.body(), place, true) == 1
                && WarpKernel.all(kernel.body()).stream()
                        .anyMatch(it ->
                                it instanceof WarpKernel.If branch
                                        && branch.condition().test() != Test.ODD
                                        && count(List.of(it), place, true) == 1
                                        && count(List.of(it), place, false) == 0);
    }

    /** Returns how many plain stores, or loads, of a place statements have. */
    private static long count(List<Statement> body, Place place, boolean stores) {
        return WarpKernel.all(body).stream()
                .filter(it ->
                        switch (it) {
                            case WarpKernel.Store(Place to, Way way, _) ->
                                    stores && !way.isVolatile() && to.equals(place);
                            case WarpKernel.Load(_, Place from, Way way) ->
                                    !stores && !way.isVolatile() && from.equals(place);
                            default -> false;
                        })
                .count();
    }

    private WarpKernel kernel() {
        int threads = THREADS[random.nextInt(THREADS.length)];
        List<Statement> body = new ArrayList<>();
        for (Array array : Array.values()) {
            for (int number : new int[] {0, WarpKernel.WARP}) {
                Place own = new Place(array, Index.AHEAD, number);
                Way way = array == Array.GLOBAL ? Way.VOLATILE : Way.PLAIN;
                body.add(new WarpKernel.Store(own, way, random.nextInt(WarpKernel.VALUES)));
            }
        }
        if (random.nextBoolean()) {
            body.add(new WarpKernel.Barrier(random.nextBoolean()));
        }
        int count = 3 + random.nextInt(10);
        for (int i = 0; i < count; i++) {
            body.add(
                    switch (random.nextInt(24)) {
                        case 0 -> new WarpKernel.Barrier(random.nextBoolean());
                        case 1 -> new WarpKernel.Locked(condition(), value());
                        default -> statement(0, false);
                    });
        }
        return new WarpKernel(
                threads,
                random.nextInt(4) == 0,
                random.nextBoolean(),
                random.nextBoolean(),
                List.copyOf(body));
    }

    private Statement statement(int depth, boolean inLoop) {
        int kind = random.nextInt(depth < MOST_DEPTH ? 16 : 11);
        if (kind < 5) {
            return load();
        }
        if (kind < 9) {
            return store();
        }
        if (kind == 9) {
            return new WarpKernel.Compute(value(), value(), 2 * random.nextInt(8) + 1);
        }
        if (kind == 10) {
            return leave(inLoop);
        }
        return kind < 14 ? branch(depth, inLoop) : loop(depth);
    }

    private Statement leave(boolean inLoop) {
        if (inLoop && random.nextBoolean()) {
            return new WarpKernel.Break(condition());
        }
        return exits && random.nextInt(3) == 0
                ? new WarpKernel.Exit(condition(), random.nextBoolean())
                : load();
    }

    private Statement branch(int depth, boolean inLoop) {
        if (random.nextInt(4) == 0) {
            Statement only = random.nextBoolean() ? load() : store();
            return new WarpKernel.If(condition(), true, List.of(only), List.of());
        }
        if (random.nextInt(4) == 0) {
            return storeOfOne();
        }
        List<Statement> then = body(depth, inLoop);
        List<Statement> otherwise = random.nextBoolean() ? body(depth, inLoop) : List.of();
        return new WarpKernel.If(condition(), false, then, otherwise);
    }

    private Statement loop(int depth) {
        int factor = random.nextInt(4);
        int mask = random.nextBoolean() ? 3 : random.nextInt(8);
        Rounds rounds = new Rounds(factor, random.nextInt(8), mask, random.nextBoolean());
        return new WarpKernel.Loop(rounds, body(depth, true));
    }

    private List<Statement> body(int depth, boolean inLoop) {
        List<Statement> body = new ArrayList<>();
        int count = 1 + random.nextInt(4 - depth);
        for (int i = 0; i < count; i++) {
            body.add(statement(depth + 1, inLoop));
        }
        return body;
    }

    private Statement load() {
        Place place = place(random.nextInt(4) == 0);
        return new WarpKernel.Load(value(), place, way(place));
    }

    private Statement store() {
        Place place = place(random.nextInt(8) == 0);
        Way way = way(place);
        if (!way.isVolatile() && !place.index().isOwn()) {
            way = Way.VOLATILE;
        }
        return new WarpKernel.Store(place, way, value());
    }

    /** Returns a plain store by one lane to a word that all lanes may have read. */
    private Statement storeOfOne() {
        Condition one = new Condition(Test.ONE, random.nextInt(WarpKernel.WARP));
        Array array = random.nextBoolean() ? Array.TILE : Array.OTHER;
        Index index = random.nextBoolean() ? Index.FIXED : Index.SHARED;
        boolean known = !common.isEmpty() && random.nextInt(4) > 0;
        Place place =
                known
                        ? common.get(random.nextInt(common.size()))
                        : new Place(array, index, random.nextInt(4));
        Statement store = new WarpKernel.Store(place, Way.PLAIN, value());
        return new WarpKernel.If(one, random.nextBoolean(), List.of(store), List.of());
    }

    /** Returns a new place or one that the kernel has already. */
    private Place place(boolean any) {
        if (!any && !places.isEmpty() && random.nextInt(3) == 0) {
            return places.get(random.nextInt(places.size()));
        }
        if (any && !common.isEmpty() && random.nextInt(3) == 0) {
            return common.get(random.nextInt(common.size()));
        }
        Index[] indices = Index.values();
        Index index = indices[random.nextInt(any ? indices.length : OWN)];
        int small = random.nextBoolean() ? 1 : 0;
        int number =
                switch (index) {
                    case AHEAD, CIRCLE, PARTNER, FIXED ->
                            random.nextBoolean() ? small : random.nextInt(WarpKernel.WARP);
                    case SPREAD -> random.nextInt(16);
                    case SHARED -> random.nextInt(6);
                    case VALUE -> value();
                };
        Array array = one(Array.values());
        Place place = new Place(array, index, number);
        if (index.isOwn()) {
            places.add(place);
        } else if (index != Index.VALUE && array != Array.GLOBAL) {
            common.add(place);
        }
        return place;
    }

    private Way way(Place place) {
        boolean ordered = place.array() == Array.GLOBAL || random.nextInt(8) < volatiles;
        boolean named = !generic || random.nextInt(3) > 0;
        if (ordered) {
            return named ? Way.VOLATILE : Way.GENERIC_VOLATILE;
        }
        return named ? Way.PLAIN : Way.GENERIC;
    }

    private Condition condition() {
        Test test = one(Test.values());
        int number =
                switch (test) {
                    case LESS -> random.nextInt(WarpKernel.WARP + 1);
                    case BIT, ARGUMENT -> 1 << random.nextInt(5);
                    case ONE -> random.nextInt(WarpKernel.WARP);
                    case ODD -> value();
                };
        return new Condition(test, number);
    }

    private <T> T one(T[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private int value() {
        return random.nextInt(WarpKernel.VALUES);
    }

    /** Returns smaller kernels that may fail as a kernel does. */
    static List<WarpKernel> smaller(WarpKernel kernel) {
        List<WarpKernel> smaller = new ArrayList<>();
        for (Statement statement : WarpKernel.all(kernel.body())) {
            smaller.add(kernel.without(statement));
            for (List<Statement> inner : inside(statement)) {
                smaller.add(kernel.with(WarpKernel.replaced(kernel.body(), statement, inner)));
            }
        }
        if (kernel.threads() != WarpKernel.WARP) {
            smaller.add(
                    new WarpKernel(
                            WarpKernel.WARP,
                            kernel.byLaneId(),
                            kernel.hoisted(),
                            kernel.closed(),
                            kernel.body()));
        }
        return smaller;
    }

    private static List<List<Statement>> inside(Statement statement) {
        return switch (statement) {
            case WarpKernel.If it -> List.of(it.then(), it.otherwise());
            case WarpKernel.Loop it ->
                    List.of(
                            WarpKernel.all(it.body()).stream()
                                            .anyMatch(WarpKernel.Break.class::isInstance)
                                    ? List.of()
                                    : it.body());
            default -> List.of();
        };
    }
}

package dev.hira.bench.programs;

import dev.hira.bench.programs.Shrinker.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Generated programs, each undisturbed and then disturbed, until the time is over or programs have
 * failed.
 */
public final class ProgramsSoak {
    private static final Duration BOUND = Duration.ofSeconds(20);

    /** The bound while a program whose call hangs is made smaller. */
    private static final Duration SHORT_BOUND = Duration.ofSeconds(8);

    private static final int MOST_CALLS = 40;
    private static final int LEAST_CALLS = 4;

    /** With every call, the programs of each size. */
    private static final int OF_A_SIZE = 30;

    private final long seed;
    private final Plan plan;
    private final Consumer<String> out;
    private final List<String> failures = new ArrayList<>();
    private int programs;
    private int disturbed;

    /**
     * What a soak runs.
     *
     * @param from the number of the first program in the seed's order that runs, counted from 1
     * @param programs the most programs
     * @param time the time after which no further program begins
     * @param everyCall whether each disturbance happens before each call of each program, instead
     *     of one at a random call
     * @param threads the most threads of a program
     * @param processes whether routers and servers are processes of their own
     * @param apis the APIs of the programs
     * @param disturbances what may happen
     * @param failures the number of programs that fail after which the soak ends
     */
    public record Plan(
            int from,
            int programs,
            Duration time,
            boolean everyCall,
            int threads,
            boolean processes,
            List<ProgramApi<?, ?, ?>> apis,
            List<Disturbance> disturbances,
            int failures) {}

    /**
     * @param out receives the seed, and each program that fails
     */
    public ProgramsSoak(long seed, Plan plan, Consumer<String> out) {
        this.seed = seed;
        this.plan = plan;
        this.out = out;
    }

    /** Runs the programs. */
    public ProgramsSoak run() {
        out.accept("seed " + seed);
        try (Places places = new Places(plan)) {
            long end = System.nanoTime() + plan.time().toNanos();
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 1; i < plan.from(); i++) {
                var _ = random.split();
            }
            while (programs < plan.programs()
                    && failures.size() < plan.failures()
                    && System.nanoTime() < end) {
                SplittableRandom own = random.split();
                boolean keeps = own.nextBoolean();
                ProgramApi<?, ?, ?> api = plan.apis().get(own.nextInt(plan.apis().size()));
                run(places, keeps, api, own, end);
            }
        }
        return this;
    }

    /** A stack in which programs run. */
    private static final class Place implements AutoCloseable {
        private final ProgramStack stack;
        private final VmOperator operator;
        final Trial trial;

        Place(ProgramStack stack) {
            this.stack = stack;
            operator = new VmOperator(stack);
            trial = new Trial(stack, operator, BOUND);
        }

        @Override
        public void close() {
            operator.close();
            stack.close();
        }
    }

    /** The stacks, each of which starts when a program needs it. */
    private static final class Places implements AutoCloseable {
        private final boolean processes;
        private final Map<Kind, Place> places = new EnumMap<>(Kind.class);

        private enum Kind {
            USUAL,
            /** Sessions go on in the router's next process. */
            KEEPING,
            /** The connections between processes of the router and of servers can be cut. */
            CUTTING
        }

        Places(Plan plan) {
            processes = plan.processes();
        }

        /**
         * Returns the place for a run.
         *
         * @param keeps whether sessions go on in the router's next process, where either will do
         */
        Trial trial(@Nullable Point point, boolean keeps) {
            Kind kind = keeps ? Kind.KEEPING : Kind.USUAL;
            if (point != null && point.disturbance().restartsRouter()) {
                kind = Kind.KEEPING;
            } else if (processes
                    && point != null
                    && point.disturbance() == Disturbance.CUT_SERVER) {
                kind = Kind.CUTTING;
            }
            return places.computeIfAbsent(kind, this::start).trial;
        }

        private Place start(Kind kind) {
            boolean keeps = kind == Kind.KEEPING;
            return new Place(
                    processes
                            ? ProcessProgramStack.start(keeps, kind == Kind.CUTTING)
                            : LocalProgramStack.start(keeps));
        }

        @Override
        public void close() {
            places.values().forEach(Place::close);
        }
    }

    private <D, M, S> void run(
            Places places, boolean keeps, ProgramApi<D, M, S> api, SplittableRandom own, long end) {
        Program<D, M, S> program =
                new Generator<>(api)
                        .program(
                                own.nextLong(),
                                size(own),
                                1 + own.nextInt(plan.threads()),
                                own.nextBoolean());
        programs++;
        List<@Nullable Point> points = new ArrayList<>();
        points.add(null);
        points.addAll(points(own, program.calls().size()));
        for (Point point : points) {
            if (System.nanoTime() > end) {
                return;
            }
            disturbed += point == null ? 0 : 1;
            Trial trial = places.trial(point, keeps);
            String difference = trial.run(program, point);
            if (difference != null) {
                fail(trial, new Failure<>(program, point, difference));
                return;
            }
        }
    }

    /**
     * Returns the number of calls of the next program; with every call, the smallest come first.
     */
    private int size(SplittableRandom own) {
        return plan.everyCall()
                ? Math.min(MOST_CALLS, LEAST_CALLS + number() / OF_A_SIZE)
                : LEAST_CALLS + own.nextInt(MOST_CALLS - LEAST_CALLS);
    }

    private List<Point> points(SplittableRandom own, int calls) {
        List<Point> points = new ArrayList<>();
        if (!plan.everyCall()) {
            List<Disturbance> all = plan.disturbances();
            points.add(
                    new Point(
                            all.get(own.nextInt(all.size())),
                            1 + own.nextInt(calls),
                            own.nextBoolean()));
            return points;
        }
        for (int before = 1; before <= calls; before++) {
            for (Disturbance disturbance : plan.disturbances()) {
                points.add(new Point(disturbance, before, false));
            }
        }
        return points;
    }

    private <D, M, S> void fail(Trial trial, Failure<D, M, S> failure) {
        out.accept(
                "program %d with %d calls: %s; making it smaller"
                        .formatted(
                                number(), failure.program().calls().size(), failure.difference()));
        Trial again =
                failure.difference().contains(ProgramThreads.NOTHING)
                        ? trial.within(SHORT_BOUND)
                        : trial;
        Failure<D, M, S> smallest = new Shrinker(again).shrink(failure);
        String text = "program %d%n%s".formatted(number(), ProgramText.of(smallest));
        out.accept(text);
        failures.add(text);
    }

    /** Returns the number of the newest program in the seed's order. */
    private int number() {
        return plan.from() + programs - 1;
    }

    /** Returns the number of programs that ran. */
    public int programs() {
        return programs;
    }

    /** Returns the number of runs in which something happened. */
    public int disturbed() {
        return disturbed;
    }

    /** Returns the programs that failed, as text. */
    public List<String> failures() {
        return failures;
    }
}

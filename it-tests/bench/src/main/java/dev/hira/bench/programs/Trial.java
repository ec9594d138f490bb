package dev.hira.bench.programs;

import dev.hira.bench.programs.Disturbance.Loss;
import dev.hira.bench.programs.ProgramThreads.Hang;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Runs programs in a stack. */
final class Trial implements ProgramRunner {
    /** What the router says of a VM that goes on where it was. */
    private static final Pattern KEPT =
            Pattern.compile(
                    "cannot come to rest: (the release of memory|calls of the session or their work"
                            + "|commands wait for the event)"
                            + "|the time limit of");

    /** The time for a call or a disturbance; it only ends hangs. */
    private final Duration bound;

    private final ProgramStack stack;
    private final VmOperator operator;
    private final AtomicInteger names;
    private final Map<Disturbance, String> vms;

    Trial(ProgramStack stack, VmOperator operator, Duration bound) {
        this(stack, operator, bound, new AtomicInteger(), new EnumMap<>(Disturbance.class));
        for (Disturbance disturbance : Disturbance.all()) {
            vms.put(disturbance, newVm(disturbance));
        }
    }

    private Trial(
            ProgramStack stack,
            VmOperator operator,
            Duration bound,
            AtomicInteger names,
            Map<Disturbance, String> vms) {
        this.stack = stack;
        this.operator = operator;
        this.bound = bound;
        this.names = names;
        this.vms = vms;
    }

    /** Returns the same trial with another time for a call. */
    Trial within(Duration other) {
        return new Trial(stack, operator, other, names, vms);
    }

    private String newVm(Disturbance disturbance) {
        String vm = disturbance.protection() + "-" + names.incrementAndGet();
        operator.protect(vm, disturbance.protection());
        return vm;
    }

    @Override
    public <D, M, S> @Nullable String run(Program<D, M, S> program, @Nullable Point point) {
        Disturbance disturbance = point == null ? Disturbance.SUSPEND : point.disturbance();
        String vm = Objects.requireNonNull(vms.get(disturbance));
        String difference = new Run<>(program, point, disturbance, vm).run();
        if (difference != null) {
            vms.put(disturbance, newVm(disturbance));
            operator.evict(vm);
        }
        return difference;
    }

    /** A run of a program. */
    private final class Run<D, M, S> {
        private final Program<D, M, S> program;
        private final @Nullable Point point;
        private final Disturbance disturbance;
        private final String vm;
        private final ProgramModels<D, M, S> models;
        private final Set<Integer> started = new HashSet<>();
        private @Nullable CompletableFuture<String> beside;
        private volatile boolean lost;

        /** Whether the program may have kept its VM since the disturbance began. */
        private volatile boolean kept;

        private boolean ended;

        Run(Program<D, M, S> program, @Nullable Point point, Disturbance disturbance, String vm) {
            this.program = program;
            this.point = point;
            this.disturbance = disturbance;
            this.vm = vm;
            this.models = program.models();
        }

        @Nullable String run() {
            ProgramThreads threads = new ProgramThreads(bound);
            S objects =
                    program.api().objects(stack.connect(program.api().driver(), vm, disturbance));
            boolean closes = false;
            try {
                String difference = calls(threads, objects);
                closes = difference == null;
                return difference;
            } catch (Hang e) {
                return e.getMessage();
            } finally {
                if (closes) {
                    threads.run(0, () -> close(objects));
                }
                threads.close();
            }
        }

        private Void close(S objects) {
            program.api().close(objects);
            return null;
        }

        private @Nullable String calls(ProgramThreads threads, S objects) {
            int end = program.calls().size();
            int half = point == null ? end : Math.min(point.before(), end);
            String difference = calls(0, half, threads, objects);
            if (difference == null && point != null) {
                String problem = disturb(point, threads, objects);
                difference =
                        problem.isEmpty()
                                ? null
                                : "before call %d: %s: %s".formatted(half, point, problem);
            }
            if (difference == null && !ended) {
                difference = calls(half, end, threads, objects);
            }
            return difference == null ? awaitBeside() : difference;
        }

        /** Makes some of the calls. */
        private @Nullable String calls(int from, int to, ProgramThreads threads, S objects) {
            if (program.together()) {
                return together(from, to, threads, objects);
            }
            String difference = null;
            for (int i = from; i < to && difference == null; i++) {
                int index = i;
                int thread = program.calls().get(i).thread();
                started.add(thread);
                try {
                    difference = threads.run(thread, () -> call(index, objects)).orElse(null);
                } catch (Hang e) {
                    difference =
                            "call %d (%s) gives '%s'".formatted(i, operation(i), e.getMessage());
                }
            }
            return difference;
        }

        /** Lets each thread make its own of some calls. */
        private @Nullable String together(int from, int to, ProgramThreads threads, S objects) {
            Map<Integer, Future<Optional<String>>> results = new TreeMap<>();
            List<Integer> all =
                    IntStream.range(from, to)
                            .map(i -> program.calls().get(i).thread())
                            .distinct()
                            .boxed()
                            .toList();
            for (int thread : all) {
                started.add(thread);
                int[] own =
                        IntStream.range(from, to)
                                .filter(i -> program.calls().get(i).thread() == thread)
                                .toArray();
                results.put(thread, threads.start(thread, () -> calls(own, objects)));
            }
            String difference = null;
            for (var each : results.entrySet()) {
                String found;
                try {
                    found = threads.await(each.getKey(), each.getValue()).orElse(null);
                } catch (Hang e) {
                    found = "thread %d gives '%s'".formatted(each.getKey(), e.getMessage());
                }
                difference = difference == null ? found : difference;
            }
            return difference;
        }

        /** Makes calls on their own thread until one differs. */
        private Optional<String> calls(int[] indices, S objects) {
            Optional<String> difference = Optional.empty();
            for (int i = 0; i < indices.length && difference.isEmpty(); i++) {
                difference = call(indices[i], objects);
            }
            return difference;
        }

        /** Makes a call on its own thread; returns how its result differs from the model. */
        private Optional<String> call(int index, S objects) {
            Call<M, S> call = program.calls().get(index);
            String expected = models.expect(call);
            if (expected == null && lost) {
                return Optional.empty(); // it needed what the program has lost
            }
            if (expected == null) {
                throw new IllegalStateException("the model does not admit call " + index);
            }
            if (keeps(models.of(call.thread()))) {
                kept = true;
            }
            String result = call.operation().run(call, objects);
            return expected.equals(result)
                    ? Optional.empty()
                    : Optional.of(
                            "call %d (%s) gives '%s' instead of '%s'"
                                    .formatted(index, call.operation(), result, expected));
        }

        private Operation<M, S> operation(int index) {
            return program.calls().get(index).operation();
        }

        private String disturb(Point at, ProgramThreads threads, S objects) {
            Loss loss = at.disturbance().loss();
            boolean hopeless = models.all().stream().anyMatch(this::keeps);
            kept = hopeless;
            if (loss == Loss.MEMORY) {
                settle(threads, objects);
            }
            if (at.beside() && loss == Loss.NOTHING) {
                beside =
                        CompletableFuture.supplyAsync(
                                () -> operator.disturb(at.disturbance(), vm, hopeless));
                return "";
            }
            String problem = unlessKept(operator.disturb(at.disturbance(), vm, hopeless));
            return problem.isEmpty() && loss != Loss.NOTHING
                    ? notice(loss, threads, objects)
                    : problem;
        }

        private boolean keeps(M model) {
            return point != null
                    && point.disturbance().leaves()
                    && program.api().keepsWork(model, point.disturbance() == Disturbance.MOVE);
        }

        /** Returns a problem, or an empty text if it is that the program keeps its VM. */
        private String unlessKept(String problem) {
            return kept && KEPT.matcher(problem).find() ? "" : problem;
        }

        /**
         * Waits until all work has ended. Each thread makes a call, because a thread whose calls
         * have all failed in the program's own process is not told of a loss.
         */
        private void settle(ProgramThreads threads, S objects) {
            threads.run(
                    started.stream().findFirst().orElse(0),
                    () -> {
                        models.all().forEach(model -> program.api().settle(model, objects));
                        return null;
                    });
            started.forEach(thread -> threads.run(thread, () -> program.api().touch(objects)));
        }

        /** Lets each thread make a call that tells it of the loss. */
        private String notice(Loss loss, ProgramThreads threads, S objects) {
            ProgramApi<D, M, S> api = program.api();
            String expected = loss == Loss.MEMORY ? api.loss() : api.end();
            for (int thread : started) {
                String told = threads.run(thread, () -> api.touch(objects));
                if (!told.equals(expected)) {
                    return "thread %d is told '%s' instead of '%s'"
                            .formatted(thread, told, expected);
                }
            }
            models.all().forEach(api::lose);
            lost = true;
            ended = loss == Loss.SESSION;
            return "";
        }

        private @Nullable String awaitBeside() {
            CompletableFuture<String> result = beside;
            if (result == null) {
                return null;
            }
            String problem = unlessKept(result.join());
            return problem.isEmpty() ? null : point + ": " + problem;
        }
    }
}

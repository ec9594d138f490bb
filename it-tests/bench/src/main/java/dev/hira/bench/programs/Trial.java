package dev.hira.bench.programs;

import dev.hira.bench.programs.Disturbance.Loss;
import dev.hira.bench.programs.ProgramThreads.Hang;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs programs in a stack. */
final class Trial implements ProgramRunner {
    /** What the router says of a VM that goes on where it was. */
    private static final Pattern KEPT =
            Pattern.compile(
                    "cannot come to rest: (the release of memory|calls of the session or their work)"
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
        String difference = new Run<>(program, point, vm).run();
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
        private final String vm;
        private final M model;
        private final Set<Integer> started = new HashSet<>();
        private @Nullable CompletableFuture<String> beside;
        private boolean lost;

        /** Whether the program may have kept its VM since the disturbance began. */
        private boolean kept;

        private boolean ended;

        Run(Program<D, M, S> program, @Nullable Point point, String vm) {
            this.program = program;
            this.point = point;
            this.vm = vm;
            this.model = program.api().model();
        }

        @Nullable String run() {
            ProgramThreads threads = new ProgramThreads(bound);
            S objects = program.api().objects(stack.connect(program.api().driver(), vm));
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
            List<Call<M, S>> calls = program.calls();
            for (int i = 0; i <= calls.size() && !ended; i++) {
                if (point != null && point.before() == i) {
                    String problem = disturb(point, threads, objects);
                    if (!problem.isEmpty()) {
                        return "before call %d: %s: %s".formatted(i, point, problem);
                    }
                }
                String difference =
                        ended || i == calls.size() ? null : call(i, calls.get(i), threads, objects);
                if (difference != null) {
                    return difference;
                }
            }
            return awaitBeside();
        }

        private @Nullable String call(
                int index, Call<M, S> call, ProgramThreads threads, S objects) {
            String expected = call.operation().expect(call, model);
            if (expected == null && lost) {
                return null; // it needed what the program has lost
            }
            if (expected == null) {
                throw new IllegalStateException("the model does not admit call " + index);
            }
            kept |= keeps();
            started.add(call.thread());
            String result;
            try {
                result = threads.run(call.thread(), () -> call.operation().run(call, objects));
            } catch (Hang e) {
                result = e.getMessage();
            }
            return expected.equals(result)
                    ? null
                    : "call %d (%s) gives '%s' instead of '%s'"
                            .formatted(index, call.operation(), result, expected);
        }

        private String disturb(Point at, ProgramThreads threads, S objects) {
            Loss loss = at.disturbance().loss();
            kept = keeps();
            boolean hopeless = kept;
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

        private boolean keeps() {
            return point != null
                    && point.disturbance().leaves()
                    && program.api().keepsWork(model, point.disturbance() == Disturbance.MOVE);
        }

        /** Returns a problem, or an empty text if it is that the program keeps its VM. */
        private String unlessKept(String problem) {
            return kept && KEPT.matcher(problem).find() ? "" : problem;
        }

        private void settle(ProgramThreads threads, S objects) {
            threads.run(
                    started.stream().findFirst().orElse(0),
                    () -> {
                        program.api().settle(model, objects);
                        return null;
                    });
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
            api.lose(model);
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

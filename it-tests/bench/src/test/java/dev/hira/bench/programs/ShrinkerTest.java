package dev.hira.bench.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.bench.programs.Shrinker.Failure;
import dev.hira.bench.programs.cuda.CudaPrograms;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Programs that fail for a known reason, which the smaller ones must keep. */
final class ShrinkerTest {
    private static final String REASON = "the second context is missing";

    /** Fails for each program that creates a context after it has loaded a module. */
    private static final class ModuleThenContext implements ProgramRunner {
        @Override
        public <D, M, S> @Nullable String run(Program<D, M, S> program, @Nullable Point point) {
            List<String> calls = program.calls().stream().map(Call::java).toList();
            int module = first(calls, "cuModuleLoadData(ptx)");
            int context = last(calls, "cuCtxCreate(");
            boolean before = point != null && point.before() > context;
            return module >= 0 && module < context && before ? REASON : null;
        }

        private static int first(List<String> calls, String text) {
            return calls.stream().map(call -> call.contains(text)).toList().indexOf(true);
        }

        private static int last(List<String> calls, String text) {
            return calls.stream().map(call -> call.contains(text)).toList().lastIndexOf(true);
        }
    }

    /** Fails for each program with a module, but differently for one without a second context. */
    private static final class TwoReasons implements ProgramRunner {
        private final ModuleThenContext wanted = new ModuleThenContext();

        @Override
        public <D, M, S> @Nullable String run(Program<D, M, S> program, @Nullable Point point) {
            String reason = wanted.run(program, point);
            boolean module =
                    program.calls().stream().anyMatch(call -> call.java().contains("(ptx)"));
            return reason != null ? reason : module ? "another reason" : null;
        }
    }

    @Test
    void shouldKeepTheFailureThatItMakesSmaller() {
        ProgramRunner runner = new TwoReasons();
        int shrunk = 0;
        for (long seed = 0; seed < 50; seed++) {
            var program = new Generator<>(new CudaPrograms()).program(seed, 40, 3, false);
            Point end = new Point(Disturbance.SUSPEND, program.calls().size(), false);
            String difference = runner.run(program, end);
            if (difference == null || !difference.equals(REASON)) {
                continue;
            }
            var smallest = new Shrinker(runner).shrink(new Failure<>(program, end, difference));
            assertThat(smallest.difference()).as("seed %d", seed).isEqualTo(REASON);
            shrunk++;
        }
        assertThat(shrunk).isPositive();
    }

    @Test
    void shouldTellFailuresApartByTheirTextsWithoutNumbers() {
        var program = new Generator<>(new CudaPrograms()).program(1, 10, 1, false);
        var failure =
                new Failure<>(program, null, "call 7 (READ) gives '3, 4 … #-9' instead of '5'");
        assertThat(failure.isLike("call 12 (READ) gives '1, 0 … #123' instead of '77'")).isTrue();
        assertThat(failure.isLike("call 7 (COUNTER) gives '3, 4 … #-9' instead of '5'")).isFalse();
        assertThat(failure.isLike("call 7 (READ) gives 'done' instead of '5'")).isFalse();
    }

    @Test
    void shouldLeaveOnlyTheCallsThatMatterAndPrintThemAsJava() {
        ProgramRunner runner = new ModuleThenContext();
        for (long seed = 0; seed < 50; seed++) {
            var program = new Generator<>(new CudaPrograms()).program(seed, 40, 3, false);
            Point end = new Point(Disturbance.SUSPEND, program.calls().size(), false);
            String difference = runner.run(program, end);
            if (difference == null) {
                continue;
            }
            var smallest = new Shrinker(runner).shrink(new Failure<>(program, end, difference));
            assertThat(ProgramText.of(smallest).replaceAll("(ctx|mod)\\d+", "$1"))
                    .as("seed %d", seed)
                    .isEqualTo(
                            """
                            static void program(CudaDriver cu, MemorySegment ptx, Arena arena) {
                                cu.cuInit(0);
                                long ctx = cu.cuCtxCreate(0, 0);
                                long mod = cu.cuModuleLoadData(ptx);
                                long ctx = cu.cuCtxCreate(0, 0);
                                // here the VM is suspended and resumed
                                // the second context is missing
                            }
                            """);
        }
    }
}

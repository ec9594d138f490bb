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

    @Test
    void shouldLeaveOnlyTheCallsThatMatterAndPrintThemAsJava() {
        ProgramRunner runner = new ModuleThenContext();
        for (long seed = 0; seed < 50; seed++) {
            var program = new Generator<>(new CudaPrograms()).program(seed, 40, 3);
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

package dev.hira.bench.migration;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.Stats;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ObjIntConsumer;

/**
 * The time to recreate the objects of a session at the new server, against the time that a program
 * took to create them: both from the opening of the session to the last answer.
 */
final class ReplayBench implements BenchPart {
    private static final String VM = "replayed";
    private static final int ROUNDS = 20;
    private static final int LEAST_ROUNDS = 5;

    /** The first rounds, which run code that is not compiled. */
    private static final int WARM_UP = 5;

    private static final List<Integer> EVENTS = List.of(10, 1_000, 10_000);
    private static final List<Integer> MODULES = List.of(10, 1_000);

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("Objects recreated by a move (rate of the calls / their first rate)");
        int rounds = Math.max(LEAST_ROUNDS, settings.times(ROUNDS));
        try (LocalStack stack = MovingVm.stack();
                Arena arena = Arena.ofConfined()) {
            for (int count : EVENTS) {
                compare(stack, count, "events", (cuda, _) -> cuda.cuEventCreate(0), rounds, report);
            }
            for (int count : MODULES) {
                ObjIntConsumer<CudaDriver> load =
                        (cuda, i) -> cuda.cuModuleLoadData(arena.allocateFrom(module(i)));
                compare(stack, count, "modules", load, rounds, report);
            }
        }
    }

    private static void compare(
            LocalStack stack,
            int count,
            String what,
            ObjIntConsumer<CudaDriver> create,
            int rounds,
            BenchReport report) {
        List<Long> first = new ArrayList<>();
        List<Long> again = new ArrayList<>();
        for (int round = -WARM_UP; round < rounds; round++) {
            long start = System.nanoTime();
            try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + VM);
                    MovingVm vm = new MovingVm(stack, VM)) {
                cuda.cuInit(0);
                cuda.cuCtxCreate(0, 0);
                for (int i = 0; i < count; i++) {
                    create.accept(cuda, i);
                }
                cuda.cuCtxSynchronize();
                long took = System.nanoTime() - start;
                vm.begin();
                long recreated = vm.move().open();
                if (round >= 0) {
                    first.add(took);
                    again.add(recreated);
                }
            }
        }
        String name = String.format(Locale.ROOT, "%,d %s", count, what);
        double made = Stats.of(first).median();
        double repeated = Stats.of(again).median();
        report.note(name + ", the first time", made / 1e6, "ms");
        report.note("  at the move", repeated / 1e6, "ms");
        report.atLeast("  rate of the calls / their first rate", made / repeated, "×", 0.5);
    }

    private static String module(int number) {
        return """
        .version 7.0
        .target sm_70
        .address_size 64
        .visible .global .align 4 .u32 number = %1$d;
        .visible .entry store%1$d(.param .u64 to) {
          .reg .b32 %%r<2>; .reg .b64 %%d<2>;
          ld.param.u64 %%d1, [to];
          ld.global.u32 %%r1, [number];
          st.global.u32 [%%d1], %%r1;
          ret;
        }
        """
                .formatted(number);
    }
}

package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random warp-synchronous kernels leave in all engines what {@link WarpModel} says. A failure names
 * the seed and has the smallest kernel that was found to fail as well.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class WarpKernelsTest {
    private static final int FEW = 12;
    private static final int MANY = 250;

    /** The most kernels that are tried to find a smaller one. */
    private static final int MOST_TRIALS = 2_000;

    @Test
    void shouldRunWarpsInStepInRandomKernels() {
        check(0, FEW);
    }

    @Test
    @Tag("thorough")
    void shouldRunWarpsInStepInManyRandomKernels() {
        check(FEW, MANY);
    }

    /** The branches of the loop have their postdominator behind the loop. */
    @Test
    void shouldKeepLanesInStepInALoopThatOthersLeave() {
        WarpKernel.Place ahead =
                new WarpKernel.Place(WarpKernel.Array.TILE, WarpKernel.Index.AHEAD, 5);
        WarpKernel.Place next =
                new WarpKernel.Place(WarpKernel.Array.TILE, WarpKernel.Index.CIRCLE, 1);
        WarpKernel.Statement leaving =
                new WarpKernel.If(
                        new WarpKernel.Condition(WarpKernel.Test.BIT, 8),
                        false,
                        List.of(
                                new WarpKernel.Store(next, WarpKernel.Way.PLAIN, 3),
                                new WarpKernel.Break(
                                        new WarpKernel.Condition(WarpKernel.Test.ARGUMENT, 4))),
                        List.of());
        WarpKernel.Statement loop =
                new WarpKernel.Loop(
                        new WarpKernel.Rounds(3, 2, 3, true),
                        List.of(new WarpKernel.Load(1, ahead, WarpKernel.Way.PLAIN), leaving));
        assertThat(failure(new WarpKernel(32, false, true, false, List.of(loop)))).isNull();
    }

    private static void check(long first, int count) {
        for (long seed = first; seed < first + count; seed++) {
            WarpKernel kernel = RandomWarpKernel.of(seed);
            if (failure(kernel) != null) {
                WarpKernel small = smallest(kernel);
                throw new AssertionError(
                        "seed "
                                + seed
                                + ", "
                                + small
                                + "\n"
                                + WarpKernelText.of(small)
                                + failure(small));
            }
        }
    }

    private static WarpKernel smallest(WarpKernel kernel) {
        WarpKernel small = kernel;
        int trials = 0;
        boolean smaller = true;
        while (smaller && trials < MOST_TRIALS) {
            smaller = false;
            for (WarpKernel other : RandomWarpKernel.smaller(small)) {
                if (trials++ < MOST_TRIALS && !other.equals(small) && failure(other) != null) {
                    small = other;
                    smaller = true;
                    break;
                }
            }
        }
        return small;
    }

    /** Returns how an engine differs from the model or from another engine; null if none does. */
    private static @Nullable String failure(WarpKernel kernel) {
        Map<Integer, Integer> expected;
        try {
            expected = new TreeMap<>(WarpModel.results(kernel));
        } catch (WarpModel.Undetermined undetermined) {
            return null;
        }
        try {
            JitFixture.Result result =
                    JitFixture.kernel(WarpKernelText.of(kernel), "test")
                            .blocks(1, kernel.threads())
                            .polling()
                            .agree(WarpKernel.ARGUMENT);
            assertThat(result.fault()).isNull();
            Map<Integer, Integer> actual = new TreeMap<>();
            expected.keySet().forEach(word -> actual.put(word, result.result(word)));
            return actual.equals(expected) ? null : difference(actual, expected);
        } catch (AssertionError differing) {
            return differing.getMessage();
        }
    }

    private static String difference(Map<Integer, Integer> actual, Map<Integer, Integer> expected) {
        StringBuilder text = new StringBuilder("differing words of the results:");
        expected.forEach((word, value) -> {
            if (!value.equals(actual.get(word))) {
                text.append(" [%d] is %d, not %d;".formatted(word, actual.get(word), value));
            }
        });
        return text.toString();
    }
}

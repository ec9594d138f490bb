package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A program calls all functions of OpenCL with extreme and wrong values. Each call succeeds or
 * fails with a code of OpenCL, the session lives on, and another program notices nothing.
 */
@Timeout(120)
final class OpenClHostileValuesTest {
    private static final int WITNESSED_EVERY = 250;

    /** How long a run lasts if it makes fewer calls. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(8);

    private static final Set<ClResult> SESSION_ENDS =
            EnumSet.of(ClResult.CL_SESSION_LOST_HIRA, ClResult.CL_NOT_PERMITTED_HIRA);

    private final List<OpenClDescription.Function> functions = OpenClDescription.read().functions();
    private final Map<ClResult, Integer> outcomes = new EnumMap<>(ClResult.class);

    @ParameterizedTest
    @CsvSource({"DIRECT, 20261124, 20000", "RINGS, 20261125, 6000"})
    void shouldAnswerEachCallWithACodeOfOpenCl(Way way, long seed, int calls) {
        Random random = new Random(seed);
        int made = 0;
        try (OpenClDriver witness = way.open(OpenClDriver.class)) {
            OpenClScene seen = new OpenClScene(witness);
            long begin = System.nanoTime();
            while (made < calls && System.nanoTime() - begin < LONGEST_NANOS) {
                try (OpenClDriver cl = way.open(OpenClDriver.class)) {
                    made += callWrongly(new OpenClScene(cl), seen, random, seed);
                }
                witness(seen, made, seed);
            }
        }
        System.getLogger(OpenClHostileValuesTest.class.getName())
                .log(
                        System.Logger.Level.INFO,
                        way + ", seed " + seed + ": " + made + " calls, " + outcomes);
        assertThat(made).isGreaterThan(100);
        assertThat(outcomes).as("outcomes, seed %d", seed).hasSizeGreaterThan(10);
    }

    /** Makes calls of a session; returns their number. */
    private int callWrongly(OpenClScene scene, OpenClScene other, Random random, long seed) {
        OpenClValidCalls valid = new OpenClValidCalls(scene);
        OpenClHostileValues values = new OpenClHostileValues(random, scene, other);
        for (int i = 0; i < WITNESSED_EVERY; i++) {
            String function = functions.get(random.nextInt(functions.size())).name();
            OpenClCall call;
            try {
                call = valid.of(function);
                scene.cl.clGetPlatformIDs();
            } catch (OpenClException gone) {
                return i; // an object of the scene was released, or its context has failed
            }
            int wrong = call.arguments().isEmpty() ? 0 : 1 + random.nextInt(2);
            for (int each = 0; each < wrong; each++) {
                call = values.change(call);
            }
            outcomes.merge(outcome(scene.cl, call, seed), 1, Integer::sum);
        }
        return WITNESSED_EVERY;
    }

    private static ClResult outcome(OpenClDriver cl, OpenClCall call, long seed) {
        try {
            call.run(cl);
            cl.clGetPlatformIDs(); // throws the failure of an asynchronous call
            return ClResult.CL_SUCCESS;
        } catch (OpenClException failure) {
            assertThat(SESSION_ENDS)
                    .as("seed %d, %s: %s", seed, call, failure.getMessage())
                    .doesNotContain(failure.error());
            return failure.error();
        } catch (RuntimeException | AssertionError defect) {
            throw new AssertionError("seed " + seed + ", " + call, defect);
        }
    }

    private static void witness(OpenClScene seen, int made, long seed) {
        byte pattern = (byte) (made & 0x7F);
        seen.cl.clEnqueueFillBuffer(
                seen.queue,
                seen.buffer,
                MemorySegment.ofArray(new byte[] {pattern}),
                0,
                64,
                OpenClScene.NONE,
                0);
        byte[] back = new byte[64];
        seen.cl.clEnqueueReadBuffer(
                seen.queue,
                seen.buffer,
                true,
                0,
                64,
                MemorySegment.ofArray(back),
                OpenClScene.NONE,
                0);
        assertThat(back).as("seed %d, after %d calls", seed, made).containsOnly(pattern);
    }
}

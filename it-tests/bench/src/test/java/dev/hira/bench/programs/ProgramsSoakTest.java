package dev.hira.bench.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.bench.programs.ProgramsSoak.Plan;
import dev.hira.bench.programs.cuda.CudaModel;
import dev.hira.bench.programs.cuda.CudaObjects;
import dev.hira.bench.programs.cuda.CudaPrograms;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A soak of some programs; {@code ./hira soak programs} runs thousands. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class ProgramsSoakTest {
    private static final long SEED = 20261129;
    private static final int THREADS = 3;
    private static final Duration MOST = Duration.ofSeconds(60);

    private static ProgramsSoak soak(int programs, boolean everyCall) {
        return soak(programs, everyCall, false);
    }

    private static ProgramsSoak soak(int programs, boolean everyCall, boolean processes) {
        Plan plan =
                new Plan(
                        1,
                        programs,
                        MOST,
                        everyCall,
                        THREADS,
                        processes,
                        ProgramApi.all(),
                        Disturbance.all(),
                        1);
        return new ProgramsSoak(SEED, plan, System.out::println).run();
    }

    @Test
    void shouldGiveWhatTheModelSaysHoweverTheVmIsDisturbed() {
        ProgramsSoak soak = soak(60, false);
        assertThat(soak.failures()).as("seed %d", SEED).isEmpty();
        assertThat(soak.disturbed()).isPositive();
    }

    @Tag("thorough")
    @Test
    void shouldGiveWhatTheModelSaysWhateverHappensBeforeEachCall() {
        ProgramsSoak soak = soak(4, true);
        assertThat(soak.failures()).as("seed %d", SEED).isEmpty();
        assertThat(soak.disturbed()).isGreaterThan(20);
    }

    @Tag("thorough")
    @Test
    void shouldGiveWhatTheModelSaysAmongProcesses() {
        ProgramsSoak soak = soak(12, false, true);
        assertThat(soak.failures()).as("seed %d", SEED).isEmpty();
        assertThat(soak.disturbed()).isPositive();
    }

    @Test
    void shouldGiveObjectsOfItsOwnToEachThreadThatCallsAtTheSameTime() {
        for (ProgramApi<?, ?, ?> api : ProgramApi.all()) {
            for (long seed = SEED; seed < SEED + 20; seed++) {
                requireApart(api, seed);
            }
        }
    }

    private static <D, M, S> void requireApart(ProgramApi<D, M, S> api, long seed) {
        Program<D, M, S> program = new Generator<>(api).program(seed, 40, 3, true);
        assertThat(program.together()).isTrue();
        assertThat(program.threads()).isEqualTo(3);
        assertThat(program.expected()).as("seed %d", seed).isNotNull();
        for (int i = 0; i < 3; i++) {
            int thread = i;
            List<Call<M, S>> own =
                    program.calls().stream().filter(call -> call.thread() == thread).toList();
            assertThat(new Program<>(api, true, own).expected()).as("seed %d", seed).isNotNull();
            assertThat(program.with(own).calls()).isEqualTo(own);
        }
    }

    @Test
    void shouldMakeTheSameProgramsOfTheSameSeed() {
        assertThat(program(SEED).calls()).isEqualTo(program(SEED).calls()).hasSizeGreaterThan(10);
        assertThat(program(SEED + 1).calls()).isNotEqualTo(program(SEED).calls());
    }

    private static Program<?, CudaModel, CudaObjects> program(long seed) {
        return new Generator<>(new CudaPrograms()).program(seed, 20, 2, false);
    }
}

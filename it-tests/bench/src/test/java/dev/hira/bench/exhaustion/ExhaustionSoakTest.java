package dev.hira.bench.exhaustion;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.bench.exhaustion.ExhaustionSoak.Plan;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A soak of one attack; {@code ./hira soak exhaustion} has all of them. */
final class ExhaustionSoakTest {
    private static final long SEED = 20261129;

    @Test
    void shouldAttackEachFunctionOfAllApis() {
        Set<String> attacked =
                Attack.all().stream()
                        .filter(attack -> attack.shape() == Shape.REPEAT)
                        .map(attack -> attack.function().name())
                        .collect(toSet());
        assertThat(attacked)
                .containsAll(functions(CudaDriver.class))
                .containsAll(functions(OpenClDriver.class));
    }

    /** Guests name objects themselves by methods that end with As. */
    private static List<String> functions(Class<?> driver) {
        return Stream.of(driver.getDeclaredMethods())
                .map(Method::getName)
                .filter(name -> name.matches("c[lu][A-Z].*") && !name.endsWith("As"))
                .toList();
    }

    @Test
    void shouldFindEachAttackByItsText() {
        assertThat(Attack.all())
                .hasSizeGreaterThan(500)
                .allSatisfy(attack -> assertThat(Attack.of(attack.toString())).isEqualTo(attack));
        assertThat(Arrays.stream(Shape.values()))
                .allSatisfy(shape ->
                        assertThat(Attack.all()).anyMatch(attack -> attack.shape() == shape));
    }

    @Test
    @Tag("thorough")
    void shouldLeaveNothingOfAnAttackBehind() {
        Plan plan = new Plan(Duration.ofSeconds(1), 0, "cuEventCreate/repeat");
        ExhaustionSoak soak = new ExhaustionSoak(SEED, plan, System.out::println).run();
        assertThat(soak.failures()).as("seed %d", SEED).isEmpty();
        assertThat(soak.attacks()).isEqualTo(1);
        assertThat(soak.calls()).isPositive();
    }
}

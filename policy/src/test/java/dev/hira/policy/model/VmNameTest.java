package dev.hira.policy.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VmNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "hello", "7", "team.a_1-b", "ann@host:7", "c++"})
    void shouldTakeUsualNames(String name) {
        assertThat(VmName.problem(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "hello ",
                " hello",
                "a b",
                "a/b",
                "-x",
                "../etc",
                "h\u0435llo",
                "a\nb"
            })
    void shouldRefuseNamesThatLookLikeSomethingElse(String name) {
        assertThat(VmName.problem(name))
                .hasValueSatisfying(problem ->
                        assertThat(problem)
                                .startsWith("'" + name + "' is not a valid name of a VM")
                                .contains("letters, digits"));
    }

    @ParameterizedTest
    @ValueSource(ints = {129, 100_000})
    void shouldShowTheBeginningOfALongName(int length) {
        assertThat(VmName.problem("x".repeat(length)))
                .hasValueSatisfying(
                        problem -> assertThat(problem).hasSizeLessThan(400).contains("x…'"));
    }
}

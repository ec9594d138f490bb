package dev.hira.bench.exhaustion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.launch.LocalStack;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An attack whose calls are all refused for their arguments exhausts nothing. */
@Tag("thorough")
final class AttackArgumentsTest {
    private static final Pattern OUTCOME =
            Pattern.compile("calls=([0-9]+)\tfailed=([0-9]+)\tcodes=\\{(.*)}");

    /** Enough for each value of an enumeration to have its turn. */
    private static final int CALLS = 40;

    @Test
    void shouldMakeCallsThatSucceed() {
        Map<String, String> failing = new TreeMap<>();
        try (LocalStack stack =
                        LocalStack.start(
                                1, List.of("--devices", "2", "--profile", "small"), List.of());
                AttackProcess attacker = new AttackProcess(stack.uri() + "?vm=attacker")) {
            for (Attack attack : Attack.all()) {
                if (attack.shape() == Shape.REPEAT) {
                    String said = attacker.ask("try %s %d".formatted(attack, CALLS));
                    Matcher outcome = OUTCOME.matcher(said);
                    assertThat(outcome.matches()).as("%s: %s", attack, said).isTrue();
                    if (outcome.group(1).equals(outcome.group(2))) {
                        failing.put(attack.function().name(), outcome.group(3));
                    }
                }
            }
        }
        Set<String> expected = new TreeSet<>(CudaFixture.ALWAYS_FAIL);
        expected.addAll(OpenClFixture.ALWAYS_FAIL);
        assertThat(failing).as("%s", failing).containsOnlyKeys(expected);
    }
}

package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All orders in which a small program, its callbacks, the ends of its work and moves of its session
 * can interleave, driven through a router's real session, breadth first: the first failure has the
 * fewest steps. There is no state in which nothing can happen before the program has ended, each
 * command and each return reaches one server, once, and each return the server that waits for it.
 * No work reaches a server whose work is to stand still.
 */
final class PathModelTest {
    @ParameterizedTest
    @ValueSource(strings = {"a b* b", "a* a w", "a* q a", "a q b* q"})
    void shouldNeverStandStillAndDeliverEverythingOnce(String program) {
        explore(program, 1, 1);
    }

    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a* b* a",
                "a* a* a a",
                "a* b* a b",
                "a a* b* w",
                "a* w a* w",
                "a* q b q a*"
            })
    void shouldNeverStandStillThroughTwoMoves(String program) {
        explore(program, 1, 2);
    }

    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(strings = {"a* a* a", "a* b* a b", "a* a* w a"})
    void shouldNeverStandStillWithTwoCommandsUnderWay(String program) {
        explore(program, 2, 1);
    }

    /**
     * Explores a program.
     *
     * @param window most works that the gate admits at a time
     * @param moves most moves of the session
     */
    private static void explore(String program, int window, int moves) {
        Deque<String> open = new ArrayDeque<>(List.of(""));
        Set<String> seen = new HashSet<>();
        int ended = 0;
        while (!open.isEmpty()) {
            String steps = open.remove();
            try (PathModel model = new PathModel(program, window, moves)) {
                steps.chars().forEach(step -> model.take((char) step));
                if (!seen.add(model.state())) {
                    continue;
                }
                List<Character> next = new ArrayList<>(model.possible());
                String where = "program '" + program + "', window " + window + model.story();
                assertThat(model.problem()).as(where).isEmpty();
                ended += model.hasEnded() ? 1 : 0;
                assertThat(model.hasEnded() || model.canGoOnWithoutAMove())
                        .as("something can happen: " + where)
                        .isTrue();
                next.forEach(step -> open.add(steps + step));
            }
        }
        assertThat(ended).as("states in which the program has ended").isPositive();
        assertThat(seen).hasSizeGreaterThan(40);
    }
}

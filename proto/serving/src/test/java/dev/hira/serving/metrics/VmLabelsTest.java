package dev.hira.serving.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class VmLabelsTest {
    private final VmLabels labels = new VmLabels(2, 100);

    private Map<String, String> at(long now, Set<String> active, Set<String> known) {
        return labels.update(now, new TreeSet<>(active), known);
    }

    @Test
    void shouldNameVmsUpToTheLimitAndCountTheOthersTogether() {
        assertThat(at(0, Set.of("a", "b", "c", "d"), Set.of("a", "b", "c", "d")))
                .isEqualTo(Map.of("a", "a", "b", "b", "c", "other", "d", "other"));
    }

    @Test
    void shouldKeepTheNameOfAnIdleVmForAWhileAndThenForgetIt() {
        Set<String> known = Set.of("a", "b");
        at(0, known, known);

        assertThat(at(100, Set.of("b"), known)).containsKeys("a", "b");
        assertThat(at(101, Set.of("b"), known)).containsOnlyKeys("b");
        assertThat(at(102, Set.of("b", "c"), Set.of("a", "b", "c")))
                .isEqualTo(Map.of("b", "b", "c", "c"));
    }

    @Test
    void shouldNotTakeAVmOutOfTheOthersWhenThereIsRoom() {
        Set<String> all = Set.of("a", "b", "c");
        at(0, all, all);

        assertThat(at(1000, Set.of("c"), all)).isEqualTo(Map.of("c", "other"));
    }

    @Test
    void shouldLabelAVmWhenItOpensASession() {
        Set<String> all = Set.of("a", "b", "c");
        for (String vm : List.of("a", "b", "c")) {
            labels.opened(10, vm);
        }

        assertThat(at(110, Set.of(), all)).isEqualTo(Map.of("a", "a", "b", "b", "c", "other"));
        assertThat(at(111, Set.of(), all)).isEqualTo(Map.of("c", "other"));
    }

    @Test
    void shouldGiveTheNameOfAnIdleVmToOneThatOpensASession() {
        Set<String> all = Set.of("a", "b", "c", "d");
        at(0, Set.of("a", "b"), all);
        at(50, Set.of("b"), all);
        labels.opened(100, "c");
        labels.opened(101, "d");

        assertThat(labels.of("a")).isEmpty();
        assertThat(at(102, Set.of("b", "c", "d"), all))
                .isEqualTo(Map.of("b", "b", "c", "other", "d", "d"));
    }

    @Test
    void shouldKeepTheNamesOfVmsThatMayHaveSessionsUntilTheNextUpdate() {
        Set<String> all = Set.of("a", "b", "c");
        at(0, Set.of("a"), all);
        labels.opened(10, "b");
        labels.opened(1000, "c");

        assertThat(at(1001, all, all)).isEqualTo(Map.of("a", "a", "b", "b", "c", "other"));
    }

    @Test
    void shouldForgetAnUnknownVmAtOnce() {
        at(0, Set.of("a", "b", "c"), Set.of("a", "b", "c"));

        assertThat(at(1, Set.of(), Set.of("b"))).isEqualTo(Map.of("b", "b"));
    }

    @Test
    void shouldCountAVmThatIsCalledOtherWithTheOthers() {
        assertThat(at(0, Set.of("a", "other", "z"), Set.of("a", "other", "z")))
                .isEqualTo(Map.of("a", "a", "other", "other", "z", "other"));
    }
}

package dev.hira.guest.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RangeTreeTest {
    private static final int MANY = 1 << 16;

    private record Range(int start, int end) {
        boolean overlaps(int from, int to) {
            return Math.max(start, from) < Math.min(end, to);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldFindTheOverlapsThatAModelFinds(long seed) {
        Random random = new Random(seed);
        RangeTree tree = new RangeTree();
        List<Range> model = new ArrayList<>();
        int width = 10 << random.nextInt(8);
        for (int step = 0; step < 4000; step++) {
            int start = random.nextInt(width);
            int end = start + random.nextInt(1 + width / (1 + random.nextInt(20)));
            if (!model.isEmpty() && random.nextInt(100) < (step / 1000 % 2 == 0 ? 40 : 60)) {
                Range gone = model.remove(random.nextInt(model.size()));
                tree.remove(gone.start, gone.end);
            } else {
                model.add(new Range(start, end));
                tree.add(start, end);
            }
            int from = random.nextInt(width);
            int to = from + random.nextInt(1 + width / 10);
            assertThat(tree.overlaps(from, to))
                    .as("seed %s, step %s", seed, step)
                    .isEqualTo(model.stream().anyMatch(each -> each.overlaps(from, to)));
        }
        model.forEach(each -> tree.remove(each.start, each.end));
        assertThat(tree.isEmpty()).isTrue();
    }

    /** A search takes a step for each level of the tree at most. */
    @Test
    void shouldStayAboutAsDeepAsTheLogarithmOfTheNumberOfRanges() {
        RangeTree tree = new RangeTree();
        for (int i = 0; i < MANY; i++) {
            tree.add(i, i + MANY);
        }
        assertThat(tree.depth()).isBetween(16, 3 * 16);
        for (int i = 0; i < MANY; i += 2) {
            tree.remove(i, i + MANY);
        }
        assertThat(tree.depth()).isBetween(15, 3 * 16);
    }

    @Test
    void shouldKeepOneNodeForEqualRanges() {
        RangeTree tree = new RangeTree();
        for (int i = 0; i < MANY; i++) {
            tree.add(3, 5);
        }
        assertThat(tree.depth()).isEqualTo(1);
        for (int i = 0; i < MANY; i++) {
            assertThat(tree.overlaps(4, 9)).isTrue();
            tree.remove(3, 5);
        }
        assertThat(tree.isEmpty()).isTrue();
    }
}

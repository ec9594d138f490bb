package dev.hira.router.judge.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CallbackNumbersTest {
    private static final int MANY = 1 << 14;

    private long comparisons;

    private CallbackNumbers counting() {
        Comparator<ByteString> order = ByteString.unsignedLexicographicalComparator();
        return new CallbackNumbers((one, other) -> {
            comparisons++;
            return order.compare(one, other);
        });
    }

    private static List<ByteString> numbered(int count) {
        List<ByteString> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(ByteString.copyFromUtf8("callback " + i));
        }
        return all;
    }

    /** All with the same arguments, all with other ones, and half of each kind. */
    @ParameterizedTest
    @ValueSource(ints = {1, MANY, MANY / 2})
    void shouldCompareArgumentsALogarithmicNumberOfTimesForEachCallback(int different) {
        List<ByteString> args = numbered(different);
        CallbackNumbers numbers = counting();
        for (int i = 0; i < MANY; i++) {
            assertThat(numbers.number(1 + i, args.get(i % different))).isEqualTo(1 + i);
        }
        assertThat(comparisons).as("no server has asked before").isZero();
        numbers.restart();
        for (int i = MANY; i > 0; i--) {
            long number = numbers.number(MANY - i, args.get((i - 1) % different));
            assertThat((number - 1) % different).isEqualTo((i - 1) % different);
        }
        long perCallback = 3L * 2 * 14; // three accesses to a tree at most twice as deep as needed
        assertThat(comparisons).isBetween(1L * MANY, MANY * perCallback);
    }

    /** The rule without any index: the first callback with these arguments that is to come. */
    private static final class Model {
        private final List<ByteString> args = new ArrayList<>();
        private final List<Long> numbers = new ArrayList<>();
        private final List<Boolean> came = new ArrayList<>();
        private long next = 1;

        long number(ByteString wanted) {
            for (int i = 0; i < args.size(); i++) {
                if (!came.get(i) && args.get(i).equals(wanted)) {
                    came.set(i, true);
                    return numbers.get(i);
                }
            }
            args.add(wanted);
            numbers.add(next);
            came.add(true);
            return next++;
        }

        void forget() {
            args.clear();
            numbers.clear();
            came.clear();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldGiveNumbersInTheOrderOfTheFirstServerForEachArguments(long seed) {
        Random random = new Random(seed);
        CallbackNumbers numbers = counting();
        Model model = new Model();
        List<ByteString> args = numbered(5);
        long there = 100;
        for (int step = 0; step < 2000; step++) {
            int kind = random.nextInt(100);
            if (kind == 0) {
                numbers.forget();
                model.forget();
            } else if (kind < 5) {
                numbers.restart();
                Collections.fill(model.came, false);
            } else {
                ByteString wanted = args.get(random.nextInt(args.size()));
                long number = numbers.number(++there, wanted);
                assertThat(number)
                        .as("seed %s, step %s", seed, step)
                        .isEqualTo(model.number(wanted));
                assertThat(numbers.count()).isEqualTo(model.args.size());
                if (random.nextBoolean()) {
                    assertThat(numbers.returned(number)).isEqualTo(there);
                }
            }
        }
    }

    @Test
    void shouldGiveTheNumbersOfServersThatShareNone() {
        CallbackNumbers numbers = counting();
        numbers.keep();
        ByteString args = ByteString.copyFromUtf8("args");
        assertThat(numbers.number(70, args)).isEqualTo(70);
        numbers.restart();
        assertThat(numbers.number(90, args)).isEqualTo(70);
        assertThat(numbers.returned(70)).isEqualTo(90);
        assertThat(numbers.number(91, args)).isEqualTo(91);
    }
}

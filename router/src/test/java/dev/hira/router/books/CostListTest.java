package dev.hira.router.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class CostListTest {
    private final CostList costs = new CostList(2);

    @Test
    void shouldSumTheCostsOfOneCommand() {
        costs.consumes(1, 3);
        costs.consumes(1, 4);
        costs.allocates(0, 9, 100);
        costs.allocates(0, 8, 20);
        assertThat(costs.consumed(1)).isEqualTo(7);
        assertThat(costs.consumed(0)).isZero();
        assertThat(costs.allocated(0)).isEqualTo(120);
        assertThat(costs.allocated(1)).isZero();
    }

    @Test
    void shouldForgetEverythingForTheNextCommand() {
        costs.consumes(1, 3);
        costs.allocates(0, 9, 100);
        costs.work(70);
        costs.reset();
        assertThat(costs.isEmpty()).isTrue();
        assertThat(costs.hasNoHoldings()).isTrue();
        assertThat(costs.consumed(1)).isZero();
        assertThat(costs.allocated(0)).isZero();
        assertThat(costs.givesWork()).isFalse();
        assertThat(costs.workName()).isZero();
    }

    @Test
    void shouldForgetWorkThatCostNothingElse() {
        costs.work(70);
        assertThat(costs.isEmpty()).as("nothing to book").isTrue();
        costs.reset();
        assertThat(costs.givesWork()).isFalse();
        assertThat(costs.workName()).isZero();
    }

    @Test
    void shouldTakeAnyNumberOfObjectsOfOneCommand() {
        for (int i = 0; i < 100; i++) {
            costs.allocates(i % 2, 1000 + i, i);
        }
        assertThat(costs.allocations()).isEqualTo(100);
        for (int i = 0; i < 100; i++) {
            assertThat(costs.name(i)).isEqualTo(1000 + i);
            assertThat(costs.resource(i)).isEqualTo(i % 2);
            assertThat(costs.amount(i)).isEqualTo(i);
        }
    }

    @Test
    void shouldTakeNothingButRefuseNegativeAmountsAndSumsThatOverflow() {
        costs.consumes(1, 0);
        assertThatThrownBy(() -> costs.consumes(1, -1)).isInstanceOf(ArithmeticException.class);
        costs.consumes(1, Long.MAX_VALUE);
        assertThatThrownBy(() -> costs.consumes(1, 1)).isInstanceOf(ArithmeticException.class);
        costs.allocates(0, 9, Long.MAX_VALUE);
        assertThatThrownBy(() -> costs.allocates(0, 9, 1)).isInstanceOf(ArithmeticException.class);
    }
}

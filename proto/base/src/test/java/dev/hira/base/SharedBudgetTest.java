package dev.hira.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SharedBudgetTest {
    @Test
    void shouldLimitASingleOwner() {
        SharedBudget.Part part = new SharedBudget(1000, 100).newPart();

        assertThat(part.take(101)).isFalse();
        assertThat(part.take(100)).isTrue();
        assertThat(part.take(1)).isFalse();
        part.give(60);
        assertThat(part.held()).isEqualTo(40);
        assertThat(part.room()).isEqualTo(60);
        assertThat(part.ownRoom()).isEqualTo(60);
    }

    @Test
    void shouldLeaveHalfToOthersWhenOneOwnerIsGreedy() {
        SharedBudget budget = new SharedBudget(1000, 1000);
        SharedBudget.Part greedy = budget.newPart();
        int taken = 0;
        while (greedy.take(1)) {
            taken++;
        }

        assertThat(taken).isEqualTo(500);
        assertThat(budget.newPart().take(250)).isTrue();
        assertThat(greedy.take(1)).isFalse();
    }

    @Test
    void shouldLeaveANewcomerAsMuchAsEachOfManyGreedyOwnersHas() {
        SharedBudget budget = new SharedBudget(100_000, 100_000);
        List<SharedBudget.Part> greedy = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            greedy.add(budget.newPart());
        }
        boolean any = true;
        while (any) {
            any = false;
            for (SharedBudget.Part part : greedy) {
                any |= part.take(1);
            }
        }

        assertThat(greedy).allSatisfy(part -> assertThat(part.held()).isEqualTo(10_000));
        assertThat(budget.newPart().room()).isEqualTo(5_000);
        greedy.forEach(SharedBudget.Part::close);
        assertThat(budget.used()).isZero();
    }

    @Test
    void shouldHaveNoRoomWhenHoldingsExceedTheTotal() {
        SharedBudget budget = new SharedBudget(100, 100);
        SharedBudget.Part part = budget.newPart();
        part.add(500);

        assertThat(part.room()).isZero();
        assertThat(part.isFull()).isTrue();
        SharedBudget.Part other = budget.newPart();
        assertThat(other.isFull()).isFalse();
        assertThat(other.take(0)).isTrue();
        assertThat(other.take(1)).isFalse();
    }

    @Test
    void shouldCallAnOwnerFullAboveItsLimitAndSqueezedAboveWhatIsFree() {
        SharedBudget budget = new SharedBudget(100, 40);
        SharedBudget.Part part = budget.newPart();
        SharedBudget.Part other = budget.newPart();
        part.hold(40);
        assertThat(part.isFull()).isFalse();
        part.hold(41);
        assertThat(part.isFull()).isTrue();
        assertThat(part.isSqueezed()).isFalse();
        other.hold(29);
        assertThat(budget.used()).isEqualTo(70);
        assertThat(part.isSqueezed()).as("41 where 30 are free").isTrue();
        assertThat(other.isSqueezed()).as("29 where 30 are free").isFalse();
        part.hold(42);
        assertThat(other.isSqueezed()).as("as much as is free").isFalse();
        assertThat(other.isFull()).isFalse();
        part.hold(43);
        assertThat(other.isSqueezed()).as("29 where 28 are free").isTrue();
        assertThat(other.isFull()).isTrue();
        part.hold(200);
        other.hold(0);
        assertThat(other.isSqueezed()).as("an owner that holds nothing").isFalse();
    }

    @Test
    void shouldCountNothingForAnOwnerThatHasClosed() {
        SharedBudget budget = new SharedBudget(100, 100);
        SharedBudget.Part part = budget.newPart();
        part.add(30);
        part.close();
        part.give(30);

        assertThat(part.take(1)).isFalse();
        assertThat(budget.used()).isZero();
    }
}

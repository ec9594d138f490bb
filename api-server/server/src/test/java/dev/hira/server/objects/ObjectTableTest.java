package dev.hira.server.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.base.SharedBudget;
import dev.hira.server.dispatch.CallRefused;
import dev.hira.server.dispatch.HandleType;
import dev.hira.server.dispatch.RuntimeCodes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class ObjectTableTest {
    private static final HandleType CONTEXT =
            new HandleType(1, "context", 0, false, 0, new long[0], 201);
    private static final HandleType STREAM =
            new HandleType(2, "stream", 1, false, 0, new long[] {1, 2}, 400);
    private static final HandleType MEMORY =
            new HandleType(3, "device memory", 1, true, 512, new long[0], 1);

    private final List<Long> dead = new ArrayList<>();
    private final ObjectTable table =
            new ObjectTable(room(100), (type, name, call) -> dead.add(name));

    private static SharedBudget.Part room(int objects) {
        return new SharedBudget(Long.MAX_VALUE, objects).newPart();
    }

    @Test
    void shouldRefuseANameOfAnotherType() {
        table.created(CONTEXT, 10, 0, 0, 1);
        assertThatThrownBy(() -> table.require(STREAM, 10))
                .isInstanceOfSatisfying(CallRefused.class, e -> assertThat(e.code()).isEqualTo(400))
                .hasMessage("the session has no stream 0xa");
    }

    @Test
    void shouldAcceptPredefinedNames() {
        table.require(STREAM, 2);
        assertThatThrownBy(() -> table.require(STREAM, 3)).isInstanceOf(CallRefused.class);
        assertThatThrownBy(() -> table.claim(STREAM, 2, 0)).isInstanceOf(CallRefused.class);
    }

    @Test
    void shouldFindARangeByAnyAddressInsideIt() {
        table.created(MEMORY, 0x1000, 0x200, 0, 1);
        table.require(MEMORY, 0x1000);
        table.require(MEMORY, 0x11FF);
        assertThat(table.has(MEMORY, 0x1200)).isFalse();
        assertThat(table.has(MEMORY, 0xFFF)).isFalse();
    }

    @Test
    void shouldRefuseARangeThatOverlapsOrIsNotAlignedOrWrapsAround() {
        table.created(MEMORY, 0x1000, 0x400, 0, 1);
        assertThatThrownBy(() -> table.claim(MEMORY, 0x1200, 0x200))
                .hasMessageContaining("overlap");
        assertThatThrownBy(() -> table.claim(MEMORY, 0xE00, 0x201)).hasMessageContaining("overlap");
        assertThatThrownBy(() -> table.claim(MEMORY, 0x1401, 0x10)).hasMessageContaining("aligned");
        assertThatThrownBy(() -> table.claim(MEMORY, -512, 0x400)).hasMessageContaining("fit");
        table.claim(MEMORY, 0xE00, 0x200);
        table.claim(MEMORY, 0x1400, 0x200);
    }

    @Test
    void shouldAcceptARangeOfAtMostOneByte() {
        table.claim(MEMORY, 0x1000, 1);
        table.claim(MEMORY, 0x1000, 0);
        table.created(MEMORY, 0x1000, 0, 0, 1);
        table.claim(MEMORY, 0x1200, 1);
        assertThat(table.has(MEMORY, 0x1000)).isTrue();
        assertThat(table.has(MEMORY, 0x1001)).isFalse();
    }

    @Test
    void shouldFailWhenTheDriverPlacesARangeInsideAnother() {
        table.created(MEMORY, 0x1000, 0x400, 0, 1);
        assertThatThrownBy(() -> table.created(MEMORY, 0x1200, 0x200, 0, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a device memory at 0x1200 that overlaps the one at 0x1000");
        assertThatThrownBy(() -> table.created(MEMORY, 0x1200, 0, 0, 1))
                .isInstanceOf(IllegalStateException.class);
        assertThat(table.size()).isEqualTo(1);
        table.created(STREAM, 0x1200, 0, 0, 1);
        assertThat(table.has(STREAM, 0x1200)).as("a name that is no address").isTrue();
    }

    @Test
    void shouldFailWhenTheDriverGivesAnObjectTheNameOfAnotherType() {
        table.created(CONTEXT, 10, 0, 0, 1);
        assertThatThrownBy(() -> table.created(STREAM, 10, 0, 0, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the driver made a stream 0xa, which is a context");
    }

    @Test
    void shouldRemoveOwnedAndDependentObjectsAndReportEachOnce() {
        table.created(CONTEXT, 10, 0, 0, 1);
        table.created(STREAM, 11, 0, 10, 1);
        table.created(MEMORY, 0x1000, 0x200, 10, 1);
        table.created(STREAM, 12, 0, 0, 1);
        table.created(STREAM, 13, 0, 0, 1);
        table.dependsOn(STREAM, 12, STREAM, 11);
        table.dependsOn(STREAM, 12, CONTEXT, 10);
        table.destroyed(CONTEXT, 10);
        assertThat(dead).containsExactlyInAnyOrder(10L, 11L, 0x1000L, 12L);
        assertThat(table.size()).isEqualTo(1);
        table.claim(MEMORY, 0x1000, 0x200);
        assertThat(table.has(STREAM, 13)).isTrue();
    }

    @Test
    void shouldReportTheCallThatCreatedADeadObject() {
        List<Long> calls = new ArrayList<>();
        ObjectTable told = new ObjectTable(room(10), (type, name, call) -> calls.add(call));
        told.created(STREAM, 11, 0, 0, 7);
        told.destroyed(STREAM, 11);
        told.created(STREAM, 11, 0, 0, 9);
        told.destroyed(STREAM, 11);
        assertThat(calls).containsExactly(7L, 9L);
    }

    @Test
    void shouldEndWhenObjectsDependOnEachOther() {
        table.created(STREAM, 11, 0, 0, 1);
        table.created(STREAM, 12, 0, 0, 1);
        table.dependsOn(STREAM, 12, STREAM, 11);
        table.dependsOn(STREAM, 11, STREAM, 12);
        table.destroyed(STREAM, 12);
        assertThat(dead).containsExactly(12L, 11L);
    }

    @Test
    void shouldNotDieWithAnObjectThatDiedBefore() {
        table.created(STREAM, 11, 0, 0, 1);
        table.created(STREAM, 12, 0, 0, 1);
        table.dependsOn(STREAM, 12, STREAM, 11);
        table.destroyed(STREAM, 12);
        table.created(STREAM, 12, 0, 0, 1);
        table.destroyed(STREAM, 11);
        assertThat(table.has(STREAM, 12)).isTrue();
    }

    @Test
    void shouldKeepAReservedNameFromOthersButNotLetItBeUsed() {
        table.reserve(MEMORY, 0x1000, 0x200);
        assertThatThrownBy(() -> table.claim(MEMORY, 0x1000, 0x200))
                .isInstanceOf(CallRefused.class);
        assertThatThrownBy(() -> table.require(MEMORY, 0x1000)).isInstanceOf(CallRefused.class);
        table.created(MEMORY, 0x1000, 0x200, 0, 1);
        table.unreserve(0x1000);
        table.require(MEMORY, 0x1000);
        table.reserve(MEMORY, 0x2000, 0x200);
        table.unreserve(0x2000);
        table.claim(MEMORY, 0x2000, 0x200);
    }

    @Test
    void shouldAcceptTheNameOfADeviceChosenObjectAgain() {
        table.created(MEMORY, 0x1000, 0x200, 0, 1);
        table.created(MEMORY, 0x1000, 0x200, 0, 1);
        assertThat(table.size()).isEqualTo(1);
    }

    @Test
    void shouldRefuseMoreObjectsThanAllowed() {
        ObjectTable small = new ObjectTable(room(1), (type, name, call) -> {});
        small.requireRoom(1);
        small.created(STREAM, 10, 0, 0, 1);
        assertThatThrownBy(() -> small.requireRoom(1))
                .isInstanceOfSatisfying(
                        CallRefused.class, e -> assertThat(e.code()).isEqualTo(RuntimeCodes.LIMIT))
                .hasMessage(
                        "the session has 1 objects and would have 1 more, which are more than the"
                                + " server allows a session; destroy some first");
        small.destroyed(STREAM, 10);
        small.requireRoom(1);
        assertThatThrownBy(() -> small.requireRoom(2)).isInstanceOf(CallRefused.class);
    }

    @Test
    void shouldRecreateAsManyObjectsAsASessionMayHaveWhateverOthersHave() {
        SharedBudget all = new SharedBudget(100, 40);
        all.newPart().add(90);
        SharedBudget.Part own = all.newPart();
        ObjectTable full = new ObjectTable(own, (type, name, call) -> {});
        assertThatThrownBy(() -> full.requireRoom(6))
                .hasMessageContaining("beside those of other sessions");
        full.recreates(true);
        full.requireRoom(40);
        full.created(STREAM, 10, 0, 0, 1);
        assertThat(own.held()).isEqualTo(1);
        assertThatThrownBy(() -> full.requireRoom(40)).hasMessageContaining("allows a session");
        full.recreates(false);
        assertThatThrownBy(() -> full.requireRoom(5)).isInstanceOf(CallRefused.class);
    }

    @Test
    void shouldKeepACountedObjectUntilItIsReleasedAsOftenAsItWasRetained() {
        table.created(CONTEXT, 10, 0, 0, 1);
        table.retained(CONTEXT, 10);
        table.released(CONTEXT, 10);
        table.require(CONTEXT, 10);
        assertThat(dead).isEmpty();
        table.released(CONTEXT, 10);
        assertThat(table.has(CONTEXT, 10)).isFalse();
        assertThat(dead).containsExactly(10L);
        assertThat(table.size()).isZero();
    }

    @Test
    void shouldKeepAReleasedObjectWithoutItsNameAsLongAsOthersNeedIt() {
        table.created(CONTEXT, 10, 0, 0, 1);
        table.created(STREAM, 11, 0, 10, 1);
        table.created(STREAM, 12, 0, 0, 1);
        table.dependsOn(STREAM, 12, CONTEXT, 10);
        table.released(CONTEXT, 10);
        assertThatThrownBy(() -> table.require(CONTEXT, 10)).isInstanceOf(CallRefused.class);
        assertThatThrownBy(() -> table.claim(CONTEXT, 10, 0)).isInstanceOf(CallRefused.class);
        assertThat(dead).isEmpty();
        table.destroyed(STREAM, 11);
        assertThat(dead).containsExactly(11L);
        table.released(STREAM, 12);
        assertThat(dead).containsExactly(11L, 12L, 10L);
        assertThat(table.size()).isZero();
    }

    /** Linear work takes a fraction of a second; work that grows with the square, minutes. */
    @Test
    @Timeout(30)
    void shouldReleaseEachOfManyObjectsThatNeedTheSameOne() {
        int objects = 600_000;
        ObjectTable many = new ObjectTable(room(objects + 1), (type, name, call) -> dead.add(name));
        many.created(CONTEXT, 10, 0, 0, 1);
        for (long name = 11; name < 11 + objects; name++) {
            many.created(STREAM, name, 0, 0, 1);
            many.dependsOn(STREAM, name, CONTEXT, 10);
        }
        many.released(CONTEXT, 10);

        for (long first = 11; first < 11 + objects / 2; first++) {
            many.released(STREAM, first);
            many.released(STREAM, 11 + objects - (first - 10));
        }

        assertThat(dead).hasSize(objects + 1);
        assertThat(dead.getLast()).isEqualTo(10);
    }

    @Test
    void shouldIgnoreMoreReleasesThanThereAreReferences() {
        table.created(CONTEXT, 10, 0, 0, 1);
        table.created(STREAM, 11, 0, 10, 1);
        table.released(CONTEXT, 10);
        table.released(CONTEXT, 10);
        table.retained(CONTEXT, 10);
        assertThat(table.has(CONTEXT, 10)).isFalse();
        table.destroyed(STREAM, 11);
        assertThat(dead).containsExactly(11L, 10L);
    }

    @Test
    void shouldEndAChainOfReleasedObjectsWithTheLastThatNeedsThem() {
        table.created(CONTEXT, 1, 0, 0, 1);
        for (long name = 2; name <= 4; name++) {
            table.created(CONTEXT, name, 0, 0, 1);
            table.dependsOn(CONTEXT, name, CONTEXT, name - 1);
        }
        for (long name = 1; name <= 3; name++) {
            table.released(CONTEXT, name);
        }
        assertThat(dead).isEmpty();
        table.released(CONTEXT, 4);
        assertThat(dead).containsExactly(4L, 3L, 2L, 1L);
    }
}

package dev.hira.router.operator.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.OwnGrant;
import dev.hira.policy.model.Rate;
import dev.hira.router.operator.changes.Subject.Kind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class StoredGrantsTest {
    private static final long SEED = 4_711;

    private static GrantsState stored(GrantsState state) {
        SubjectMap map = new SubjectMap();
        map.apply(StoredGrants.edits(new GrantsState(0, Map.of(), Map.of(), Map.of()), state));
        map.apply(StoredGrants.version(state.version()));
        return StoredGrants.read(map);
    }

    static Grant random(Random random) {
        GrantBuilder grant = Grant.STANDARD.edit().share(1 + random.nextInt(1_000_000));
        grant.cap(random.nextBoolean() ? 1 + random.nextInt(1_000_000_000) : Rate.UNLIMITED);
        grant.reservation(random.nextBoolean() ? random.nextInt(1_000_000_001) : 0);
        grant.priority(random.nextInt()).credits(1 + random.nextInt(1_000_000));
        grant.sessions(random.nextBoolean() ? random.nextInt(Grant.MANY) : Grant.MANY);
        grant.handles(random.nextBoolean() ? 1 + random.nextInt(1000) : Grant.MANY);
        grant.pinnedBytes(random.nextBoolean() ? random.nextLong(1L << 50) : Rate.UNLIMITED);
        grant.kernelNanos(random.nextBoolean() ? 1 + random.nextLong(1L << 40) : Rate.UNLIMITED);
        for (String resource : List.of("a", "b", "c")) {
            grant.quota(
                    resource, random.nextBoolean() ? random.nextLong(1L << 45) : Rate.UNLIMITED);
            grant.deviceQuota(
                    resource, random.nextBoolean() ? random.nextLong(1L << 45) : Rate.UNLIMITED);
            grant.rate(
                    resource,
                    random.nextBoolean()
                            ? new Rate(1 + random.nextLong(1L << 40), 1 + random.nextLong(1L << 40))
                            : Rate.NONE);
        }
        return grant.build();
    }

    @Test
    void shouldReadWhatWasWritten() {
        Random random = new Random(SEED);
        for (int i = 0; i < 1000; i++) {
            GrantsState state =
                    GrantsState.initial(random(random))
                            .withClass("gold", random(random))
                            .withMember("blue", "gold")
                            .withOwn("red", random(random));

            assertThat(stored(state)).as("seed %d, %d", SEED, i).isEqualTo(state);
        }
    }

    @Test
    void shouldKeepWhichSettingsAreAVmsOwn() {
        Grant values = Grant.STANDARD.edit().share(3).quota("memory", 5).build();
        for (Set<String> own :
                List.of(
                        Set.<String>of(),
                        Set.of("share"),
                        Set.of("quotas.memory", "quotas.streams"),
                        Set.of("quotas", "rates"))) {
            GrantsState state = GrantsState.initial(Grant.STANDARD);
            GrantsState given = state.withOwn("red", new OwnGrant(own, values));
            OwnGrant read = Objects.requireNonNull(stored(given).own().get("red"));

            assertThat(read.settings()).isEqualTo(own);
            assertThat(stored(given).of("red")).isEqualTo(given.of("red"));
        }
    }

    @Test
    void shouldReturnOnlyTheEditsOfWhatDiffers() {
        GrantsState before =
                GrantsState.initial(Grant.STANDARD)
                        .withClass("gold", Grant.STANDARD)
                        .withMember("blue", "gold")
                        .withOwn("red", Grant.STANDARD);
        GrantsState after = before.withMember("blue", null).withMember("red", "gold");

        assertThat(StoredGrants.edits(before, after))
                .containsExactlyInAnyOrder(
                        Edit.of(Kind.VM_CLASS, "blue", null),
                        Edit.of(Kind.VM_CLASS, "red", Map.of("class", "gold")));
    }

    @Test
    void shouldNameASettingThatItDoesNotKnow() {
        SubjectMap map = new SubjectMap();
        map.apply(Edit.of(Kind.CLASS, "gold", Map.of("colour", "red")));

        assertThatThrownBy(() -> StoredGrants.read(map))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("class gold: colour: a grant has no setting 'colour'");
    }
}

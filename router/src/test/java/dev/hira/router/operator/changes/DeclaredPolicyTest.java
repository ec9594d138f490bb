package dev.hira.router.operator.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.OwnGrant;
import dev.hira.router.operator.changes.DeclaredPolicy.DeclaredVm;
import dev.hira.router.operator.control.RulesText;
import dev.hira.router.operator.control.SchedulerChoice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class DeclaredPolicyTest {
    private static final long SEED = 9_220;
    private static final RulesText RULES =
            new RulesText("deny if true: \"no\"", "a.rules", null, 3);

    private static SubjectMap map(GrantsState grants, Map<String, SchedulerChoice> schedulers) {
        SubjectMap map = StoredPolicy.state(grants, schedulers);
        map.apply(StoredPolicy.rules(RULES));
        return map;
    }

    private static GrantsState random(Random random) {
        GrantsState state =
                GrantsState.initial(StoredGrantsTest.random(random))
                        .withClass("gold", StoredGrantsTest.random(random))
                        .withMember("blue", "gold")
                        .withOwn("blue", StoredGrantsTest.random(random));
        for (Set<String> own :
                List.of(
                        Set.of("share"),
                        Set.of("rates"),
                        Set.of("quotas", "rates.a"),
                        Set.of("quotas.a", "device_quotas.b", "cap"))) {
            state =
                    state.withOwn(
                            "vm" + own.size() + own,
                            new OwnGrant(own, StoredGrantsTest.random(random)));
        }
        return state;
    }

    @Test
    void shouldChangeNothingWhenThePolicyInForceIsDeclared() {
        Random random = new Random(SEED);
        for (int i = 0; i < 300; i++) {
            GrantsState grants = random(random);
            var schedulers = Map.of("gpu/0", new SchedulerChoice("fair", Map.of("lag", "10ms")));
            SubjectMap now = map(grants, schedulers);
            DeclaredPolicy declared = DeclaredPolicy.of(grants, schedulers, RULES);

            assertThat(declared.problems()).isEmpty();
            for (boolean prune : new boolean[] {false, true}) {
                SubjectMap next = declared.over(now, prune);
                assertThat(now.editsTo(next, _ -> true)).as("seed %d, %d", SEED, i).isEmpty();
            }
        }
    }

    @Test
    void shouldLeadFromAnyPolicyToTheDeclaredOne() {
        Random random = new Random(SEED);
        for (int i = 0; i < 300; i++) {
            GrantsState wanted = random(random).withMember("vm", "gold");
            GrantsState present =
                    random(random).withClass("silver", Grant.STANDARD).withMember("x", "silver");
            DeclaredPolicy declared = DeclaredPolicy.of(wanted, Map.of(), RULES);

            SubjectMap next = declared.over(map(present, Map.of()), true);

            GrantsState then = StoredGrants.read(next);
            assertThat(then.classes()).as("seed %d, %d", SEED, i).isEqualTo(wanted.classes());
            assertThat(then.members()).isEqualTo(wanted.members());
            wanted.own().keySet().forEach(vm -> assertThat(then.of(vm)).isEqualTo(wanted.of(vm)));
        }
    }

    @Test
    void shouldTakeMissingSettingsOfAClassFromTheDeclaredDefault() {
        DeclaredPolicy declared =
                new DeclaredPolicy(
                        Map.of("default", Map.of("sessions", "9"), "gold", Map.of("share", "8")),
                        Map.of(),
                        Map.of(),
                        Optional.empty());

        GrantsState then =
                StoredGrants.read(
                        declared.over(map(GrantsState.initial(Grant.STANDARD), Map.of()), false));

        assertThat(then.classes().get("gold"))
                .isEqualTo(Grant.STANDARD.edit().sessions(9).share(8).build());
    }

    @Test
    void shouldRemoveRulesOnlyWhenPruned() {
        DeclaredPolicy nothing = new DeclaredPolicy(Map.of(), Map.of(), Map.of(), Optional.empty());
        SubjectMap now = map(GrantsState.initial(Grant.STANDARD), Map.of());

        assertThat(StoredPolicy.rules(nothing.over(now, false)).text()).isEqualTo(RULES.text());
        SubjectMap pruned = nothing.over(now, true);
        assertThat(StoredPolicy.rules(pruned).text()).isEmpty();
        assertThat(pruned.editsTo(nothing.over(pruned, true), _ -> true)).isEmpty();
    }

    @Test
    void shouldFindAllWrongSettings() {
        DeclaredPolicy declared =
                new DeclaredPolicy(
                        Map.of("gold", Map.of("share", "0", "shar", "1")),
                        Map.of("blue", new DeclaredVm("gold", Map.of("rates.*", "5/s"))),
                        Map.of(),
                        Optional.empty());

        assertThat(declared.problems())
                .extracting(problem -> problem.field())
                .containsExactlyInAnyOrder(
                        "classes.gold.share", "classes.gold.shar", "vms.blue.rates.*");
    }
}

package dev.hira.router.operator.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.OwnGrant;
import dev.hira.policy.model.Rate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Changes are shown in the words in which an operator writes settings. */
final class SettingChangeTest {
    private static final GrantsState BEFORE = GrantsState.initial(Grant.STANDARD);

    private static List<String> changes(SubjectMap before, List<Edit> edits) {
        return SettingChange.of(before, edits).stream()
                .map(one ->
                        one.subject()
                                + ": "
                                + one.setting()
                                + " "
                                + one.before()
                                + " > "
                                + one.after())
                .toList();
    }

    private static List<String> changes(GrantsState to) {
        SubjectMap before = new SubjectMap();
        before.apply(StoredGrants.edits(new GrantsState(0, Map.of(), Map.of(), Map.of()), BEFORE));
        return changes(before, StoredGrants.edits(BEFORE, to));
    }

    @Test
    void shouldCallAClassWithoutALimitUnlimited() {
        Grant limited =
                Grant.STANDARD.edit().sessions(20).rate("launches", new Rate(1000, 1000)).build();

        assertThat(changes(BEFORE.withClass(GrantsState.DEFAULT, limited)))
                .containsExactly(
                        "class default: rates.launches unlimited > 1000/s burst 1000",
                        "class default: sessions unlimited > 20");
    }

    @Test
    void shouldShowTheSettingOfAllResourcesAsFilesWriteIt() {
        OwnGrant own = OwnGrant.of(Set.of("rates"), Grant.STANDARD);

        assertThat(changes(BEFORE.withOwn("red", own)))
                .containsExactly("VM red: rates.\"*\" null > unlimited");
    }

    @Test
    void shouldShowRulesWithoutTextOrSourceAsNone() {
        SubjectMap none = new SubjectMap();
        none.apply(new Edit(Subject.RULES, Map.of("text", "", "source", "")));
        Edit loaded =
                new Edit(Subject.RULES, Map.of("text", "retry 5ms\n", "source", "fair.rules"));

        assertThat(changes(none, List.of(loaded)))
                .containsExactly(
                        "rules: source null > fair.rules",
                        "rules: text null > 1 line, 10 characters");
    }
}

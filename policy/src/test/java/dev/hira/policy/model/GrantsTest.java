package dev.hira.policy.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class GrantsTest {
    private final Grants grants = new Grants();

    @Test
    void shouldGiveEveryoneTheSameAtFirst() {
        Grant grant = grants.state().of("anyone");
        assertThat(grant.share()).isEqualTo(1);
        assertThat(grant.cap()).isEqualTo(Rate.UNLIMITED);
        assertThat(grant.credits()).isEqualTo(256);
        assertThat(grant.quota("device_memory")).isEqualTo(Rate.UNLIMITED);
        assertThat(grant.rate("calls").isLimited()).isFalse();
    }

    @Test
    void shouldWriteTimesInTheLargestUnitThatFits() {
        assertThat(Quantities.formatNanos(3_000_000_000L)).isEqualTo("3s");
        assertThat(Quantities.formatNanos(1_500_000_000L)).isEqualTo("1500ms");
        assertThat(Quantities.formatNanos(1_500_000)).isEqualTo("1500000ns");
        assertThat(Quantities.formatNanos(Rate.UNLIMITED)).isEqualTo("unlimited");
        assertThat(Quantities.nanos("1500000ns")).isEqualTo(1_500_000);
    }

    @Test
    void shouldReadNumbersUpToTheLargestThatIsNoLimit() {
        assertThat(Quantities.count("9223372036854775806")).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(Quantities.count("-9223372036854775806")).isEqualTo(-Long.MAX_VALUE + 1);
        assertThatThrownBy(() -> Quantities.count("9223372036854775807"))
                .hasMessageContaining("is too much; 'unlimited' says");
    }

    @Test
    void shouldBuildWhatItIsTold() {
        Grant built =
                Grant.STANDARD
                        .edit()
                        .credits(7)
                        .handles(8)
                        .pinnedBytes(9)
                        .priority(10)
                        .sessions(11)
                        .kernelNanos(12)
                        .build();
        assertThat(built.credits()).isEqualTo(7);
        assertThat(built.handles()).isEqualTo(8);
        assertThat(built.pinnedBytes()).isEqualTo(9);
        assertThat(built.priority()).isEqualTo(10);
        assertThat(built.sessions()).isEqualTo(11);
        assertThat(built.kernelNanos()).isEqualTo(12);
        assertThat(built.edit().build()).isEqualTo(built);
    }

    @Test
    void shouldPreferAVmsOwnGrantToItsClass() {
        GrantsState state =
                grants.state()
                        .withClass("batch", Grant.STANDARD.edit().share(2).build())
                        .withMember("a", "batch")
                        .withMember("b", "batch")
                        .withOwn("b", Grant.STANDARD.edit().share(9).build());
        assertThat(grants.propose(state)).isInstanceOf(GrantsUpdate.Accepted.class);
        assertThat(grants.state().of("a").share()).isEqualTo(2);
        assertThat(grants.state().of("b").share()).isEqualTo(9);
        assertThat(grants.state().of("c").share()).isEqualTo(1);
    }

    @Test
    void shouldTurnAwayWhoHasReadAnOlderVersion() {
        GrantsState read = grants.state();
        grants.change(state -> state.withOwn("a", Grant.STANDARD));
        GrantsUpdate late = grants.propose(read.withOwn("b", Grant.STANDARD));
        assertThat(late).isEqualTo(new GrantsUpdate.Stale(read.version(), grants.state()));
        assertThat(grants.state().own()).containsOnlyKeys("a");
    }

    @Test
    void shouldNameEveryFieldThatIsWrong() {
        Grant wrong =
                Grant.STANDARD
                        .edit()
                        .share(0)
                        .cap(10)
                        .reservation(11)
                        .rate("calls", new Rate(5, 0))
                        .quota("device_memory", -1)
                        .build();
        GrantsUpdate refused =
                grants.propose(grants.state().withOwn("a", wrong).withMember("b", "no"));
        assertThat(((GrantsUpdate.Refused) refused).violations())
                .extracting(Violation::field)
                .containsExactly(
                        "members[b]",
                        "own[a].share",
                        "own[a].reservation",
                        "own[a].rates[calls].burst",
                        "own[a].quotas[device_memory]");
        assertThat(grants.state().own()).isEmpty();
    }

    @Test
    void shouldRefuseNamesOfResourcesThatNoApiHas() {
        var known = new ResourceNames(Set.of("calls"), Set.of("device_memory"));
        Grant typo = Grant.STANDARD.edit().rate("cals", Rate.of(5)).build();
        assertThatThrownBy(() -> new Grants(GrantsState.initial(typo), known))
                .hasMessageContaining("rates[cals]")
                .hasMessageContaining("there are [calls]");
    }

    @Test
    void shouldKeepTheDefaultClassAndTheClassesOfMembers() {
        grants.change(s -> s.withClass("x", Grant.STANDARD).withMember("a", "x"));
        GrantsState read = grants.state();
        assertThat(grants.check(read.withClass("x", null)))
                .extracting(Violation::field)
                .containsExactly("members[a]");
        assertThat(grants.check(read.withClass(GrantsState.DEFAULT, null)))
                .extracting(Violation::field)
                .containsExactly("classes");
    }

    @Test
    void shouldTellWatchersOfEachChangeInOrderEvenWhenTheyChangeSomethingThemselves() {
        List<Long> versions = new ArrayList<>();
        grants.watch(change -> {
            if (change.after().version() == 2) {
                grants.change(s -> s.withOwn("b", Grant.STANDARD));
            }
        });
        Runnable end = grants.watch(change -> versions.add(change.after().version()));
        grants.change(s -> s.withOwn("a", Grant.STANDARD));
        end.run();
        grants.change(s -> s.withOwn("c", Grant.STANDARD));
        assertThat(versions).containsExactly(2L, 3L);
    }

    @Test
    void shouldReadWhatItWrites() {
        Grant grant =
                Grant.STANDARD
                        .edit()
                        .share(7)
                        .cap(250_000_000)
                        .reservation(1_234_567)
                        .priority(-3)
                        .rate("calls", new Rate(1000, 5))
                        .quota("device_memory", 1L << 30)
                        .deviceQuota("streams", 4)
                        .sessions(3)
                        .kernelNanos(2_000_000_000L)
                        .build();
        GrantBuilder copy = Grant.STANDARD.edit();
        GrantText.settings(grant)
                .forEach((name, value) -> assertThat(GrantText.set(copy, name, value)).isEmpty());
        assertThat(copy.build()).isEqualTo(grant);
        assertThat(GrantText.settings(grant))
                .containsEntry("cap", "25%")
                .containsEntry("rates.calls", "1000/s burst 5")
                .containsEntry("kernel", "2s");
    }

    @Test
    void shouldReadUnitsAsPeopleWriteThem() {
        GrantBuilder grant = Grant.STANDARD.edit();
        Map.of(
                        "cap", "12.5 %",
                        "quotas.device_memory", "1.5GiB",
                        "rates.bytes_to_device", "100M/s",
                        "kernel", "250us",
                        "sessions", "unlimited")
                .forEach((name, text) -> assertThat(GrantText.set(grant, name, text)).isEmpty());
        Grant read = grant.build();
        assertThat(read.cap()).isEqualTo(125_000_000);
        assertThat(read.quota("device_memory")).isEqualTo(3L << 29);
        assertThat(read.rate("bytes_to_device")).isEqualTo(new Rate(100_000_000, 2_000_000));
        assertThat(read.kernelNanos()).isEqualTo(250_000);
    }

    @Test
    void shouldSayWhatIsWrongWithASetting() {
        GrantBuilder grant = Grant.STANDARD.edit();
        assertThat(GrantText.set(grant, "shares", "3").orElseThrow().message())
                .contains("no setting 'shares'")
                .contains("share, cap");
        assertThat(GrantText.set(grant, "kernel", "3 parsecs").orElseThrow().message())
                .contains("'3 parsecs' is not a time");
        assertThat(GrantText.set(grant, "sessions", "9G").orElseThrow().message())
                .contains("at most 2147483647");
        assertThat(GrantText.set(grant, "quotas.x", "9999999TiB").orElseThrow().message())
                .contains("too much");
    }
}

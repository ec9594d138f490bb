package dev.hira.policy.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        assertThat(Quantities.formatNanos(1_500_000)).isEqualTo("1500us");
        assertThat(Quantities.formatNanos(Rate.UNLIMITED)).isEqualTo("unlimited");
        assertThat(Quantities.TIME.parse("1500000ns")).contains(BigDecimal.valueOf(1_500_000));
    }

    @Test
    void shouldReadNumbersExactlyHoweverLargeTheyAre() {
        for (String number : List.of("9223372036854775806", "-9223372036854775809")) {
            assertThat(Quantities.NUMBER.parse(number)).contains(new BigDecimal(number));
        }
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
                        .protection(Protection.REBUILD)
                        .build();
        assertThat(built.credits()).isEqualTo(7);
        assertThat(built.handles()).isEqualTo(8);
        assertThat(built.pinnedBytes()).isEqualTo(9);
        assertThat(built.priority()).isEqualTo(10);
        assertThat(built.sessions()).isEqualTo(11);
        assertThat(built.kernelNanos()).isEqualTo(12);
        assertThat(built.protection()).isEqualTo(Protection.REBUILD);
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
    void shouldRefuseAChangeOfAnOlderVersion() {
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
                .hasMessageContaining("there are calls");
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
                        .protection(Protection.REBUILD)
                        .build();
        GrantBuilder copy = Grant.STANDARD.edit();
        GrantText.settings(grant)
                .forEach((name, value) -> assertThat(GrantText.set(copy, name, value)).isEmpty());
        assertThat(copy.build()).isEqualTo(grant);
        assertThat(GrantText.settings(grant))
                .containsEntry("cap", "25%")
                .containsEntry("rates.calls", "1000/s burst 5")
                .containsEntry("kernel", "2s")
                .containsEntry("protection", "rebuild");
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
                .isEqualTo(
                        "'3 parsecs' was asked; allowed is a time from 1ns to 1000000s (such as 250us,"
                                + " 100ms or 2s), or unlimited");
        assertThat(GrantText.set(grant, "sessions", "9G").orElseThrow().message())
                .startsWith(
                        "'9G' was asked; allowed is a whole number from 0 to 2147483646, or unlimited");
        assertThat(GrantText.set(grant, "handles", "9".repeat(20)).orElseThrow().message())
                .contains("allowed is a whole number from 1 to 2147483646, or unlimited");
        assertThat(GrantText.set(grant, "quotas.x", "9999999TiB").orElseThrow().message())
                .contains("'9999999TiB' was asked");
    }

    @ParameterizedTest
    @CsvSource({
        "share,-3",
        "share,1.5",
        "share,0",
        "share,NaN",
        "share,unlimited",
        "share,1e3",
        "share,99999999999999999999999",
        "cap,-5%",
        "cap,0%",
        "cap,150%",
        "cap,1001ms",
        "reservation,-1%",
        "reservation,101%",
        "reservation,unlimited",
        "priority,1.5",
        "priority,2147483648",
        "credits,-1",
        "sessions,-2",
        "sessions,2147483647",
        "handles,0",
        "pinned_bytes,-1MiB",
        "pinned_bytes,0.5",
        "kernel,-2s",
        "kernel,0s",
        "kernel,9999999s",
        "protection,opaque",
        "protection,1",
        "rates.calls,-5/s",
        "rates.calls,0/s",
        "rates.calls,5/s burst 0",
        "rates.calls,/s",
        "quotas.device_memory,-5",
        "device_quotas.device_memory,-1GiB",
        "quotas.x,NaN"
    })
    void shouldRepeatANumberThatIsNotAllowedAsItWasTyped(String setting, String typed) {
        GrantBuilder grant = Grant.STANDARD.edit();
        Violation refused = GrantText.set(grant, setting, typed).orElseThrow();
        assertThat(refused.message())
                .startsWith("'" + typed + "'")
                .contains(" was asked; allowed is ");
        assertThat(grant.build()).isEqualTo(Grant.STANDARD);
    }

    @Test
    void shouldHoldNumbersToTheSameBoundsAsText() {
        Grant wrong =
                Grant.STANDARD
                        .edit()
                        .share(-3)
                        .cap(2_500_000_000L)
                        .sessions(-2)
                        .kernelNanos(-1)
                        .rate("calls", new Rate(-5, 1))
                        .build();
        GrantsUpdate refused = grants.propose(grants.state().withOwn("a", wrong));
        assertThat(((GrantsUpdate.Refused) refused).violations())
                .extracting(Violation::message)
                .satisfiesExactly(
                        share -> assertThat(share).startsWith("-3 (or 18446744073709551613) was"),
                        cap ->
                                assertThat(cap)
                                        .startsWith(
                                                "2500000000 was asked; allowed is a part of each"),
                        sessions -> assertThat(sessions).startsWith("-2 "),
                        kernel -> assertThat(kernel).startsWith("-1 "),
                        rate -> assertThat(rate).startsWith("-5 "));
    }

    @Test
    void shouldFollowTheClassInSettingsThatAreNotTheVmsOwn() {
        Grant share = Grant.STANDARD.edit().share(9).build();
        Grant gold = Grant.STANDARD.edit().cap(5).rate("calls", Rate.of(7)).build();
        grants.change(s -> s.withClass("gold", gold).withMember("a", "gold"));
        grants.change(s -> s.withOwn("a", OwnGrant.none().with(Set.of("share"), share)));
        assertThat(grants.state().of("a")).isEqualTo(gold.edit().share(9).build());

        Grant silver = Grant.STANDARD.edit().share(2).cap(6).build();
        grants.change(s -> s.withClass("gold", silver));
        assertThat(grants.state().of("a")).isEqualTo(silver.edit().share(9).build());
    }

    @Test
    void shouldTakeALimitOfTheClassAwayWhereTheVmsOwnSettingSaysSo() {
        Grant shared =
                Grant.STANDARD.edit().rate("calls", Rate.of(7)).quota("device_memory", 5).build();
        OwnGrant free = OwnGrant.none().with(Set.of("rates.calls"), Grant.STANDARD);
        assertThat(free.over(shared).rates()).isEmpty();
        assertThat(free.over(shared).quota("device_memory")).isEqualTo(5);
        assertThat(free.with(Set.of("quotas"), Grant.STANDARD).over(shared))
                .isEqualTo(Grant.STANDARD);
    }

    @Test
    void shouldRefuseAMisspeltResourceAlsoWhenItIsNotLimited() {
        var known = new ResourceNames(Set.of("calls"), Set.of("device_memory"));
        Grants named = new Grants(GrantsState.initial(Grant.STANDARD), known);
        OwnGrant typo = OwnGrant.none().with(Set.of("quotas.memori"), Grant.STANDARD);
        assertThat(named.check(named.state().withOwn("a", typo)))
                .extracting(Violation::field)
                .containsExactly("own[a].quotas[memori]");
    }

    @Test
    void shouldWriteAmountsWithUnits() {
        Grant grant =
                Grant.STANDARD
                        .edit()
                        .quota("device_memory", 3L << 30)
                        .quota("streams", 1024)
                        .pinnedBytes(64 << 20)
                        .build();
        assertThat(GrantText.settings(grant))
                .containsEntry("quotas.device_memory", "3GiB")
                .containsEntry("quotas.streams", "1024")
                .containsEntry("pinned_bytes", "64MiB");
    }
}

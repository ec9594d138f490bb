package dev.hira.policy.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values that the settings of a grant may just have, and those that they may not. */
final class GrantBoundsTest {
    private final Grants grants = new Grants();

    private static Grant all() {
        return new Grant(
                3,
                500,
                400,
                -5,
                6,
                Map.of("calls", new Rate(7, 8)),
                Map.of("device_memory", 9L),
                Map.of("streams", 10L),
                11,
                12,
                13,
                14,
                Protection.REBUILD);
    }

    private List<String> wrong(UnaryOperator<GrantBuilder> change) {
        Grant grant = change.apply(Grant.STANDARD.edit()).build();
        return grants.check(grants.state().withOwn("a", grant)).stream()
                .map(Violation::field)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "share,1,1",
        "share,1000000,1000000",
        "cap,1ns,1ns",
        "cap,100%,100%",
        "cap,1s,100%",
        "cap,3us,3us",
        "cap,3µs,3us",
        "cap,unlimited,unlimited",
        "reservation,0%,0%",
        "reservation,100%,100%",
        "reservation,15ms,15ms",
        "priority,-2147483648,-2147483648",
        "priority,2147483647,2147483647",
        "credits,1,1",
        "credits,1k,1000",
        "sessions,0,0",
        "sessions,2147483646,2147483646",
        "sessions,unlimited,unlimited",
        "handles,1,1",
        "handles,unlimited,unlimited",
        "pinned_bytes,0,0",
        "pinned_bytes,1048575,1048575",
        "pinned_bytes,1024KiB,1MiB",
        "pinned_bytes,1048577,1048577",
        "pinned_bytes,1025MiB,1025MiB",
        "pinned_bytes,1024MiB,1GiB",
        "pinned_bytes,1025GiB,1025GiB",
        "pinned_bytes,1024GiB,1TiB",
        "pinned_bytes,3TiB,3TiB",
        "pinned_bytes,0.3KiB,307",
        "pinned_bytes,unlimited,unlimited",
        "kernel,1ns,1ns",
        "kernel,1000000s,1000000s",
        "kernel,1500us,1500us",
        "kernel,unlimited,unlimited",
        "rates.calls,1/s,1/s burst 1",
        "rates.calls,99,99/s burst 1",
        "rates.calls,100 / s,100/s burst 2",
        "rates.calls,1000000G/s burst 1000000G,1000000000000000/s burst 1000000000000000",
        "rates.calls,5 burst unlimited,5/s burst unlimited",
        "quotas.device_memory,0,0",
        "device_quotas.streams,4,4"
    })
    void shouldReadWhatIsJustAllowedAndWriteItShort(String setting, String typed, String written) {
        GrantBuilder grant = Grant.STANDARD.edit();
        assertThat(GrantText.set(grant, setting, " " + typed + " ")).isEmpty();
        assertThat(GrantText.settings(grant.build())).containsEntry(setting, written);
        assertThat(grants.check(grants.state().withOwn("a", grant.build()))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "share,1000001",
        "credits,0",
        "credits,1000001",
        "cap,1000000001ns",
        "reservation,1000000001ns",
        "priority,-2147483649",
        "rates.calls,1000001G/s",
        "rates.calls,5/s burst 1000001G",
        "kernel,1000000000000001ns",
        "quotas.device_memory,1parsec"
    })
    void shouldRefuseWhatIsJustNotAllowed(String setting, String typed) {
        GrantBuilder grant = Grant.STANDARD.edit();
        assertThat(GrantText.set(grant, setting, typed)).isPresent();
        assertThat(grant.build()).isEqualTo(Grant.STANDARD);
    }

    @Test
    void shouldCheckEverySettingOfAProposal() {
        assertThat(wrong(grant -> grant.share(1_000_001))).containsExactly("own[a].share");
        assertThat(wrong(grant -> grant.cap(0))).containsExactly("own[a].cap");
        assertThat(wrong(grant -> grant.reservation(-1))).containsExactly("own[a].reservation");
        assertThat(wrong(grant -> grant.credits(0))).containsExactly("own[a].credits");
        assertThat(wrong(grant -> grant.sessions(-1))).containsExactly("own[a].sessions");
        assertThat(wrong(grant -> grant.handles(0))).containsExactly("own[a].handles");
        assertThat(wrong(grant -> grant.pinnedBytes(-1))).containsExactly("own[a].pinned_bytes");
        assertThat(wrong(grant -> grant.kernelNanos(0))).containsExactly("own[a].kernel_nanos");
        assertThat(wrong(grant -> grant.rate("calls", new Rate(0, 1))))
                .containsExactly("own[a].rates[calls].per_second");
        assertThat(wrong(grant -> grant.quota("streams", -1)))
                .containsExactly("own[a].quotas[streams]");
        assertThat(wrong(grant -> grant.deviceQuota("streams", -1)))
                .containsExactly("own[a].device_quotas[streams]");
    }

    @Test
    void shouldTakeAReservationOfTheWholeCapAndNoMore() {
        assertThat(wrong(grant -> grant.cap(10).reservation(10))).isEmpty();
        assertThat(wrong(grant -> grant.cap(1).reservation(2)))
                .containsExactly("own[a].reservation");
        assertThat(wrong(grant -> grant.cap(0).reservation(2)))
                .as("the cap alone is wrong")
                .containsExactly("own[a].cap");
    }

    @Test
    void shouldCheckVmsAgainWhoseClassChanges() {
        Grant half = Grant.STANDARD.edit().reservation(500_000_000).build();
        Grants book = new Grants();
        book.change(state ->
                state.withClass("gold", Grant.STANDARD)
                        .withMember("red", "gold")
                        .withOwn("red", OwnGrant.of(Set.of("reservation"), half)));
        Grant capped = Grant.STANDARD.edit().cap(400_000_000).build();
        assertThat(book.check(book.state().withClass("gold", capped)))
                .extracting(Violation::field)
                .containsExactly("own[red].reservation");
        assertThat(book.check(book.state().withClass("slow", capped).withMember("red", "slow")))
                .extracting(Violation::field)
                .containsExactly("own[red].reservation");
    }

    @Test
    void shouldTellRemoteCallersTheNumberThatTheyMayHaveMeant() {
        assertThat(Allowed.AMOUNT.problem(-1L).orElseThrow())
                .startsWith("-1 (or 18446744073709551615) was asked")
                .endsWith(", or unlimited");
        assertThat(Allowed.WEIGHT.problem(0L).orElseThrow())
                .startsWith("0 was asked")
                .doesNotContain("unlimited");
        assertThat(Allowed.PRIORITY.problem(-3_000_000_000L).orElseThrow())
                .startsWith("-3000000000 was asked");
    }

    @Test
    void shouldCheckTheNamesOfClassesAndVms() {
        GrantsState state = grants.state();
        assertThat(grants.check(state.withClass("x".repeat(63), Grant.STANDARD))).isEmpty();
        assertThat(grants.check(state.withClass("x".repeat(64), Grant.STANDARD)))
                .extracting(Violation::field)
                .containsExactly("classes[" + "x".repeat(64) + "]");
        assertThat(grants.check(state.withOwn("v".repeat(128), Grant.STANDARD))).isEmpty();
        assertThat(grants.check(state.withOwn("v".repeat(129), Grant.STANDARD)))
                .extracting(Violation::field)
                .containsExactly("own[" + "v".repeat(129) + "]");
        assertThat(grants.check(state.withMember(" ", "default")))
                .extracting(Violation::field)
                .containsExactly("members[ ]");
    }

    @Test
    void shouldKnowTheResourcesOfRatesAndQuotasApart() {
        var known = new ResourceNames(Set.of("calls"), Set.of("streams"));
        Grants named = new Grants(GrantsState.initial(Grant.STANDARD), known);
        assertThat(named.known()).isEqualTo(known);
        Set<String> right = Set.of("rates.calls", "quotas.streams", "device_quotas.streams");
        Set<String> crossed = Set.of("rates.streams", "quotas.calls");
        assertThat(named.check(named.state().withOwn("a", own(right)))).isEmpty();
        assertThat(named.check(named.state().withOwn("a", own(crossed))))
                .extracting(Violation::field)
                .containsExactlyInAnyOrder("own[a].rates[streams]", "own[a].quotas[calls]");
        Grant quota = Grant.STANDARD.edit().quota("calls", 5).build();
        assertThat(named.check(named.state().withClass("c", quota)))
                .extracting(Violation::message)
                .containsExactly("there is no resource 'calls'; there are streams");
    }

    private static OwnGrant own(Set<String> settings) {
        return OwnGrant.none().with(settings, Grant.STANDARD);
    }

    @Test
    void shouldTakeEachSettingAlone() {
        for (String setting : GrantText.NAMES) {
            Grant taken = Grant.STANDARD.edit().take(setting, all()).build();
            assertThat(taken).as(setting).isNotEqualTo(Grant.STANDARD);
            assertThat(all().edit().take(setting, Grant.STANDARD).take(setting, all()).build())
                    .as("%s and back", setting)
                    .isEqualTo(all());
        }
        assertThat(OwnGrant.all(all()).over(Grant.STANDARD)).isEqualTo(all());
        assertThat(OwnGrant.none().over(all())).isEqualTo(all());
    }

    @Test
    void shouldTakeOneResourceAndLeaveTheOthersOfItsKind() {
        Grant shared = Grant.STANDARD.edit().quota("streams", 1).deviceQuota("events", 2).build();
        OwnGrant own =
                OwnGrant.none()
                        .with(Set.of("quotas.device_memory", "device_quotas.streams"), all());
        Grant taken = own.over(shared);
        assertThat(taken.quotas()).isEqualTo(Map.of("streams", 1L, "device_memory", 9L));
        assertThat(taken.deviceQuotas()).isEqualTo(Map.of("events", 2L, "streams", 10L));
        assertThat(taken.rates()).isEmpty();
    }

    @Test
    void shouldLetAllResourcesStandForEachOfThem() {
        OwnGrant own = own(Set.of("quotas.streams", "share")).with(Set.of("quotas"), all());
        assertThat(own.settings()).containsExactlyInAnyOrder("quotas", "share");
        assertThat(own(Set.of("quotas.streams")).with(Set.of("rates"), all()).settings())
                .containsExactlyInAnyOrder("quotas.streams", "rates");
    }

    @Test
    void shouldGiveARateATwentyMillisecondBurst() {
        assertThat(Rate.of(1000)).isEqualTo(new Rate(1000, 20));
        assertThat(Rate.of(1)).isEqualTo(new Rate(1, 1));
    }

    @Test
    void shouldTellWatchersTheGrantsBeforeAndAfter() {
        GrantsState before = grants.state();
        GrantsChange[] told = new GrantsChange[1];
        grants.watch(change -> told[0] = change);
        GrantsUpdate update = grants.change(s -> s.withOwn("a", all()));
        assertThat(told[0]).isEqualTo(new GrantsChange(before, grants.state()));
        assertThat(update).isEqualTo(new GrantsUpdate.Accepted(grants.state()));
        assertThat(grants.state().version()).isEqualTo(before.version() + 1);
        assertThat(grants.state().withoutOwn("a").own()).isEmpty();
        assertThat(grants.state().classOf("a")).isEqualTo("default");
        assertThat(grants.state().withMember("a", "gold").withMember("a", null).members())
                .isEmpty();
    }
}

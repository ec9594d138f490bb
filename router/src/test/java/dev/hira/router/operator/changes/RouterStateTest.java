package dev.hira.router.operator.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.policy.model.GrantText;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.OwnGrant;
import dev.hira.router.config.PlacementConfig;
import dev.hira.router.config.PolicyConfig;
import dev.hira.router.config.RouterConfig;
import dev.hira.router.config.SchedulerConfig;
import dev.hira.router.config.ServerAddress;
import dev.hira.router.operator.control.RulesText;
import dev.hira.router.operator.control.SchedulerChoice;
import dev.hira.router.operator.vms.VmStanding;
import dev.hira.router.operator.vms.VmStandings;
import dev.hira.router.placement.ServerPool;
import dev.hira.router.placement.ServerReport;
import dev.hira.router.placement.ServerView.Health;
import dev.hira.router.placement.Strategies;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RouterStateTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.EPOCH);
    private static final String CONFIG =
            "classes { gold { share = 4 } }, vms { blue = gold, red { share = 2 } },"
                    + " scheduler.devices { \"a/0\" = credits }";

    private static final int GRANTS = 10_000;

    @TempDir private Path folder;

    private static PolicyConfig config(String policy) {
        return RouterConfig.from(ConfigFactory.parseString("hira.router.policy { " + policy + " }"))
                .policy();
    }

    private RouterState open(String policy) {
        return open(policy, RulesText.NONE);
    }

    private RouterState open(String policy, RulesText rules) {
        return open(Optional.of(folder), policy, rules);
    }

    private static RouterState open(Optional<Path> directory, String policy, RulesText rules) {
        PolicyConfig config = config(policy);
        return RouterState.open(directory, config, ConfiguredPolicy.of(config, rules), CLOCK);
    }

    private void change(String policy, UnaryOperator<GrantsState> edit) {
        try (RouterState state = open(policy)) {
            GrantsState before = state.policy().grants();
            GrantsState after = edit.apply(before);
            state.changes().keep("ann", StoredGrants.edits(before, after));
            state.changes().keep("ann", List.of(StoredGrants.version(after.version() + 1)));
        }
    }

    private GrantsState grants(String policy) {
        try (RouterState state = open(policy)) {
            return state.policy().grants();
        }
    }

    private static SchedulerConfig scheduler(RouterState state, String device) {
        return Objects.requireNonNull(state.policy().schedulers().get(device));
    }

    private static long share(GrantsState state, String vm) {
        return state.of(vm).share();
    }

    @Test
    void shouldStartAsConfiguredTheFirstTime() {
        assertThat(grants(CONFIG)).isEqualTo(config(CONFIG).grants());
    }

    @Test
    void shouldKeepWhatOperatorsChanged() {
        change(
                CONFIG,
                state -> {
                    GrantsState changed = state.withMember("blue", null);
                    return changed.withOwn("green", state.of("red"));
                });
        GrantsState found = grants(CONFIG);

        assertThat(found.classOf("blue")).isEqualTo("default");
        assertThat(share(found, "green")).isEqualTo(2);
        assertThat(share(found, "red")).isEqualTo(2);
        assertThat(found.version()).isEqualTo(2);
    }

    @Test
    void shouldTakeOverOnlyWhatWasEditedInTheConfiguration() {
        change(CONFIG, state -> state.withOwn("red", state.of("blue")).withMember("blue", null));
        String edited =
                "classes { gold { share = 4 } }, vms { blue = gold, red { share = 7 } },"
                        + " scheduler.devices { \"a/0\" = round-robin }";

        try (RouterState state = open(edited)) {
            GrantsState found = state.policy().grants();
            assertThat(share(found, "red")).isEqualTo(7);
            assertThat(found.classOf("blue")).as("unedited").isEqualTo("default");
            assertThat(found.version()).isEqualTo(3);
            assertThat(scheduler(state, "a/0").name()).isEqualTo("round-robin");
            Change last = state.changes().log().orElseThrow().history().getLast();
            assertThat(last.author()).isEqualTo("the configuration file");
        }
        change(edited, state -> state.withOwn("red", state.of("nobody")));
        assertThat(share(grants(edited), "red")).as("changed afterwards").isEqualTo(1);
    }

    @Test
    void shouldForgetWhatWasRemovedFromTheConfiguration() {
        GrantsState before = grants(CONFIG);
        GrantsState after = grants("");

        assertThat(share(before, "red")).isEqualTo(2);
        assertThat(after.classes()).containsOnlyKeys("default");
        assertThat(after.own()).isEmpty();
        assertThat(after.members()).isEmpty();
    }

    @Test
    void shouldKeepARemovedClassThatVmsAreIn() {
        change(CONFIG, state -> state.withMember("green", "gold"));

        assertThat(share(grants(""), "green")).isEqualTo(4);
    }

    @Test
    void shouldBringBackADeletedClassThatAVmIsPutIntoByTheConfiguration() {
        change(CONFIG, state -> state.withMember("blue", null).withClass("gold", null));

        assertThat(share(grants("classes { gold { share = 4 } }, vms { green = gold }"), "green"))
                .isEqualTo(4);
    }

    @Test
    void shouldKeepRulesUntilTheirFileIsEdited() {
        RulesText file = new RulesText("deny a", "f.rules", Instant.EPOCH, 1);
        RulesText loaded = new RulesText("deny b", "stdin", Instant.MAX, 2);
        try (RouterState state = open("", file)) {
            assertThat(state.rules()).isEqualTo(file);
            state.changes().keep("ann", List.of(StoredPolicy.rules(loaded)));
        }
        try (RouterState state = open("", file)) {
            assertThat(state.rules()).isEqualTo(loaded);
        }
        RulesText edited = new RulesText("deny c", "f.rules", Instant.EPOCH, 1);
        try (RouterState state = open("", edited)) {
            assertThat(state.rules())
                    .isEqualTo(new RulesText("deny c", "f.rules", Instant.EPOCH, 3));
        }
        try (RouterState state = open("", RulesText.NONE)) {
            assertThat(state.rules().text()).isEmpty();
            assertThat(state.rules().version()).isEqualTo(4);
        }
    }

    @Test
    void shouldKeepSchedulersStandingsAndDrains() {
        try (RouterState state = open(CONFIG)) {
            Changes changes = state.changes();
            changes.keep(
                    "ann",
                    List.of(
                            StoredPolicy.scheduler(
                                    "a/1", new SchedulerChoice("fair", Map.of("p", "1"))),
                            StoredPolicy.standing("blue", VmStanding.PAUSED),
                            StoredPolicy.standing("red", new VmStanding.Evicted("too loud")),
                            StoredPolicy.drain("a", true)));
        }
        ServerPool pool =
                new ServerPool(
                        List.of(new ServerAddress("hira://h:1", URI.create("hira://h:1"))),
                        Strategies.of(PlacementConfig.SPREAD));
        VmStandings standings = new VmStandings();
        try (RouterState state = open(CONFIG)) {
            state.restore(standings, pool);
            assertThat(scheduler(state, "a/1").parameters()).isEqualTo(Map.of("p", "1"));
        }
        pool.named("hira://h:1", "a");
        pool.learned("hira://h:1", new ServerReport(List.of(), 1, false, false));

        assertThat(standings.of("blue")).isEqualTo(VmStanding.PAUSED);
        assertThat(standings.of("red")).isEqualTo(new VmStanding.Evicted("too loud"));
        assertThat(pool.view("a").orElseThrow().health()).isEqualTo(Health.NOT_SERVING);
        pool.drain("a", false);
        assertThat(pool.view("a").orElseThrow().health()).isEqualTo(Health.SERVING);
    }

    @Test
    void shouldKeepNothingWithoutADirectory() {
        RouterState state = open(Optional.empty(), CONFIG, RulesText.NONE);
        state.changes().keep("ann", List.of(StoredPolicy.drain("a", true)));
        state.close();

        assertThat(folder).isEmptyDirectory();
        assertThat(state.changes().log()).isEmpty();
    }

    /** In processor time, which does not depend on other programs. */
    @Test
    @Tag("measuring")
    void shouldReadTenThousandGrantsWithinTwoSeconds() {
        GrantsState all = GrantsState.initial(Grant.STANDARD);
        Map<String, OwnGrant> own = new HashMap<>();
        for (int i = 0; i < GRANTS; i++) {
            own.put("vm" + i, grant(i));
        }
        GrantsState many = new GrantsState(1, all.classes(), Map.of(), own);
        try (RouterState state = open("")) {
            state.changes().keep("ann", StoredGrants.edits(all, many));
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            long begin = threads.getCurrentThreadCpuTime();
            GrantsState found = grants("");
            least = Math.min(least, threads.getCurrentThreadCpuTime() - begin);
            assertThat(found.own()).isEqualTo(own);
        }
        assertThat(Duration.ofNanos(least)).isLessThan(Duration.ofSeconds(2));
    }

    /** Returns settings of each kind. */
    private static OwnGrant grant(int number) {
        Map<String, String> settings =
                Map.of(
                        "share",
                        Integer.toString(2 + number % 7),
                        "cap",
                        "25%",
                        "sessions",
                        Integer.toString(1 + number % 9),
                        "rates.calls",
                        1000 + number + "/s burst 50",
                        "quotas.device_memory",
                        64 + number + "MiB");
        GrantBuilder grant = Grant.STANDARD.edit();
        settings.forEach(
                (name, value) -> assertThat(GrantText.set(grant, name, value)).as(name).isEmpty());
        return OwnGrant.of(settings.keySet(), grant.build());
    }

    @Test
    void shouldSayThatAStateDoesNotFit() {
        try (RouterState state = open("")) {
            state.changes()
                    .keep("ann", List.of(Edit.of(Subject.Kind.CLASS, "x", Map.of("y", "z"))));
        }

        assertThatThrownBy(() -> open(""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "the state in "
                                + folder.resolve("changes.log")
                                + " does not fit this version: class x: y: ");
    }
}

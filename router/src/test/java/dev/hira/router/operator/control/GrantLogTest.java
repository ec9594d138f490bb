package dev.hira.router.operator.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Grants;
import dev.hira.policy.model.GrantsState;
import dev.hira.router.operator.events.EventFilter;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.EventQueue;
import dev.hira.router.operator.events.RouterEvent;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class GrantLogTest {
    private final EventHub hub = new EventHub(InstantSource.fixed(Instant.EPOCH));
    private final EventQueue queue = hub.watch(EventFilter.usual(""), 100, () -> {});
    private final Grants grants = new Grants();

    private List<String> changed(UnaryOperator<GrantsState> change) {
        grants.change(change);
        return queue.drain().stream().map(RouterEvent::detail).toList();
    }

    @Test
    void shouldSayWhatHeldForTheVmBefore() {
        Grant limited = Grant.STANDARD.edit().quota("device_memory", 2L << 30).build();
        grants.change(state -> state.withClass(GrantsState.DEFAULT, limited));
        Runnable end = GrantLog.of(grants, hub);
        Grant own = limited.edit().quota("device_memory", 1L << 30).build();
        assertThat(changed(state -> state.withOwn("red", own)))
                .singleElement()
                .asString()
                .startsWith("VM red: quotas.device_memory ")
                .doesNotContain("unlimited");
        assertThat(changed(state -> state.withClass("gold", own)))
                .singleElement()
                .asString()
                .startsWith("class gold: quotas.device_memory ")
                .doesNotContain("unlimited");
        end.run();
    }
}

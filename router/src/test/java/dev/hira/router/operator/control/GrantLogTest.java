package dev.hira.router.operator.control;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
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
import org.slf4j.LoggerFactory;

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

    @Test
    void shouldLogOneLineForVeryManyChanges() {
        Logger log = (Logger) LoggerFactory.getLogger(GrantLog.class);
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        log.addAppender(logged);
        Level level = log.getLevel();
        log.setLevel(Level.DEBUG);
        log.setAdditive(false);
        Runnable end = GrantLog.of(grants, hub);
        try {
            grants.change(state -> {
                GrantsState next = state.withClass("gold", Grant.STANDARD);
                for (int vm = 0; vm < 50; vm++) {
                    next = next.withMember("vm" + vm, "gold");
                }
                return next;
            });
            assertThat(logged.list.stream().filter(line -> line.getLevel() == Level.INFO))
                    .singleElement()
                    .satisfies(line ->
                            assertThat(line.getKeyValuePairs())
                                    .extracting(Object::toString)
                                    .contains("classes=\"1\"", "vms=\"50\""));
            assertThat(logged.list).hasSize(52);
            assertThat(queue.drain()).as("each is an event").isNotEmpty();

            logged.list.clear();
            grants.change(state -> state.withMember("vm7", null));
            assertThat(logged.list)
                    .singleElement()
                    .extracting(ILoggingEvent::getLevel)
                    .isEqualTo(Level.INFO);
        } finally {
            end.run();
            log.setLevel(level);
            log.setAdditive(true);
            log.detachAppender(logged);
        }
    }
}

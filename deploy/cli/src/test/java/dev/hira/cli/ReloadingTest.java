package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.hira.router.config.RouterConfig;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests what a process does with a configuration that has changed. */
final class ReloadingTest {
    private final Logger log = (Logger) LoggerFactory.getLogger(Reloading.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final AtomicReference<String> file = new AtomicReference<>("");
    private final AtomicReference<RouterConfig> taken = new AtomicReference<>();
    private final Reloading reloading =
            new Reloading(
                    "hira.router",
                    key -> key.startsWith("auth."),
                    read(),
                    this::read,
                    next -> taken.set(RouterConfig.from(next)));

    @BeforeEach
    void listen() {
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void stop() {
        log.detachAppender(lines);
    }

    private Config read() {
        return ConfigFactory.parseString("hira.router { " + file.get() + " }");
    }

    private List<String> reload(String text) {
        lines.list.clear();
        file.set(text);
        reloading.reload();
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void shouldTakeOverWhatMayChangeAndNameWhatNeedsARestart() {
        assertThat(reload("auth.tokens.blue = one, limits.lanes = 7"))
                .containsExactly(
                        "the configuration was read again; settings that changed:"
                                + " [auth.tokens.blue]",
                        "settings that stay as they were, because a change needs a restart:"
                                + " [limits.lanes]");
        assertThat(taken.get().auth().tokens()).containsEntry("blue", "one");
        assertThat(reload("auth.tokens.blue = one, limits.lanes = 7"))
                .hasSize(2)
                .first()
                .asString()
                .endsWith("changed: []");
        assertThat(reload(""))
                .containsExactly(
                        "the configuration was read again; settings that changed: [auth.tokens.blue]");
    }

    @Test
    void shouldKeepTheFormerConfigurationWhenTheNewOneIsWrong() {
        assertThat(reload("auth.mode = closed"))
                .singleElement()
                .asString()
                .startsWith("the configuration cannot be used, so the former one stays in effect:")
                .contains("auth.mode");
        assertThat(taken.get()).isNull();
    }
}

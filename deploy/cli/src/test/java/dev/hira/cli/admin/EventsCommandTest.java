package dev.hira.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.util.Durations;
import dev.hira.admin.v1.Event;
import dev.hira.admin.v1.EventKind;
import dev.hira.cli.testing.EventWatcher;
import dev.hira.cli.testing.Hira;
import dev.hira.cli.testing.LiveStack;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators read of events. */
final class EventsCommandTest {
    @TempDir private Path folder;

    @Test
    void shouldTellWhenAServerEndsAndWhenItIsBack() {
        Hira hira = new Hira();
        try (LiveStack stack = new LiveStack(folder, List.of("one", "two"));
                EventWatcher watcher = new EventWatcher(stack.admin())) {
            stack.open("blue").close();
            watcher.awaitStart(() -> {
                hira.runAt(stack.admin(), "vm", "pause", "blue");
                hira.runAt(stack.admin(), "vm", "resume", "blue");
            });
            stack.endServer("two");
            Event down = watcher.await(EventKind.EVENT_KIND_SERVER_DOWN, "");
            assertThat(EventsCommand.line(down))
                    .containsPattern("server-down +: two: \\w+")
                    .doesNotContain("io exception");

            stack.startServer("two");
            Event up = watcher.await(EventKind.EVENT_KIND_SERVER_UP, "");
            assertThat(EventsCommand.line(up)).endsWith(": two with 1 device");
        }
    }

    @Test
    void shouldWriteSumsOfDelaysInOneUnit() {
        Event sum =
                Event.newBuilder()
                        .setKind(EventKind.EVENT_KIND_DELAYS)
                        .setVm("red")
                        .setDuration(Durations.fromMicros(259_900))
                        .setReason("queue")
                        .setDetail("queue 259.9 ms (20 commands)")
                        .build();
        assertThat(EventsCommand.line(sum))
                .endsWith(
                        "delays            red waited 259.9 ms in all: queue 259.9 ms (20 commands)");
    }
}

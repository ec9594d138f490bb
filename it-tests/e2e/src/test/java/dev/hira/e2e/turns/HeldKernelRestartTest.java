package dev.hira.e2e.turns;

import dev.hira.cli.launch.LocalStack;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A kernel that is held when the router that wanted this is killed. */
@Tag("thorough")
@Timeout(300)
final class HeldKernelRestartTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir private Path state;

    @Test
    void shouldLetAKernelGoOnThatAFormerRouterWantedHeld() {
        try (LocalStack stack =
                        LocalStack.start(
                                1,
                                List.of("--devices", "1", "--profile", "small"),
                                List.of(
                                        "--state",
                                        state.toString(),
                                        "--set",
                                        "timeouts.resume=2m"));
                KernelGuest runs = new KernelGuest(stack.uri(), "runs");
                KernelGuest held = new KernelGuest(stack.uri(), "held")) {
            runs.launchGated();
            try (Turns turns = new Turns(stack.adminUri())) {
                turns.hold("held", "runs", held::launchSlow);
            }
            stack.router().kill();
            stack.router().awaitExit(PATIENCE);
            stack.restartRouter();
            held.shouldHaveRunSlow(1);
            runs.shouldEndGated();
            try (Turns turns = new Turns(stack.adminUri())) {
                turns.letGo("held");
            }
            runs.launchSlow();
            held.launchSlow();
            runs.shouldHaveRunSlow(1);
            held.shouldHaveRunSlow(2);
        }
    }
}

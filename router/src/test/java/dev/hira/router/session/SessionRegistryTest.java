package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.testing.Rig;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the wait for the end of all sessions. */
@Timeout(60)
final class SessionRegistryTest {
    private static final long PATIENCE = TimeUnit.HOURS.toMillis(1);

    private final Rig rig = new Rig();

    /** Advances by the whole patience at each look. */
    private final AtomicLong now = new AtomicLong();

    private final SessionRegistry registry =
            new SessionRegistry(
                    rig.services.config().limits(),
                    () -> now.addAndGet(TimeUnit.MILLISECONDS.toNanos(PATIENCE)));

    @Test
    void shouldWaitForSeatsUntilTheTimeIsOverByItsClock() throws InterruptedException {
        var slot = (SessionRegistry.SessionSlot) registry.enter("vm", rig.catalog, 1);
        assertThat(registry.awaitEmpty(PATIENCE)).isFalse();
        registry.leave(slot);
        assertThat(registry.awaitEmpty(PATIENCE)).isTrue();
    }
}

package dev.hira.router.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.v1.Open;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class OpenChecksTest {
    private static @Nullable LinkStatus problem(UnaryOperator<Open.Builder> change) {
        Open.Builder open =
                Open.newBuilder()
                        .setProtocol(1)
                        .setApi(ToyCatalog.API)
                        .setApiDigest(ToyCatalog.DIGEST);
        return OpenChecks.problem(
                change.apply(open).build(), Map.of(ToyCatalog.API, new ToyCatalog()));
    }

    private static void assertRefused(UnaryOperator<Open.Builder> change, String message) {
        assertThat(problem(change))
                .isNotNull()
                .satisfies(status -> {
                    assertThat(status.cause()).isEqualTo(Cause.REFUSED);
                    assertThat(status.message()).contains(message);
                });
    }

    @Test
    void shouldListTheApisThatTheRouterHas() {
        assertRefused(open -> open.setApi(-1), "no API 4294967295; it has [Toy (9)]");
    }

    @Test
    void shouldTakeAsManyDevicesAsCanBeAskedForAndNoMore() {
        assertThat(problem(open -> open.setDevices(4096))).isNull();
        assertRefused(open -> open.setDevices(4097), "asks for 4097 devices");
        assertThat(problem(open -> open.setDevices(0))).isNull();
        assertRefused(open -> open.setDevices(-1), "asks for 4294967295 devices");
    }

    @Test
    void shouldTakeTheLongestNameOfATaskAndNoLonger() {
        assertThat(problem(open -> open.setTask("x".repeat(128)))).isNull();
        assertRefused(open -> open.setTask("x".repeat(129)), "at most 128 characters");
        assertRefused(open -> open.setTask("a\nb"), "no control characters");
    }

    @Test
    void shouldRefuseNegativeRanks() {
        assertThat(problem(open -> open.setRank(0))).isNull();
        assertRefused(open -> open.setRank(-1), "a rank is from 0");
    }

    @Test
    void shouldMakeOnlyUnsafeNamesOfProcessesSafe() {
        Open safe = Open.newBuilder().setProcess("x".repeat(128)).build();
        assertThat(OpenChecks.plain(safe)).isSameAs(safe);
        Open unsafe = Open.newBuilder().setProcess("a\nb").setVm("red").build();
        assertThat(OpenChecks.plain(unsafe).getProcess()).isEqualTo("a?b");
        assertThat(OpenChecks.plain(unsafe).getVm()).isEqualTo("red");
    }
}

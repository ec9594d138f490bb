package dev.hira.router.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.config.LimitsConfig;
import dev.hira.wire.v1.Limits;
import org.junit.jupiter.api.Test;

final class AgreedLimitsTest {
    private static final LimitsConfig OWN = new LimitsConfig(1, 2, 30, 40, 500, 60, 70);

    private static Limits.Builder server() {
        return Limits.newBuilder()
                .setLanes(3)
                .setHandles(4)
                .setFrameBytes(5)
                .setBatchRecords(6)
                .setPayloadBytes(7);
    }

    @Test
    void shouldTakeTheServersLimitsWhereTheyAreLower() {
        assertThat(AgreedLimits.of(OWN, server().build()))
                .isEqualTo(new LimitsConfig(1, 2, 3, 4, 5, 6, 7));
    }

    @Test
    void shouldKeepTheRoutersLimitsWhereTheServerHasHigherOnesOrNone() {
        assertThat(AgreedLimits.of(OWN, Limits.getDefaultInstance())).isEqualTo(OWN);
        Limits higher = Limits.newBuilder().setLanes(31).setPayloadBytes(1L << 40).build();
        assertThat(AgreedLimits.of(OWN, higher)).isEqualTo(OWN);
    }

    @Test
    void shouldTellAGuestTheLimitsThatConcernIt() {
        assertThat(AgreedLimits.toMessage(new LimitsConfig(1, 2, 3, 4, 5, 6, 7)))
                .isEqualTo(server().build());
    }
}

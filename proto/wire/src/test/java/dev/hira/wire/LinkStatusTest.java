package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.wire.LinkStatus.Cause;
import org.junit.jupiter.api.Test;

final class LinkStatusTest {
    @Test
    void shouldTakeTheUnknownCauseOfANewerPeerForADefect() {
        assertThat(Cause.of(-1)).isEqualTo(Cause.INTERNAL);
        assertThat(Cause.of(Cause.values().length)).isEqualTo(Cause.INTERNAL);
    }

    @Test
    void shouldKeepTheNumbersOfCauses() {
        assertThat(Cause.of(0)).isEqualTo(Cause.NORMAL);
        assertThat(Cause.of(5)).isEqualTo(Cause.REFUSED);
        assertThat(Cause.of(6)).isEqualTo(Cause.INTERNAL);
    }
}

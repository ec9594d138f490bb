package dev.hira.router.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.judge.LinkReadGate.Reason;
import dev.hira.router.testing.Pump;
import dev.hira.router.testing.PumpedLink;
import org.junit.jupiter.api.Test;

final class LinkReadGateTest {
    private final PumpedLink link = new Pump().pair("guest")[0];
    private final LinkReadGate gate = new LinkReadGate(link);

    @Test
    void shouldReadAgainOnceTheLastReasonIsGone() {
        for (Reason reason : Reason.values()) {
            gate.pause(reason);
            gate.pause(reason);
        }
        for (Reason reason : Reason.values()) {
            assertThat(link.isReadable()).as("before %s ends", reason).isFalse();
            gate.resume(reason);
        }
        assertThat(link.isReadable()).isTrue();
    }

    @Test
    void shouldNotResumeALinkThatItHasNotPaused() {
        link.setReadable(false);
        gate.resume(Reason.DELAYED);
        assertThat(link.isReadable()).isFalse();
    }
}

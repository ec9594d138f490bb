package dev.hira.router.judge.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.judge.link.LinkReadControl.Reason;
import dev.hira.router.testing.Pump;
import dev.hira.router.testing.PumpedLink;
import dev.hira.wire.NoLeaks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
final class LinkReadControlTest {
    private final PumpedLink link = new Pump().pair("guest")[0];
    private final LinkReadControl control = new LinkReadControl(link);

    @Test
    void shouldReadAgainOnceTheLastReasonIsGone() {
        for (Reason reason : Reason.values()) {
            control.pause(reason);
            control.pause(reason);
        }
        for (Reason reason : Reason.values()) {
            assertThat(link.isReadable()).as("before %s ends", reason).isFalse();
            control.resume(reason);
        }
        assertThat(link.isReadable()).isTrue();
    }

    @Test
    void shouldNotResumeALinkThatItHasNotPaused() {
        link.setReadable(false);
        control.resume(Reason.DELAYED);
        assertThat(link.isReadable()).isFalse();
    }
}

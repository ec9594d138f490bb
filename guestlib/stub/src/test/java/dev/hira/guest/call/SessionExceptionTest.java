package dev.hira.guest.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import org.junit.jupiter.api.Test;

final class SessionExceptionTest {
    @Test
    void shouldAddNoAdviceToARefusalThatSaysWhichProofIsWanted() {
        String why = "this address takes connections by TLS only; use hira+tls";
        assertThat(SessionException.explain(new LinkStatus(Cause.UNAUTHENTICATED, why)))
                .isEqualTo(why + " (UNAUTHENTICATED)");
        assertThat(SessionException.explain(new LinkStatus(Cause.OVERLOADED, "too busy")))
                .isEqualTo("too busy (OVERLOADED); try again later");
    }
}

package dev.hira.link.grpc.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class StatusMappingTest {
    @ParameterizedTest
    @EnumSource(Cause.class)
    void shouldKeepTheCauseOfAnEnd(Cause cause) {
        Status status = StatusMapping.toGrpc(new LinkStatus(cause, "words"));
        assertThat(StatusMapping.fromGrpc(status, "router").cause()).isEqualTo(cause);
    }

    @Test
    void shouldTellAPeerThatIsGoneFromALimitAndAnOverload() {
        LinkStatus gone =
                StatusMapping.fromGrpc(
                        Status.UNAVAILABLE.withDescription(
                                "Connection closed while performing protocol negotiation for []"),
                        "router");
        assertThat(gone)
                .isEqualTo(
                        new LinkStatus(
                                Cause.UNAVAILABLE,
                                "router is not available: it closed the connection before it"
                                        + " answered; its process has ended, or it received"
                                        + " nothing in time (its settings peers.idle, and"
                                        + " timeouts.open with TLS): try again"));
        LinkStatus full =
                StatusMapping.fromGrpc(
                        Status.UNAVAILABLE.withDescription(
                                "HTTP/2 error code: NO_ERROR, debug data: hira-full: it has 7"
                                        + " connections, which is its limit"),
                        "router");
        assertThat(full)
                .isEqualTo(
                        new LinkStatus(
                                Cause.EXHAUSTED, "it has 7 connections, which is its limit"));
        LinkStatus late =
                StatusMapping.fromGrpc(
                        StatusMapping.toGrpc(
                                new LinkStatus(Cause.OVERLOADED, "the server did not reply")),
                        "router");
        assertThat(late).isEqualTo(new LinkStatus(Cause.OVERLOADED, "the server did not reply"));
    }
}

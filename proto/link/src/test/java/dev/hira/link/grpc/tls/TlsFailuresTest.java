package dev.hira.link.grpc.tls;

import static org.assertj.core.api.Assertions.assertThat;

import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

final class TlsFailuresTest {
    @Test
    void shouldNameThePossibleReasonsWhyAProcessSendsNoCertificate() {
        assertThat(
                        TlsFailures.explain(
                                new SSLHandshakeException(
                                        "Received fatal alert: certificate_required")))
                .startsWith("the peer refused this process's certificate: this process sent none")
                .contains("has none", "does not lead to the peer's authority", "RSA", "HIRA_TLS");
    }
}

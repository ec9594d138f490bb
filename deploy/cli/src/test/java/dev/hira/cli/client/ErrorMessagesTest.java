package dev.hira.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.io.FileNotFoundException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

/** Failures are reported in sentences, without names of classes. */
final class ErrorMessagesTest {
    @Test
    void shouldSayWhatIsWrongWithAFile() {
        assertThat(ErrorMessages.sentence(new FileNotFoundException("/etc/x")))
                .isEqualTo(
                        "the file /etc/x cannot be read: does it exist, and may this user read it?");
        assertThat(ErrorMessages.sentence(new NoSuchFileException("/etc/y")))
                .contains("file /etc/y");
    }

    @Test
    void shouldRemoveNamesOfClassesFromMessagesOfGrpc() {
        String said =
                ErrorMessages.sentence(
                        Status.UNAVAILABLE
                                .withDescription(
                                        "LivenessHandler#0: io.netty.channel.ConnectException:"
                                                + " connection refused")
                                .asRuntimeException());
        assertThat(said).startsWith("there is no answer: connection refused; is the router");
    }

    @Test
    void shouldNameSettingsAsOperatorsWriteThem() {
        assertThat(
                        ErrorMessages.sentence(
                                Status.INVALID_ARGUMENT
                                        .withDescription("grant.quotas[device_memry]: no such name")
                                        .asRuntimeException()))
                .isEqualTo("quotas.device_memry: no such name");
    }

    @Test
    void shouldSayWhatToDoWhenAFailureHasNoReason() {
        assertThat(ErrorMessages.sentence(new IllegalStateException()))
                .contains("HIRA_LOG=debug", "report it");
    }
}

package dev.hira.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigException;
import dev.hira.cli.testing.Hira;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Failures are reported in sentences, without names of classes. */
final class ErrorMessagesTest {
    @Test
    void shouldSayWhatIsWrongWithAFile() {
        assertThat(ErrorMessages.sentence(new FileNotFoundException("/etc/x")))
                .isEqualTo("the file /etc/x does not exist");
        assertThat(ErrorMessages.sentence(new FileNotFoundException("/etc (Is a directory)")))
                .isEqualTo("/etc is a folder, and a file is needed");
        assertThat(
                        ErrorMessages.sentence(
                                new UncheckedIOException(
                                        new IOException("No space left on device"))))
                .isEqualTo("No space left on device");
        assertThat(ErrorMessages.sentence(new NoSuchFileException("/etc/y")))
                .isEqualTo("the file /etc/y does not exist");
    }

    @Test
    void shouldNameNoPlaceThatAUserCannotLookUp() {
        assertThat(
                        ErrorMessages.sentence(
                                new ConfigException.Generic("flags: Invalid value at 'a': no URI")))
                .isEqualTo("invalid value at 'a': no URI");
        assertThat(
                        ErrorMessages.sentence(
                                new ConfigException.Generic(
                                        "reference.conf @ jar:file:/x/hira-router.jar!/reference.conf: 82:"
                                                + " Invalid value at 'a.b': none")))
                .isEqualTo("invalid value at 'a.b': none");
        assertThat(
                        ErrorMessages.sentence(
                                new ConfigException.Generic("--set: 1: Invalid value at 'a'")))
                .isEqualTo("--set: Invalid value at 'a'");
        assertThat(
                        ErrorMessages.sentence(
                                new ConfigException.Generic("a.conf: 1: Invalid value at 'a'")))
                .isEqualTo("a.conf: 1: Invalid value at 'a'");
    }

    @Test
    void shouldSayWhyAConnectionFailedInPlainWords() {
        String refused = "finishConnect(..) failed with error(-111): Connection refused: /::1:9";
        assertThat(
                        ErrorMessages.sentence(
                                Status.UNAVAILABLE
                                        .withDescription("io exception")
                                        .withCause(new IOException(refused))
                                        .asRuntimeException()))
                .isEqualTo(
                        "there is no answer: no process listens there; is the router running, and is"
                                + " this its admin address?");
    }

    @Test
    void shouldTellARefusalByTheSocketFromARouterThatIsDown() {
        StatusRuntimeException forbidden =
                Status.UNAVAILABLE
                        .withDescription("io exception")
                        .withCause(new IOException("connect(..) failed: Permission denied"))
                        .asRuntimeException();
        assertThat(ErrorMessages.sentence(forbidden))
                .isEqualTo(
                        "this user may not use the socket of the router; run the command as a user"
                                + " who may, or ask for access to the socket");
        assertThat(ExitStatus.of(forbidden)).isEqualTo(ExitStatus.FORBIDDEN);
    }

    @Test
    void shouldSayThatSomethingElseListens() throws Exception {
        Hira hira = new Hira();
        for (String answer : List.of("", "HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-none\r\n")) {
            try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
                Thread.ofVirtual().start(() -> answerAll(other, answer));
                String uri = "hira://127.0.0.1:" + other.getLocalPort();
                assertThat(hira.runAt(uri, "vm", "list")).as(answer).isEqualTo(3);
                assertThat(hira.err())
                        .as(answer)
                        .startsWith("hira vm list: there is no answer: ")
                        .contains("seems not to be Hira");
                assertThatThrownBy(() -> dev.hira.guest.Hira.connect(uri))
                        .as(answer)
                        .hasMessageContaining("seems not to be Hira");
            }
        }
    }

    /** Reads a little of each connection, answers and ends it, until the socket is closed. */
    private static void answerAll(ServerSocket socket, String answer) {
        try {
            while (true) {
                try (Socket one = socket.accept()) {
                    one.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                    one.shutdownOutput();
                    one.getInputStream().transferTo(OutputStream.nullOutputStream());
                }
            }
        } catch (IOException e) {
            assertThat(socket.isClosed()).isTrue();
        }
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
    void shouldExplainFailuresOfConnectionsThatNameNoReason() {
        assertThat(ErrorMessages.sentence(new UnresolvedAddressException()))
                .isEqualTo("there is no host of this name");
        assertThat(ErrorMessages.sentence(new UnknownHostException("nowhere")))
                .isEqualTo("there is no host of the name nowhere");
        assertThat(
                        ErrorMessages.connection(
                                new HttpConnectTimeoutException("HTTP connect timed out")))
                .isEqualTo("that host does not answer");
        assertThat(ErrorMessages.connection(new HttpTimeoutException("request timed out")))
                .isEqualTo("the process there does not answer in time");
    }

    @Test
    void shouldSayWhatToDoWhenAFailureHasNoReason() {
        assertThat(ErrorMessages.sentence(new IllegalStateException()))
                .contains("HIRA_LOG=debug", "report it");
    }
}

package dev.hira.router;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.hira.base.tls.HashedToken;
import dev.hira.router.config.RouterConfig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.router.testing.ToyGuest;
import dev.hira.router.testing.ToyServer;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the sessions of a token end when the token is withdrawn. */
final class RevocationTest {
    private static final Instant LATER = Instant.parse("2999-01-01T00:00:00Z");

    @TempDir private Path folder;
    private ToyServer server;
    private Router router;

    @BeforeEach
    void start() throws Exception {
        write("old", "new");
        server = new ToyServer(uri("server.sock"));
        router =
                Router.start(
                        RouterConfig.from(
                                ConfigFactory.parseString(
                                        "hira.router { listen = [\""
                                                + uri("router.sock")
                                                + "\"], servers = [\""
                                                + uri("server.sock")
                                                + "\"], auth { mode = token, token-file = \""
                                                + folder.resolve("tokens")
                                                + "\" }, timeouts.drain = 200 ms, event-loops = 1 }")),
                        RouterOptions.defaults().withCatalogs(List.of(new ToyCatalog())));
    }

    @AfterEach
    void stop() {
        router.close();
        server.close();
    }

    private URI uri(String socket) {
        return URI.create("hira+unix://" + folder.resolve(socket));
    }

    private void write(String... tokens) throws IOException {
        List<String> lines =
                Arrays.stream(tokens)
                        .map(token ->
                                new HashedToken("default", HashedToken.hash(token), LATER).line())
                        .toList();
        Path fresh = Files.write(folder.resolve("fresh"), lines);
        Files.move(fresh, folder.resolve("tokens"), StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void shouldEndTheSessionsOfAWithdrawnTokenOnly() throws Exception {
        try (ToyGuest former = new ToyGuest(uri("router.sock"), true, "old");
                ToyGuest present = new ToyGuest(uri("router.sock"), true, "new")) {
            String way = former.awaitOpen();
            assertThat(present.awaitOpen()).isEqualTo(way);
            write("new");
            LinkStatus end = former.awaitClosed();
            assertThat(end.cause()).isEqualTo(Cause.UNAUTHENTICATED);
            assertThat(end.message()).contains("token that proved the guest's VM was withdrawn");
            assertThat(present.isClosed()).isFalse();
        }
    }
}

package dev.hira.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Bind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

/** Containers on one host that share a volume for sockets and payloads. */
final class SharedMemoryTest {
    private static final String ROUTER = "hira+unix:///run/hira/router.sock";
    private static final String SERVER = "hira+unix:///run/hira/server.sock";

    private static HiraContainer sharing(HiraContainer container, String volume) {
        return container
                .withNetworkMode("none")
                .withCreateContainerCmdModifier(command ->
                        Objects.requireNonNull(command.getHostConfig())
                                .withTmpFs(Map.of("/tmp", "rw"))
                                .withBinds(Bind.parse(volume + ":/run/hira")));
    }

    /** Runs a guest through a router and a server that share a volume; returns the router's log. */
    private static String run(Map<String, String> options) throws Exception {
        String volume = "hira-" + UUID.randomUUID();
        var client = DockerClientFactory.instance().client();
        client.createVolumeCmd().withName(volume).withDriverOpts(options).exec();
        try (HiraContainer server =
                        sharing(
                                HiraContainer.serving(
                                        "api-server", "--listen", SERVER, "--profile", "small"),
                                volume);
                HiraContainer router =
                        sharing(
                                HiraContainer.serving(
                                        "router",
                                        "--listen",
                                        ROUTER,
                                        "--server",
                                        SERVER,
                                        "--set",
                                        "memory.directory=/run/hira"),
                                volume);
                HiraContainer guest =
                        sharing(HiraContainer.guest(ROUTER + "?vm=blue", 50), volume)) {
            for (HiraContainer container : List.of(server, router, guest)) {
                container.start();
            }
            assertThat(guest.awaitExit()).as(guest.getLogs()).isZero();
            assertThat(guest.getLogs()).contains("50 rounds are right");
            return router.getLogs();
        } finally {
            client.removeVolumeCmd(volume).exec();
        }
    }

    @Test
    void shouldComputeThroughAVolume() throws Exception {
        assertThat(run(Map.of("type", "tmpfs", "device", "tmpfs", "o", "size=256m,mode=1777")))
                .doesNotContain("WARN");
    }

    @Test
    void shouldComputeThroughAVolumeThatIsTooSmall() throws Exception {
        assertThat(run(Map.of("type", "tmpfs", "device", "tmpfs", "o", "size=64k,mode=1777")))
                .contains("WARN");
    }
}

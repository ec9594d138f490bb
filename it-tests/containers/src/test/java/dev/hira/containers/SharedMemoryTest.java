package dev.hira.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.HostConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

/** Containers on one host that share a volume for sockets and payloads. */
final class SharedMemoryTest {
    private static final int METRICS = 9464;
    private static final String USED = "hira_router_sessions_memory_total{outcome=\"used\"}";
    private static final String ROUTER = "hira+unix:///run/hira/router.sock";
    private static final String SERVER = "hira+unix:///run/hira/server.sock";

    /** Mounts the volume with the sockets. */
    private static HiraContainer mounting(HiraContainer container, String volume) {
        return container.withCreateContainerCmdModifier(command ->
                host(command)
                        .withTmpFs(Map.of("/tmp", "rw"))
                        .withBinds(Bind.parse(volume + ":/run/hira")));
    }

    private static HostConfig host(CreateContainerCmd command) {
        return Objects.requireNonNull(command.getHostConfig());
    }

    private static String metrics(HiraContainer router) throws Exception {
        String address = router.getHost() + ":" + router.getMappedPort(METRICS);
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create("http://" + address + "/metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    /** Uses the shared memory of another container. */
    private static HiraContainer joining(HiraContainer container, HiraContainer other) {
        return container.withCreateContainerCmdModifier(
                command -> host(command).withIpcMode("container:" + other.getContainerId()));
    }

    /**
     * Runs a guest through a router and a server whose shared memory has this size, in a folder of
     * the router; returns the router's metrics and log.
     */
    private static String run(long size, String directory) throws Exception {
        String volume = "hira-" + UUID.randomUUID();
        var client = DockerClientFactory.instance().client();
        client.createVolumeCmd().withName(volume).exec();
        try (HiraContainer server =
                        mounting(
                                HiraContainer.serving(
                                        "api-server", "--listen", SERVER, "--profile", "small"),
                                volume);
                HiraContainer router =
                        mounting(
                                HiraContainer.serving(
                                        "router",
                                        "--listen",
                                        ROUTER,
                                        "--server",
                                        SERVER,
                                        "--set",
                                        "memory.directory=" + directory,
                                        "--metrics",
                                        "http://0.0.0.0:" + METRICS,
                                        "--set",
                                        "allow-unauthenticated-network=true"),
                                volume);
                HiraContainer guest =
                        mounting(HiraContainer.guest(ROUTER + "?vm=blue", 50), volume)) {
            server.withCreateContainerCmdModifier(
                    command -> host(command).withIpcMode("shareable").withShmSize(size));
            server.start();
            assertThat(server.getContainerInfo().getHostConfig().getShmSize())
                    .isEqualTo(Long.valueOf(size));
            joining(router, server).withExposedPorts(METRICS).start();
            joining(guest, server).start();
            assertThat(guest.awaitExit()).as(guest.getLogs()).isZero();
            assertThat(guest.getLogs()).contains("50 rounds are right");
            return metrics(router) + router.getLogs();
        } finally {
            client.removeVolumeCmd(volume).exec();
        }
    }

    @Test
    void shouldComputeThroughSharedMemory() throws Exception {
        assertThat(run(256 << 20, "/dev/shm")).contains(USED);
    }

    @Test
    void shouldComputeThroughAVolume() throws Exception {
        assertThat(run(64 << 10, "/run/hira")).contains(USED);
    }

    @Test
    void shouldComputeWhereSharedMemoryIsTooSmall() throws Exception {
        // One copy of the guest's has 256 KiB.
        run(64 << 10, "/dev/shm");
    }
}

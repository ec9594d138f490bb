package dev.hira.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import org.testcontainers.DockerClientFactory;

/**
 * Certificates of one authority for the processes of all tests, made by {@code hira pki enroll} in
 * a container. Each identity is in a volume of its own, as in {@code deploy/compose.yaml}.
 */
final class Identities {
    /** Where a process finds its identity. */
    static final String FOLDER = "/identity";

    private static final String OUT = "/pki/";

    /** The holders, with the hosts at which they listen. */
    private static final List<String> HOLDERS =
            List.of(
                    "server/server0@server0",
                    "server/server1@server1",
                    "router/router@router,127.0.0.1",
                    "vm/blue",
                    "vm/green",
                    "vm/orange");

    private static final Map<String, String> VOLUMES = new TreeMap<>();

    private Identities() {}

    /** Gives a container the identity of a role and name, and no other. */
    static HiraContainer give(HiraContainer container, String identity) {
        String volume = Objects.requireNonNull(volumes().get(identity), identity);
        return container
                .withEnv("HIRA_TLS", FOLDER)
                .withCreateContainerCmdModifier(command ->
                        HiraContainer.mount(
                                command, new Bind(volume, new Volume(FOLDER), AccessMode.ro)));
    }

    private static synchronized Map<String, String> volumes() {
        if (VOLUMES.isEmpty()) {
            VOLUMES.putAll(enroll());
        }
        return VOLUMES;
    }

    private static Map<String, String> enroll() {
        Map<String, String> volumes = new TreeMap<>();
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "pki",
                                "enroll",
                                "--group",
                                "--authority",
                                "/tmp/authority",
                                "--out",
                                "/pki"));
        for (String holder : HOLDERS) {
            arguments.add(holder);
            volumes.put(holder.replaceAll("@.*", ""), "hira-" + UUID.randomUUID());
        }
        var client = DockerClientFactory.instance().client();
        volumes.values().forEach(name -> client.createVolumeCmd().withName(name).exec());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(volumes), "volumes"));
        try (HiraContainer pki = HiraContainer.once("hira", arguments.toArray(String[]::new))) {
            pki.withCreateContainerCmdModifier(command -> {
                command.withUser("0:65532");
                volumes.forEach((holder, volume) ->
                        HiraContainer.mount(
                                command,
                                new Bind(volume, new Volume(OUT + holder.replace('/', '-')))));
            });
            pki.start();
            assertThat(pki.awaitExit()).as(pki.getLogs()).isZero();
        } catch (Exception e) {
            throw new IllegalStateException("the certificates cannot be issued", e);
        }
        return volumes;
    }

    private static void remove(Map<String, String> volumes) {
        var client = DockerClientFactory.instance().client();
        volumes.values().forEach(name -> client.removeVolumeCmd(name).exec());
    }
}

package dev.hira.containers;

import com.github.dockerjava.api.model.ContainerNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.testcontainers.containers.Network;

/**
 * A router and API servers in containers. The servers are in a network that guests are not in; the
 * router is in both. Operators' commands run in the router's container.
 */
final class Stack implements AutoCloseable {
    private static final String URI = "hira://router:7070?vm=";

    private final Network devices = internal();
    private final Network guests = internal();
    private final List<HiraContainer> servers = new ArrayList<>();
    private final List<HiraContainer> others = new ArrayList<>();
    private final HiraContainer router;

    /**
     * Starts so many API servers, which have the names server0, server1 and so on, and a router.
     */
    Stack(int servers, String... routerArguments) {
        List<String> arguments = new ArrayList<>(List.of(routerArguments));
        for (int i = 0; i < servers; i++) {
            String name = "server" + i;
            this.servers.add(HiraContainer.server(name).withNetwork(devices));
            arguments.addAll(List.of("--server", "hira://" + name + ":7700"));
        }
        router = HiraContainer.router(arguments.toArray(String[]::new)).withNetwork(devices);
        try {
            this.servers.forEach(HiraContainer::start);
            router.start();
            join(router, "router");
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** A network without a way to any other. */
    private static Network internal() {
        return Network.builder().createNetworkCmdModifier(c -> c.withInternal(true)).build();
    }

    HiraContainer router() {
        return router;
    }

    HiraContainer server(int index) {
        return servers.get(index);
    }

    /** Starts a guest of a VM, which computes without end, and waits for its first results. */
    HiraContainer guest(String vm) throws Exception {
        HiraContainer guest = among(HiraContainer.guest(URI + vm, 0));
        guest.awaitRounds();
        return guest;
    }

    /** Starts a container in the network of the guests. */
    HiraContainer among(HiraContainer guest) {
        others.add(guest);
        guest.withNetwork(guests).start();
        return guest;
    }

    /** Cuts a guest off. */
    void cut(HiraContainer guest) {
        guest.getDockerClient()
                .disconnectFromNetworkCmd()
                .withNetworkId(guests.getId())
                .withContainerId(guest.getContainerId())
                .withForce(true)
                .exec();
    }

    /** Connects a container to the guests' network, under further names. */
    void join(HiraContainer container, String... names) {
        container
                .getDockerClient()
                .connectToNetworkCmd()
                .withNetworkId(guests.getId())
                .withContainerId(container.getContainerId())
                .withContainerNetwork(new ContainerNetwork().withAliases(List.of(names)))
                .exec();
    }

    /** Returns the address of a server in the network of the devices. */
    String addressOf(int server) {
        return Objects.requireNonNull(
                server(server)
                        .getContainerInfo()
                        .getNetworkSettings()
                        .getNetworks()
                        .values()
                        .iterator()
                        .next()
                        .getIpAddress());
    }

    @Override
    public void close() {
        Stream.of(others.stream(), Stream.of(router), servers.stream())
                .flatMap(containers -> containers)
                .forEach(HiraContainer::stop);
        guests.close();
        devices.close();
    }
}

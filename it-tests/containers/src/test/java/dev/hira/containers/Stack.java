package dev.hira.containers;

import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Network;

/**
 * A router and API servers in containers, which speak TLS only. The servers are in a network that
 * guests are not in; the router is in both. Operators' commands run in the router's container.
 */
final class Stack implements AutoCloseable {
    static final String URI = "hira+tls://router:7070";

    /** The memory of a router's container: 1 GiB. */
    static final long ROUTER_MEMORY = 1L << 30;

    /** The folder for state that the image has. */
    static final String STATE = "/var/lib/hira";

    private final Network devices = internal();
    private final Network guests = internal();
    private final List<HiraContainer> servers = new ArrayList<>();
    private final List<HiraContainer> others = new ArrayList<>();
    private final String state = "hira-" + UUID.randomUUID();
    private final List<String> arguments;
    private HiraContainer router;

    /**
     * Starts so many API servers, which have the names server0, server1 and so on, and a router.
     */
    Stack(int servers, String... routerArguments) {
        this("api-server", servers, routerArguments);
    }

    private Stack(String image, int servers, String... routerArguments) {
        arguments = new ArrayList<>(List.of(routerArguments));
        DockerClientFactory.instance().client().createVolumeCmd().withName(state).exec();
        for (int i = 0; i < servers; i++) {
            String name = "server" + i;
            this.servers.add(HiraContainer.server(image, name).withNetwork(devices));
            arguments.addAll(List.of("--server", "hira+tls://" + name + ":7700"));
        }
        router = newRouter();
        try {
            this.servers.forEach(HiraContainer::start);
            startRouter();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Starts a stack with another image of API servers. */
    static Stack of(String image, int servers) {
        return new Stack(image, servers);
    }

    /**
     * Returns a router with little memory, whose directory for state is the volume of this stack.
     */
    private HiraContainer newRouter() {
        return HiraContainer.router(arguments.toArray(String[]::new))
                .withNetwork(devices)
                .withCreateContainerCmdModifier(command -> {
                    HiraContainer.mount(command, new Bind(state, new Volume(STATE)));
                    Objects.requireNonNull(command.getHostConfig()).withMemory(ROUTER_MEMORY);
                });
    }

    private void startRouter() {
        router.start();
        join(router, "router");
    }

    /** Puts a new container with the same arguments and the same state in the router's place. */
    void replaceRouter() {
        router.getDockerClient()
                .stopContainerCmd(router.getContainerId())
                .withTimeout((int) HiraContainer.PATIENCE.toSeconds())
                .exec();
        router.stop();
        router = newRouter();
        startRouter();
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
        HiraContainer guest = among(Identities.give(HiraContainer.guest(URI, 0), "vm/" + vm));
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
        return addressOf(server(server));
    }

    /** Returns the address of a container in the network that it was started in. */
    static String addressOf(HiraContainer container) {
        return Objects.requireNonNull(
                container
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
        DockerClientFactory.instance().client().removeVolumeCmd(state).exec();
    }
}

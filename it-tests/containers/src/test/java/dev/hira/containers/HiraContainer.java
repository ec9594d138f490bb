package dev.hira.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.HostConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.output.WaitingConsumer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A container of one of Hira's images, without rights and with a read-only root file system. */
final class HiraContainer extends GenericContainer<HiraContainer> {
    /** The longest that anything may take; a busy machine is slow, not wrong. */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Path IMAGES = Path.of("../../deploy/images/target/images");
    private static final Set<String> LOADED = ConcurrentHashMap.newKeySet();

    private static final String IDENTITY = "tls.folder=" + Identities.FOLDER;

    private static final String ADMIN = "hira+unix:///tmp/hira/admin.sock";

    private HiraContainer(String image) {
        super(DockerImageName.parse(load(image)));
        withCreateContainerCmdModifier(command ->
                Objects.requireNonNull(command.getHostConfig())
                        .withReadonlyRootfs(true)
                        .withTmpFs(Map.of("/tmp", "rw")));
        withStartupTimeout(PATIENCE);
    }

    /** Returns a container that has to announce that it serves. */
    static HiraContainer serving(String image, String... arguments) {
        return new HiraContainer(image)
                .withCommand(arguments)
                .waitingFor(Wait.forLogMessage("ready hira.*\\n", 1));
    }

    /** Returns an API server that a router reaches by its name, at port 7700, with TLS. */
    static HiraContainer server(String image, String name) {
        HiraContainer server =
                serving(
                        image,
                        "--listen",
                        "hira+tls://0.0.0.0:7700",
                        "--set",
                        IDENTITY,
                        "--name",
                        name,
                        "--profile",
                        "small");
        return Identities.give(server, "server/" + name).withNetworkAliases(name);
    }

    /** Returns a router that guests reach by the name router, at port 7070, with TLS. */
    static HiraContainer router(String... more) {
        HiraContainer router =
                serving(
                        "router",
                        join(
                                more,
                                "--listen",
                                "hira+tls://0.0.0.0:7070",
                                "--set",
                                IDENTITY,
                                "--admin",
                                ADMIN));
        return Identities.give(router, "router/router")
                .withNetworkAliases("router")
                .withEnv("HIRA_ADMIN", ADMIN);
    }

    /** Adds a mount to a container that is made. */
    static void mount(CreateContainerCmd command, Bind bind) {
        HostConfig host = Objects.requireNonNull(command.getHostConfig());
        Bind[] earlier = Objects.requireNonNullElse(host.getBinds(), new Bind[0]);
        host.withBinds(Stream.concat(Arrays.stream(earlier), Stream.of(bind)).toArray(Bind[]::new));
    }

    /** Returns the example of a guest, which checks the results of so many rounds. */
    static HiraContainer guest(String uri, int rounds) {
        return new HiraContainer("guest").withEnv("HIRA_URI", uri).withCommand("" + rounds);
    }

    /** Returns any process of an image, which need not go on. */
    static HiraContainer once(String image, String... arguments) {
        return new HiraContainer(image).withCommand(arguments);
    }

    private static String[] join(String[] more, String... first) {
        return Stream.concat(Arrays.stream(first), Arrays.stream(more)).toArray(String[]::new);
    }

    /** Gives the image to the engine, once in a run, and returns its name there. */
    static String load(String image) {
        if (LOADED.add(image)) {
            try (InputStream in = Files.newInputStream(IMAGES.resolve(image + ".tar"))) {
                DockerClientFactory.instance().client().loadImageCmd(in).exec();
            } catch (IOException e) {
                throw new UncheckedIOException("./hira images has to run first", e);
            }
        }
        return "localhost/hira-" + image + ":latest";
    }

    /** Runs a command of {@code hira} in this container and returns its output. */
    String hira(String... arguments) throws IOException, InterruptedException {
        ExecResult result =
                execInContainer(
                        join(
                                arguments,
                                "/opt/java/bin/java",
                                "@/opt/hira/options/hira",
                                "dev.hira.cli.Main"));
        assertThat(result.getExitCode())
                .as(String.join(" ", arguments) + ": " + result.getStdout() + result.getStderr())
                .isZero();
        return result.getStdout();
    }

    /** Runs a command of {@code hira} again and again until it prints a text. */
    void awaitOutput(String text, String... arguments) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        String output = hira(arguments);
        while (!output.contains(text)) {
            assertThat(System.nanoTime() - begin).as(output).isLessThan(PATIENCE.toNanos());
            output = hira(arguments);
        }
    }

    /**
     * Stops all processes of this container. The engine's freezer gives up when a thread has not
     * stopped in about 0.3 s, as happens on a busy machine, and lets the container go on; so it is
     * asked again.
     */
    void pause() {
        long begin = System.nanoTime();
        while (true) {
            try {
                getDockerClient().pauseContainerCmd(getContainerId()).exec();
                return;
            } catch (InternalServerErrorException e) {
                if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                    throw e;
                }
            }
        }
    }

    /** Lets the processes of a paused container go on. */
    void unpause() {
        getDockerClient().unpauseContainerCmd(getContainerId()).exec();
    }

    /** Waits until the container prints a line after now that fits. */
    void awaitNewLine(Predicate<String> fits) throws TimeoutException {
        WaitingConsumer lines = new WaitingConsumer();
        long seen = getLogs().lines().count();
        long[] count = {0};
        followOutput(lines);
        lines.waitUntil(
                frame -> {
                    String text = frame.getUtf8StringWithoutLineEnding();
                    count[0] += text.lines().count();
                    return count[0] > seen && fits.test(text);
                },
                (int) PATIENCE.toSeconds(),
                TimeUnit.SECONDS);
    }

    /** Waits until a guest reports further rounds. */
    void awaitRounds() throws TimeoutException {
        awaitNewLine(line -> line.contains(" rounds are right"));
    }

    /** Waits for the end of the process and returns its exit code. */
    int awaitExit() throws TimeoutException {
        WaitingConsumer lines = new WaitingConsumer();
        followOutput(lines);
        lines.waitUntilEnd(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return Objects.requireNonNull(
                        getDockerClient()
                                .inspectContainerCmd(getContainerId())
                                .exec()
                                .getState()
                                .getExitCodeLong())
                .intValue();
    }
}

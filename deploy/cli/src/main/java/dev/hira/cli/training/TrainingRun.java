package dev.hira.cli.training;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.typesafe.config.ConfigFactory;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.log.LogbackLoggers;
import dev.hira.guest.Hira;
import dev.hira.router.Router;
import dev.hira.router.config.RouterConfig;
import dev.hira.server.ApiServer;
import dev.hira.server.config.ApiServerConfig;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Sessions through a router and API servers, all in this process and only for the JVM's recording:
 * they load the classes, unpack the native library and compile the common paths, and the JVM
 * records them in the cache that later processes start with.
 */
public final class TrainingRun {
    private static final int SIZE = 256 << 10;
    private static final String VM = "training";

    /** Time for each step of opening a session: nothing is loaded yet, and the host may be busy. */
    private static final String STEP_TIMEOUT = "2m";

    private final String uri;

    private TrainingRun(String uri) {
        this.uri = uri;
    }

    /**
     * Runs a kernel, opens {@code args[0]} further sessions, moves another one as often, and ends.
     * This is not a command of the command line, because the class files of picocli are too old to
     * be recorded.
     */
    public static void main(String[] args) throws IOException {
        run(Integer.parseInt(args[0]));
    }

    /**
     * Runs a kernel in a session, opens further sessions, one after the other, and moves another
     * one as often.
     *
     * @throws IOException when the folder for the sockets cannot be created
     */
    public static void run(int sessions) throws IOException {
        Logger log = LogbackLoggers.named("dev.hira");
        Level usual = log.getLevel();
        log.setLevel(Level.ERROR);
        Path folder = Files.createTempDirectory("hira-training-");
        try {
            in(folder, sessions);
        } finally {
            log.setLevel(usual);
            Files.deleteIfExists(folder);
        }
    }

    private static void in(Path folder, int sessions) {
        String atRouter = "hira+unix://" + folder.resolve("router.sock");
        String atAdmin = "hira+unix://" + folder.resolve("admin.sock");
        List<String> servers = List.of("training0", "training1");
        List<String> atServers = servers.stream().map(name -> address(folder, name)).toList();
        Map<String, ?> router =
                Map.of(
                        "hira.router.name",
                        "training",
                        "hira.router.listen",
                        List.of(atRouter),
                        "hira.router.admin.listen",
                        List.of(atAdmin),
                        "hira.router.servers",
                        atServers,
                        "hira.router.timeouts.open",
                        STEP_TIMEOUT,
                        "hira.router.timeouts.connect",
                        STEP_TIMEOUT,
                        "hira.router.policy.vms." + VM + ".kernel",
                        "20ms");
        try (ApiServer _ = server(servers.getFirst(), atServers.getFirst());
                ApiServer _ = server(servers.getLast(), atServers.getLast());
                Router _ = Router.start(RouterConfig.from(ConfigFactory.parseMap(router)))) {
            TrainingRun training = new TrainingRun(atRouter);
            TrainingKernel.run(training.uri + "?vm=" + VM);
            for (int i = 0; i < sessions; i++) {
                training.session(i % 4);
            }
            TrainingMoves.run(atRouter, VM, atAdmin, servers, sessions);
        }
    }

    private static String address(Path folder, String server) {
        return "hira+unix://" + folder.resolve(server + ".sock");
    }

    private static ApiServer server(String name, String address) {
        Map<String, ?> config =
                Map.of(
                        "hira.server.name",
                        name,
                        "hira.server.listen",
                        List.of(address),
                        "hira.server.devices",
                        List.of("small"),
                        "hira.server.timeouts.open",
                        STEP_TIMEOUT);
        return ApiServer.start(ApiServerConfig.from(ConfigFactory.parseMap(config)));
    }

    /**
     * Opens a session of each kind in turn: with everything, without rings, without shared memory.
     */
    private void session(int kind) {
        String without =
                switch (kind) {
                    case 1 -> "&rings=off";
                    case 2 -> "&rings=off&memory=off";
                    default -> "";
                };
        try (CudaDriver cuda = Hira.connect(uri + "?vm=" + VM + without);
                Arena arena = Arena.ofConfined()) {
            work(cuda, arena.allocate(SIZE));
        }
    }

    private static void work(CudaDriver cuda, MemorySegment data) {
        cuda.cuInit(0);
        cuda.cuDriverGetVersion();
        cuda.cuCtxCreate(0, 0);
        long stream = cuda.cuStreamCreate(1);
        long memory = cuda.cuMemAlloc(SIZE);
        cuda.cuMemcpyHtoDAsync(memory, data, SIZE, stream);
        cuda.cuMemcpyDtoHAsync(data, memory, SIZE, stream);
        cuda.cuStreamSynchronize(stream);
        cuda.cuMemFree(memory);
        cuda.cuCtxSynchronize();
    }
}

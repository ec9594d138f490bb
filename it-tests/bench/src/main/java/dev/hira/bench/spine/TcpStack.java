package dev.hira.bench.spine;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.base.tls.PeerRole;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.guest.Hira;
import dev.hira.pki.Authority;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** A router and an API server of their own processes, which are reached by TCP, with TLS or not. */
final class TcpStack implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration LIFE = Duration.ofDays(1);
    private static final List<String> HERE = List.of("localhost", "127.0.0.1");

    private final HiraProcess server;
    private final HiraProcess router;
    private final String uri;

    private TcpStack(HiraProcess server, HiraProcess router, String uri) {
        this.server = server;
        this.router = router;
        this.uri = uri;
    }

    static TcpStack plain() {
        return start("hira://127.0.0.1:0", List.of(), List.of(), "");
    }

    /** Starts a stack with certificates of an authority in this folder. */
    static TcpStack secured(Path folder) {
        Authority authority = Authority.init(folder.resolve("pki"), InstantSource.system());
        return start(
                "hira+tls://127.0.0.1:0",
                identity(authority, PeerRole.SERVER),
                identity(authority, PeerRole.ROUTER),
                "&tls=" + authority.issue(PeerRole.VM, "bench", HERE, LIFE));
    }

    private static List<String> identity(Authority authority, PeerRole role) {
        return List.of("--set", "tls.folder=" + authority.issue(role, "bench", HERE, LIFE));
    }

    private static TcpStack start(
            String listen, List<String> ofServer, List<String> ofRouter, String ofGuest) {
        HiraProcess server =
                HiraProcess.hiraWithDevices(
                        "server",
                        command(ofServer, "api-server", "--attached", "--listen", listen));
        try {
            String address = server.awaitReady(START);
            HiraProcess router =
                    HiraProcess.hiraWithDevices(
                            "router",
                            command(
                                    ofRouter,
                                    "router",
                                    "--attached",
                                    "--listen",
                                    listen,
                                    "--server",
                                    address));
            return new TcpStack(server, router, router.awaitReady(START) + "?memory=off" + ofGuest);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static List<String> command(List<String> more, String... words) {
        List<String> command = new ArrayList<>(List.of(words));
        command.addAll(more);
        return command;
    }

    /** Opens a session whose bytes all travel by TCP. */
    CudaDriver open() {
        return Hira.connect(uri + "&rings=off");
    }

    @Override
    public void close() {
        router.close();
        server.close();
    }
}

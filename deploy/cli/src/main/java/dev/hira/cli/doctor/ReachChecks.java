package dev.hira.cli.doctor;

import dev.hira.admin.v1.GetStatusRequest;
import dev.hira.admin.v1.GetStatusResponse;
import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.Server;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.base.CountText;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.ErrorMessages;
import dev.hira.cli.client.ValueText;
import dev.hira.guest.Hira;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Checks of a router's addresses. */
final class ReachChecks {
    /** A difference of clocks that is no matter of reading them one after the other. */
    private static final Duration SKEW = Duration.ofSeconds(30);

    private ReachChecks() {}

    /** Checks what a router says of itself and of its servers. */
    static List<Finding> admin(AdminClient admin, String version, Instant now) {
        GetStatusResponse status;
        List<Server> servers;
        try {
            status = admin.now().getStatus(GetStatusRequest.getDefaultInstance());
            servers =
                    admin.now()
                            .listServers(ListServersRequest.getDefaultInstance())
                            .getServersList();
        } catch (RuntimeException e) {
            return List.of(
                    Finding.problem(
                            "router",
                            ErrorMessages.sentence(e),
                            "operators cannot query or change anything",
                            "start the router with --admin URI, and use the same URI here"));
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(router(status, version));
        findings.add(skew(status, now));
        servers.forEach(server -> findings.add(server(server)));
        if (servers.isEmpty()) {
            findings.add(
                    Finding.problem(
                            "servers",
                            "the router has none",
                            "it refuses every session",
                            "start an API server, and the router with --server URI"));
        }
        return findings;
    }

    private static Finding router(GetStatusResponse status, String version) {
        String found =
                "version "
                        + status.getVersion()
                        + ", "
                        + CountText.of(status.getSessions(), "session");
        return status.getVersion().equals(version)
                ? Finding.ok("router", found)
                : Finding.warning(
                        "router",
                        found + "; this command is version " + version,
                        "requests and settings may differ",
                        "use the command line of the router's version");
    }

    private static Finding skew(GetStatusResponse status, Instant now) {
        Instant started = Instant.ofEpochSecond(status.getStarted().getSeconds());
        String found = "the router began to serve at " + started;
        return started.isBefore(now.plus(SKEW))
                ? Finding.ok("clocks", found)
                : Finding.problem(
                        "clocks",
                        found + ", and here it is " + now,
                        "logs of both machines do not fit together, and certificates may be refused",
                        "set both clocks, for example by NTP");
    }

    private static Finding server(Server server) {
        String check = "server " + server.getName();
        String found =
                ValueText.state(server.getState())
                        + " at "
                        + server.getUri()
                        + (server.getDetail().isEmpty() ? "" : ": " + server.getDetail());
        return switch (server.getState()) {
            case SERVER_STATE_UP ->
                    Finding.ok(check, found + ", " + devices(server.getDevicesCount()));
            case SERVER_STATE_DRAINING ->
                    Finding.warning(
                            check,
                            found,
                            "no new session is placed there",
                            "when its maintenance is over: hira server undrain "
                                    + server.getName());
            default ->
                    Finding.problem(
                            check,
                            found,
                            "no session can be placed there",
                            "see its log, and whether the router reaches this address");
        };
    }

    private static String devices(int count) {
        return count + (count == 1 ? " device" : " devices");
    }

    /** Checks that a guest can open a session. */
    static Finding guest(String uri) {
        try (CudaDriver cuda = Hira.connect(uri)) {
            cuda.cuInit(0);
            return Finding.ok("guest", devices(cuda.cuDeviceGetCount()) + " at " + uri);
        } catch (RuntimeException e) {
            return Finding.problem(
                    "guest",
                    uri + ": " + ErrorMessages.sentence(e),
                    "guest programs cannot open sessions",
                    "compare the URI with the router's --listen, and the permissions of its folder");
        }
    }
}

package dev.hira.cli.client;

import dev.hira.admin.v1.AdminServiceGrpc;
import dev.hira.admin.v1.CheckpointProgress;
import dev.hira.admin.v1.Device;
import dev.hira.admin.v1.GetStatusRequest;
import dev.hira.admin.v1.GetStatusResponse;
import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.ListSessionsResponse;
import dev.hira.admin.v1.RestoreVmRequest;
import dev.hira.admin.v1.Server;
import dev.hira.admin.v1.Session;
import dev.hira.admin.v1.Usage;
import dev.hira.base.CountText;
import dev.hira.base.OwnUser;
import dev.hira.base.tls.PeerRole;
import dev.hira.base.tls.TlsFiles;
import dev.hira.link.grpc.GrpcChannels;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.tls.TlsClient;
import dev.hira.link.grpc.tls.TlsIdentity;
import dev.hira.router.operator.access.Author;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.stub.BlockingClientCall;
import io.grpc.stub.MetadataUtils;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A router's admin service, as the command line uses it. */
public final class AdminClient implements AutoCloseable {
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);
    private static final String IDENTITY = "HIRA_TLS";
    private static final int PAGE = 100;

    private final EventLoops loops;
    private final ManagedChannel channel;
    private final AdminServiceGrpc.AdminServiceBlockingStub admin;
    private final Duration patience;

    private AdminClient(URI uri, @Nullable Path identity, Duration patience) {
        this.patience = patience;
        TlsClient tls =
                identity == null
                        ? null
                        : new TlsClient(TlsIdentity.read(TlsFiles.in(identity)), PeerRole.ROUTER);
        loops = EventLoops.create(1, "admin");
        channel = GrpcChannels.open(uri, LinkOptions.on(loops.next()).withTls(tls));
        Metadata author = new Metadata();
        author.put(Author.NAME, OwnUser.name());
        admin =
                AdminServiceGrpc.newBlockingStub(channel)
                        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(author));
    }

    /** Returns a client of the router at this admin address, which has 5 s for an answer. */
    public static AdminClient connect(String uri) {
        return connect(uri, null, ANSWER_TIMEOUT);
    }

    /**
     * Returns a client of the router at this admin address.
     *
     * @param identity the folder with the operator's certificate; null for that in HIRA_TLS, if any
     * @param patience the router's time for an answer
     */
    static AdminClient connect(String uri, @Nullable Path identity, Duration patience) {
        String usual = System.getenv(IDENTITY);
        boolean named = identity == null && usual != null && !usual.isEmpty();
        try {
            return new AdminClient(new URI(uri), named ? Path.of(usual) : identity, patience);
        } catch (URISyntaxException e) {
            throw new UsageException("'" + uri + "' is not a URI: " + e.getReason());
        } catch (IllegalArgumentException e) {
            throw new UsageException(ErrorMessages.sentence(e));
        }
    }

    /** Prints the router, its servers and its sessions. */
    public void printStatus(PrintWriter out) {
        GetStatusResponse status = now().getStatus(GetStatusRequest.getDefaultInstance());
        out.printf(
                Locale.ROOT,
                "router %s: %s open, %d opened so far, %d of %d servers up%s%n",
                status.getVersion(),
                CountText.of(status.getSessions(), "session"),
                status.getSessionsOpened(),
                status.getServersUp(),
                status.getServers(),
                status.getDraining() ? ", draining" : "");
        for (Server server :
                now().listServers(ListServersRequest.getDefaultInstance()).getServersList()) {
            printServer(server, out);
        }
        printSessions(out);
    }

    private static void printServer(Server server, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "  server %-12s %-9s %12s  %s%s%n",
                server.getName(),
                ValueText.state(server.getState()),
                CountText.of(server.getSessions(), "session"),
                server.getUri(),
                server.getDetail().isEmpty() ? "" : "  (" + server.getDetail() + ")");
        for (Device device : server.getDevicesList()) {
            out.printf(
                    Locale.ROOT,
                    "    device %s/%d %-24s %9s of %9s allocated, %s%n",
                    server.getName(),
                    device.getOrdinal(),
                    device.getName(),
                    ValueText.bytes(device.getAllocatedBytes()),
                    ValueText.bytes(device.getMemoryBytes()),
                    CountText.of(device.getSessions(), "session"));
        }
    }

    private void printSessions(PrintWriter out) {
        String token = "";
        do {
            ListSessionsResponse page =
                    now().listSessions(
                                    ListSessionsRequest.newBuilder()
                                            .setPageSize(PAGE)
                                            .setPageToken(token)
                                            .build());
            page.getSessionsList().forEach(session -> printSession(session, out));
            token = page.getNextPageToken();
        } while (!token.isEmpty());
    }

    private static void printSession(Session session, PrintWriter out) {
        Usage usage = session.getUsage();
        out.printf(
                Locale.ROOT,
                "  session %-10s VM %-10s on %-10s by %s%s: %s, %d refused, %s in, %s out, %s held%n",
                session.getId(),
                session.getVm(),
                session.getServer(),
                session.getTransport(),
                session.getSharedMemory() ? " with shared memory" : "",
                CountText.of(usage.getCalls(), "call"),
                usage.getCallsRefused(),
                ValueText.bytes(usage.getBytesIn()),
                ValueText.bytes(usage.getBytesOut()),
                ValueText.bytes(usage.getMemoryBytes()));
    }

    /** Returns the service without a deadline, for streams. */
    public AdminServiceGrpc.AdminServiceBlockingStub always() {
        return admin;
    }

    /** Returns the service with a deadline, for unary calls. */
    public AdminServiceGrpc.AdminServiceBlockingStub now() {
        return admin.withDeadlineAfter(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Begins to restore a VM. */
    BlockingClientCall<RestoreVmRequest, CheckpointProgress> restore() {
        return AdminServiceGrpc.newBlockingV2Stub(channel).restoreVm();
    }

    @Override
    public void close() {
        channel.shutdownNow();
        loops.close();
    }
}

package dev.hira.router.admin;

import com.google.protobuf.Timestamp;
import dev.hira.admin.v1.AdminServiceGrpc.AdminServiceImplBase;
import dev.hira.admin.v1.CloseSessionRequest;
import dev.hira.admin.v1.CloseSessionResponse;
import dev.hira.admin.v1.GetStatusRequest;
import dev.hira.admin.v1.GetStatusResponse;
import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.ListServersResponse;
import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.ListSessionsResponse;
import dev.hira.router.placement.ServerView;
import dev.hira.router.placement.ServerView.Health;
import dev.hira.router.session.Services;
import dev.hira.router.session.Session;
import dev.hira.router.session.SessionFacts;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** The admin service. It only looks and hands over, so that it may run on event loops. */
public final class RouterAdmin extends AdminServiceImplBase {
    private static final int PAGE = 100;
    private static final int LARGEST_PAGE = 1000;

    private final Services services;
    private final Supplier<List<URI>> addresses;
    private final Instant started;
    private final String version;
    private final SessionMessages messages;

    /**
     * @param addresses where the router is reached
     * @param version the product's version
     */
    public RouterAdmin(Services services, Supplier<List<URI>> addresses, String version) {
        this.services = services;
        this.addresses = addresses;
        this.version = version;
        this.started = services.clock().instant();
        this.messages = new SessionMessages(services.nanoClock());
    }

    @Override
    public void getStatus(GetStatusRequest request, StreamObserver<GetStatusResponse> out) {
        List<ServerView> servers = services.pool().views();
        GetStatusResponse.Builder status =
                GetStatusResponse.newBuilder()
                        .setVersion(version)
                        .setStarted(timestamp(started))
                        .setSessions(services.registry().open())
                        .setSessionsOpened(services.registry().everOpened())
                        .setServers(servers.size())
                        .setServersUp(up(servers))
                        .setDraining(services.registry().isClosed());
        addresses.get().forEach(uri -> status.addListeners(uri.toString()));
        answer(out, status.build());
    }

    private static int up(List<ServerView> servers) {
        return (int) servers.stream().filter(s -> s.health() == Health.SERVING).count();
    }

    @Override
    public void listServers(ListServersRequest request, StreamObserver<ListServersResponse> out) {
        ListServersResponse.Builder servers = ListServersResponse.newBuilder();
        List<Session> sessions = services.registry().all();
        services.pool()
                .views()
                .forEach(view -> servers.addServers(ServerMessages.server(view, sessions)));
        answer(out, servers.build());
    }

    @Override
    public void listSessions(
            ListSessionsRequest request, StreamObserver<ListSessionsResponse> out) {
        if (request.getPageSize() < 0) {
            out.onError(invalid("a page has at least one session"));
            return;
        }
        int size =
                request.getPageSize() == 0 ? PAGE : Math.min(request.getPageSize(), LARGEST_PAGE);
        List<Session> page = page(request, size + 1);
        ListSessionsResponse.Builder sessions = ListSessionsResponse.newBuilder();
        page.stream().limit(size).forEach(s -> sessions.addSessions(messages.session(s)));
        if (page.size() > size) {
            sessions.setNextPageToken(page.get(size - 1).id());
        }
        answer(out, sessions.build());
    }

    private List<Session> page(ListSessionsRequest request, int count) {
        String vm = request.getVm();
        return services.registry()
                .after(request.getPageToken())
                .filter(s -> vm.isEmpty() || isOf(vm, s))
                .limit(count)
                .toList();
    }

    private static boolean isOf(String vm, Session session) {
        SessionFacts facts = session.facts();
        return facts != null && facts.vm().equals(vm);
    }

    @Override
    public void closeSession(
            CloseSessionRequest request, StreamObserver<CloseSessionResponse> out) {
        Session session = services.registry().find(request.getId());
        if (session == null) {
            out.onError(
                    Status.NOT_FOUND
                            .withDescription(
                                    "there is no session '"
                                            + request.getId()
                                            + "'; list the sessions that there are")
                            .asRuntimeException());
            return;
        }
        String reason =
                request.getReason().isEmpty()
                        ? "an operator closed the session"
                        : request.getReason();
        session.execute(() -> session.end(new LinkStatus(Cause.REFUSED, reason)));
        answer(out, CloseSessionResponse.getDefaultInstance());
    }

    private static RuntimeException invalid(String problem) {
        return Status.INVALID_ARGUMENT.withDescription(problem).asRuntimeException();
    }

    private static <T> void answer(StreamObserver<T> out, T message) {
        out.onNext(message);
        out.onCompleted();
    }

    static Timestamp timestamp(Instant instant) {
        return Timestamp.newBuilder()
                .setSeconds(instant.getEpochSecond())
                .setNanos(instant.getNano())
                .build();
    }
}

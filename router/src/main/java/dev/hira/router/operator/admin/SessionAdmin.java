package dev.hira.router.operator.admin;

import dev.hira.admin.v1.CloseSessionRequest;
import dev.hira.admin.v1.CloseSessionResponse;
import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.ListSessionsResponse;
import dev.hira.router.operator.access.Author;
import dev.hira.router.operator.admin.message.AdminErrors;
import dev.hira.router.operator.admin.message.SessionMessages;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionView;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;

/** The admin service's requests about open sessions. */
final class SessionAdmin {
    private final RouterServices services;
    private final SessionMessages messages;

    SessionAdmin(RouterServices services) {
        this.services = services;
        this.messages = new SessionMessages(services.nanoClock());
    }

    ListSessionsResponse list(ListSessionsRequest request) {
        String vm = request.getVm();
        Page<RouterSession> page =
                Page.of(
                        services.registry()
                                .after(request.getPageToken())
                                .filter(s -> vm.isEmpty() || isOf(vm, s)),
                        Page.size(request.getPageSize()),
                        RouterSession::id);
        ListSessionsResponse.Builder sessions =
                ListSessionsResponse.newBuilder().setNextPageToken(page.next());
        page.items().forEach(s -> sessions.addSessions(messages.session(s)));
        return sessions.build();
    }

    private static boolean isOf(String vm, RouterSession session) {
        SessionView facts = session.facts();
        return facts != null && facts.vm().equals(vm);
    }

    CloseSessionResponse close(CloseSessionRequest request) {
        RouterSession session = services.registry().find(request.getId());
        if (session == null) {
            throw AdminErrors.notFound(
                    "session", request.getId(), "list the sessions to see their ids");
        }
        String reason =
                request.getReason().isEmpty()
                        ? "an operator closed the session"
                        : request.getReason();
        String told = Author.signed(reason);
        session.execute(() -> session.end(new LinkStatus(Cause.REFUSED, reason), told));
        return CloseSessionResponse.getDefaultInstance();
    }
}

package dev.hira.router;

import dev.hira.base.tls.HashedToken;
import dev.hira.base.tls.PeerRole;
import dev.hira.link.grpc.net.PeerIdentity.Certified;
import dev.hira.link.grpc.tls.Revocation;
import dev.hira.link.grpc.tls.TlsIdentity;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.EventKind;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks once a second for certificates and tokens that were revoked. The connections of a
 * certificate end by themselves; this ends the sessions of a token, and publishes both.
 */
final class RevocationWatch {
    private static final Logger LOG = LoggerFactory.getLogger(RevocationWatch.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final LinkStatus WITHDRAWN =
            new LinkStatus(
                    Cause.UNAUTHENTICATED,
                    "the token that proved the guest's VM was withdrawn; give the guest another one");

    private final RouterServices services;
    private final @Nullable TlsIdentity tls;

    /**
     * The tokens that the last look did not find. They count as withdrawn when this look does not
     * find them either, because a file that is being written lacks some for a moment.
     */
    private Set<HashedToken> missing = Set.of();

    RevocationWatch(RouterServices services, @Nullable TlsIdentity tls) {
        this.services = services;
        this.tls = tls;
    }

    void start() {
        if (tls != null) {
            tls.onRevoked(this::tell);
        }
        again();
    }

    private void again() {
        services.timer()
                .after(
                        PAUSE,
                        () -> {
                            try {
                                look();
                            } finally {
                                again();
                            }
                        });
    }

    /** Looks once. */
    private void look() {
        if (tls != null) {
            tls.refresh();
        }
        Map<HashedToken, List<RouterSession>> sessions =
                services.registry().all().stream()
                        .filter(session -> session.token().isPresent())
                        .collect(Collectors.groupingBy(session -> session.token().orElseThrow()));
        Map<HashedToken, List<RouterSession>> lost = new HashMap<>();
        sessions.forEach((token, its) -> {
            if (services.identity().isWithdrawn(token)) {
                lost.put(token, its);
            }
        });
        lost.forEach((token, its) -> {
            if (missing.contains(token)) {
                withdrawn(token, its);
            }
        });
        missing = Set.copyOf(lost.keySet());
    }

    private void withdrawn(HashedToken token, List<RouterSession> sessions) {
        String what = "a token of VM '" + token.vm() + "' was withdrawn";
        LOG.atWarn()
                .addKeyValue("vm", token.vm())
                .addKeyValue("sessions", sessions.size())
                .log("sessions end: {}", what);
        publish(token.vm(), "token", what + "; sessions that end: " + sessions.size());
        sessions.forEach(session -> session.execute(() -> session.end(WITHDRAWN)));
    }

    private void tell(Revocation one) {
        String vm =
                one.peer() instanceof Certified holder && holder.role() == PeerRole.VM
                        ? holder.name()
                        : "";
        publish(
                vm,
                "certificate",
                one.peer().text()
                        + ": "
                        + one.why()
                        + "; connections that end: "
                        + one.connections());
    }

    private void publish(String vm, String reason, String detail) {
        EventHub events = services.events();
        events.publish(events.now(EventKind.IDENTITY_REVOKED, vm).because(reason, detail));
    }
}

package dev.hira.router.config;

import dev.hira.base.tls.PeerRole;
import dev.hira.link.grpc.net.LocalPeers;
import dev.hira.link.grpc.net.PeerAdmission;
import dev.hira.link.grpc.net.PeerIdentity;
import java.util.Map;
import java.util.Optional;

/**
 * Which peers are operators of the router.
 *
 * @param users the roles of local users, besides the router's own and the superuser
 * @param unproven whether peers without proof of their identity may do everything
 */
public record OperatorsConfig(Map<Long, PeerRole> users, boolean unproven) {
    public OperatorsConfig {
        users = Map.copyOf(users);
    }

    /** Returns the role of a peer; empty when it is no operator. */
    public Optional<PeerRole> role(PeerIdentity peer) {
        return switch (peer) {
            case PeerIdentity.Certified holder ->
                    Optional.of(holder.role()).filter(role -> role.compareTo(PeerRole.VIEWER) >= 0);
            case PeerIdentity.LocalUser(long uid) ->
                    uid == LocalPeers.own() || uid == LocalPeers.ROOT
                            ? Optional.of(PeerRole.ADMIN)
                            : Optional.ofNullable(users.get(uid));
            case PeerIdentity.Unproven() ->
                    unproven ? Optional.of(PeerRole.ADMIN) : Optional.empty();
        };
    }

    /** Returns the check of connections to the router's addresses for operators. */
    public PeerAdmission admission() {
        return PeerAdmission.certified(
                        "the router's address for operators",
                        PeerRole.VIEWER,
                        PeerRole.OPERATOR,
                        PeerRole.ADMIN)
                .and(peer ->
                        role(peer).isPresent()
                                ? Optional.empty()
                                : Optional.of(
                                        peer.text()
                                                + " is no operator of this router; connect as"
                                                + " the router's user or one of"
                                                + " hira.router.admin.users at a Unix socket,"
                                                + " or with a certificate by hira+tls"));
    }
}

package dev.hira.link.grpc.net;

import dev.hira.base.tls.PeerRole;
import dev.hira.link.grpc.net.PeerIdentity.Certified;
import dev.hira.link.grpc.net.PeerIdentity.LocalUser;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides which peers may connect to a server at all, before they can make any call. */
@FunctionalInterface
public interface PeerAdmission {
    /** Admits every peer. */
    PeerAdmission ANY = peer -> Optional.empty();

    /** Returns why a peer is refused, as a clause for its user; empty when it is admitted. */
    Optional<String> problem(PeerIdentity peer);

    /** Admits certificates with one of these roles, and all peers that have no certificate. */
    static PeerAdmission certified(String place, PeerRole... roles) {
        Set<PeerRole> allowed = Set.of(roles);
        String words = Arrays.stream(roles).map(PeerRole::word).collect(Collectors.joining(", "));
        return peer ->
                peer instanceof Certified holder && !allowed.contains(holder.role())
                        ? Optional.of(
                                "the certificate is that of "
                                        + holder.text()
                                        + ", and "
                                        + place
                                        + " takes certificates with the role "
                                        + words
                                        + " only; use such a certificate, or the address for this"
                                        + " one")
                        : Optional.empty();
    }

    /**
     * Admits processes of this host that belong to this process's user, to the superuser, or to
     * further users; and peers with certificates.
     *
     * @param unproven whether to admit peers of other hosts without proof of their identity
     * @param advice what a refused user can do, after a semicolon
     */
    static PeerAdmission users(String place, Set<Long> more, boolean unproven, String advice) {
        return peer -> {
            boolean admitted =
                    switch (peer) {
                        case Certified _ -> true;
                        case LocalUser(long uid) ->
                                uid == LocalPeers.own()
                                        || uid == LocalPeers.ROOT
                                        || more.contains(uid);
                        case PeerIdentity.Unproven() -> unproven;
                    };
            return admitted
                    ? Optional.empty()
                    : Optional.of(peer.text() + " may not connect to " + place + "; " + advice);
        };
    }

    /** Returns an admission that asks this one first and then another one. */
    default PeerAdmission and(PeerAdmission other) {
        return peer -> problem(peer).or(() -> other.problem(peer));
    }
}

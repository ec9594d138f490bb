package dev.hira.link.grpc.net;

import dev.hira.base.tls.PeerRole;

/** The identity of a peer as its connection proves it, whatever the peer claims. */
public sealed interface PeerIdentity {
    /** Returns the identity for people, for example {@code VM 'blue'}. */
    String text();

    /**
     * The peer has a certificate.
     *
     * @param serial the certificate's serial number, in hexadecimal digits
     */
    record Certified(PeerRole role, String name, String serial) implements PeerIdentity {
        @Override
        public String text() {
            return role.holder(name);
        }
    }

    /**
     * The peer is a process of this host.
     *
     * @param uid the number of its user; {@link LocalPeers#UNKNOWN} where the system does not tell
     */
    record LocalUser(long uid) implements PeerIdentity {
        @Override
        public String text() {
            return uid == LocalPeers.UNKNOWN ? "an unknown user" : "user " + uid;
        }
    }

    /** The connection proves nothing. */
    record Unproven() implements PeerIdentity {
        @Override
        public String text() {
            return "a peer without proof of its identity";
        }
    }
}

package dev.hira.link.grpc.net;

import dev.hira.base.tls.PeerRole;

/** The identity of a peer as its connection proves it, whatever the peer claims. */
public sealed interface PeerIdentity {
    /** Returns the identity for people, for example {@code vm 'blue'}. */
    String text();

    /**
     * The peer has a certificate.
     *
     * @param serial the certificate's serial number, in hexadecimal digits
     */
    record Certified(PeerRole role, String name, String serial) implements PeerIdentity {
        @Override
        public String text() {
            return role.word() + " '" + name + "'";
        }
    }

    /** The peer is a process of this host, which the system knows by its user. */
    record LocalUser(long uid) implements PeerIdentity {
        @Override
        public String text() {
            return "user " + uid;
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

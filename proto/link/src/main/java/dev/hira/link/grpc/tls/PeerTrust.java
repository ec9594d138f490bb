package dev.hira.link.grpc.tls;

import dev.hira.base.tls.PeerRole;
import io.netty.handler.ssl.OpenSslCertificateException;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Checks the certificates of peers: signed by the authority, valid now, not revoked, made for TLS
 * and for a holder of a role, for the host that a client asked for, and with the role that it
 * expects there.
 */
final class PeerTrust extends X509ExtendedTrustManager {
    private static final int URI_NAME = 6;
    private static final String SERVER_USAGE = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENT_USAGE = "1.3.6.1.5.5.7.3.2";
    private static final String ANY_USAGE = "2.5.29.37.0";

    /** OpenSSL's X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY. */
    private static final int UNKNOWN_AUTHORITY = 20;

    /** OpenSSL's X509_V_ERR_CERT_REJECTED. */
    private static final int REJECTED = 28;

    private final X509ExtendedTrustManager authority;
    private final RevocationLists revoked;
    private final @Nullable PeerRole server;

    private PeerTrust(
            X509ExtendedTrustManager authority,
            RevocationLists revoked,
            @Nullable PeerRole server) {
        this.authority = authority;
        this.revoked = revoked;
        this.server = server;
    }

    /** Trusts the peers of an authority. */
    static PeerTrust of(List<X509Certificate> authorities, List<X509CRL> lists)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (int i = 0; i < authorities.size(); i++) {
            store.setCertificateEntry("authority-" + i, authorities.get(i));
        }
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return new PeerTrust(
                (X509ExtendedTrustManager) factory.getTrustManagers()[0],
                RevocationLists.of(lists, authorities),
                null);
    }

    /** Returns the trust of a client that expects a server with this role. */
    PeerTrust expecting(PeerRole role) {
        return new PeerTrust(authority, revoked, role);
    }

    /** Returns the role that a certificate states. */
    static Optional<PeerRole.Named> holder(X509Certificate certificate) {
        Collection<List<?>> names;
        try {
            names = certificate.getSubjectAlternativeNames();
        } catch (CertificateParsingException e) {
            return Optional.empty();
        }
        if (names == null) {
            return Optional.empty();
        }
        List<PeerRole.Named> roles =
                names.stream()
                        .filter(name -> Objects.equals(name.getFirst(), URI_NAME))
                        .flatMap(name -> PeerRole.parse((String) name.get(1)).stream())
                        .toList();
        return roles.size() == 1 ? Optional.of(roles.getFirst()) : Optional.empty();
    }

    /** Returns why a chain of certificates is worth nothing any longer; empty: none is revoked. */
    Optional<String> revocation(List<X509Certificate> chain) {
        return revoked.revocation(chain);
    }

    /** Returns the lists of revoked certificates. */
    RevocationLists revoked() {
        return revoked;
    }

    private void checkRevoked(X509Certificate[] chain) throws CertificateException {
        Optional<String> why = revocation(Arrays.asList(chain));
        if (why.isPresent()) {
            throw new CertificateException(
                    why.get(),
                    new CertPathValidatorException(
                            "revoked",
                            null,
                            null,
                            -1,
                            CertPathValidatorException.BasicReason.REVOKED));
        }
    }

    private void checkRole(X509Certificate[] chain) throws CertificateException {
        PeerRole expected = server;
        Optional<PeerRole.Named> holder = holder(chain[0]);
        if (expected != null && holder.map(PeerRole.Named::role).orElse(null) != expected) {
            throw rejected(
                    "its certificate is that of "
                            + holder.map(one -> one.role().holder(one.name()))
                                    .orElse("a holder without a role")
                            + ", not of a "
                            + expected.word());
        }
    }

    /**
     * Requires what a certificate must have besides the authority's signature, so that one that the
     * authority made for another purpose proves nothing here.
     *
     * @param usage the use of TLS that the peer makes, as an extended usage of its key
     */
    private static void checkPurpose(X509Certificate certificate, String usage, String side)
            throws CertificateException {
        if (certificate.getBasicConstraints() >= 0) {
            throw rejected("its certificate is that of an authority, not of a process");
        }
        List<String> usages = certificate.getExtendedKeyUsage();
        if (usages == null || (!usages.contains(usage) && !usages.contains(ANY_USAGE))) {
            throw rejected(
                    "its certificate is not made for "
                            + side
                            + " of TLS: that is not among the usages of its key");
        }
        if (holder(certificate).isEmpty()) {
            throw rejected("its certificate does not have exactly one URI hira://ROLE/NAME");
        }
    }

    /**
     * Returns the exception in words for users, of the kind that tells OpenSSL which alert to send.
     */
    private static CertificateException worded(CertificateException refused) {
        boolean path = false;
        for (Throwable one = refused; one != null; one = one.getCause()) {
            if (one instanceof CertificateExpiredException) {
                return new CertificateExpiredException("its certificate has expired");
            }
            if (one instanceof CertificateNotYetValidException) {
                return new CertificateNotYetValidException(
                        "its certificate is not valid yet; compare the clocks of both machines");
            }
            path |= one instanceof CertPathValidatorException;
            path |= one instanceof CertPathBuilderException;
        }
        return path
                ? new OpenSslCertificateException(
                        "its certificate is not signed by the authority of this process",
                        refused,
                        UNKNOWN_AUTHORITY)
                : rejected(String.valueOf(refused.getMessage()));
    }

    private static CertificateException rejected(String words) {
        return new OpenSslCertificateException(words, REJECTED);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        try {
            authority.checkClientTrusted(chain, type, engine);
        } catch (CertificateException e) {
            throw worded(e);
        }
        checkPurpose(chain[0], CLIENT_USAGE, "clients");
        checkRevoked(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        try {
            authority.checkServerTrusted(chain, type, engine);
        } catch (CertificateException e) {
            throw worded(e);
        }
        checkPurpose(chain[0], SERVER_USAGE, "servers");
        checkRevoked(chain);
        checkRole(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        throw onlyEngines(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        throw onlyEngines(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        throw onlyEngines(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        throw onlyEngines(chain);
    }

    private static CertificateException onlyEngines(X509Certificate[] chain) {
        return new CertificateException(
                "certificates are checked in TLS engines only: " + Arrays.toString(chain));
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return authority.getAcceptedIssuers();
    }
}

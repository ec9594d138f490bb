package dev.hira.link.grpc.tls;

import dev.hira.base.tls.PeerRole;
import dev.hira.base.tls.TlsFiles;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What one reading of an identity's files gives: contexts for connections. */
final class TlsContexts {
    private static final String PROTOCOL = "TLSv1.3";

    private final PrivateKey key;
    private final List<X509Certificate> chain;
    private final PeerTrust trust;
    private final SslProvider provider;
    private final SslContext server;
    private final Map<PeerRole, SslContext> clients = new ConcurrentHashMap<>();

    private TlsContexts(
            PrivateKey key, List<X509Certificate> chain, PeerTrust trust, SslProvider provider)
            throws IOException {
        this.key = key;
        this.chain = chain;
        this.trust = trust;
        this.provider = provider;
        server =
                common(SslContextBuilder.forServer(key, chain), trust)
                        .clientAuth(ClientAuth.REQUIRE)
                        .build();
    }

    static TlsContexts read(TlsFiles files, SslProvider provider) throws TlsException {
        List<X509Certificate> chain = PemReader.certificates(files.certificate());
        PrivateKey key = PemReader.key(files.key(), chain.getFirst());
        try {
            requireMatch(files, key, chain.getFirst());
            PeerTrust trust =
                    PeerTrust.of(
                            PemReader.certificates(files.authority()),
                            PemReader.revocations(files.revoked()));
            return new TlsContexts(key, chain, trust, provider);
        } catch (TlsException e) {
            throw e;
        } catch (GeneralSecurityException | IOException e) {
            throw new TlsException(
                    "the certificate '"
                            + files.certificate()
                            + "' cannot be used: "
                            + e.getMessage());
        }
    }

    /**
     * Reads the files again.
     *
     * @throws TlsException when they cannot be used, or may not take the place of these ones
     *     without an operator's decision
     */
    TlsContexts readAgain(TlsFiles files) throws TlsException {
        TlsContexts fresh = read(files, provider);
        fresh.requireSameRole(this, files);
        fresh.trust.revoked().requireToFollow(trust.revoked(), files.revoked());
        return fresh;
    }

    /** A process that began without a role may get one: no peer has trusted it before. */
    private void requireSameRole(TlsContexts former, TlsFiles files) throws TlsException {
        Optional<PeerRole> now = role();
        Optional<PeerRole> before = former.role();
        if (before.isPresent() && !now.equals(before)) {
            String role = before.get().word();
            throw new TlsException(
                    "the certificate '"
                            + files.certificate()
                            + "' has "
                            + now.map(one -> "the role " + one.word()).orElse("no role")
                            + ", and that of this process has the role "
                            + role
                            + "; put one with the role "
                            + role
                            + " there, or restart the process to change its role");
        }
    }

    private Optional<PeerRole> role() {
        return PeerTrust.holder(chain.getFirst()).map(PeerRole.Named::role);
    }

    private static void requireMatch(TlsFiles files, PrivateKey key, X509Certificate certificate)
            throws GeneralSecurityException, TlsException {
        String algorithm =
                switch (key.getAlgorithm()) {
                    case "EC" -> "SHA256withECDSA";
                    case "RSA" -> "SHA256withRSA";
                    default -> key.getAlgorithm();
                };
        byte[] probe = new byte[32];
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key, new SecureRandom());
        signature.update(probe);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        signature.update(probe);
        if (!signature.verify(signed)) {
            throw new TlsException(
                    "the key '"
                            + files.key()
                            + "' is not that of the certificate '"
                            + files.certificate()
                            + "'; name both of one identity");
        }
    }

    SslContext server() {
        return server;
    }

    PeerTrust trust() {
        return trust;
    }

    /** Returns the context for connections to servers of a role. */
    SslContext client(PeerRole expected) throws IOException {
        SslContext made = clients.get(expected);
        if (made == null) {
            made =
                    common(
                                    SslContextBuilder.forClient().keyManager(key, chain),
                                    trust.expecting(expected))
                            .build();
            clients.put(expected, made);
        }
        return made;
    }

    private SslContextBuilder common(SslContextBuilder builder, @Nullable PeerTrust peers) {
        return builder.sslProvider(provider)
                .protocols(PROTOCOL)
                .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                .trustManager(peers)
                .applicationProtocolConfig(
                        new ApplicationProtocolConfig(
                                Protocol.ALPN,
                                SelectorFailureBehavior.NO_ADVERTISE,
                                SelectedListenerFailureBehavior.ACCEPT,
                                ApplicationProtocolNames.HTTP_2));
    }
}

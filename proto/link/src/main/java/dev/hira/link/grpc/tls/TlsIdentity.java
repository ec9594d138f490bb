package dev.hira.link.grpc.tls;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.base.tls.PeerRole;
import dev.hira.base.tls.TlsFiles;
import dev.hira.link.grpc.net.PeerIdentity;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate of this process and the authority of its peers. Each new connection, and each
 * call of {@link #refresh}, looks whether the files have changed, and reads them again. Connections
 * that exist go on, except those whose peers' certificates are revoked. Files that cannot be used,
 * undo revocations or have another role leave the former ones in effect. Thread-safe.
 */
public final class TlsIdentity {
    private static final Logger LOG = LoggerFactory.getLogger(TlsIdentity.class);

    /**
     * The most bytes that are encrypted into one buffer, as records of 16 KiB. By Netty's default
     * each record has a buffer of its own, which is 65 instead of 5 for a MiB.
     */
    private static final int ENCRYPTED_TOGETHER = 256 << 10;

    private final TlsFiles files;
    private final ProvenPeers peers = new ProvenPeers();

    @GuardedBy("this")
    private List<String> read;

    @GuardedBy("this")
    private TlsContexts contexts;

    private TlsIdentity(TlsFiles files, SslProvider provider) throws TlsException {
        this.files = files;
        this.read = stamps(files);
        this.contexts = TlsContexts.read(files, provider);
    }

    /**
     * Reads an identity.
     *
     * @throws IllegalArgumentException when a file cannot be used; the message names it
     */
    public static TlsIdentity read(TlsFiles files) {
        return read(files, OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK);
    }

    static TlsIdentity read(TlsFiles files, SslProvider provider) {
        try {
            return new TlsIdentity(files, provider);
        } catch (TlsException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Returns the handler of a connection that this process accepted. */
    public SslHandler server(ByteBufAllocator buffers, Duration limit) {
        return prepared(current().server().newHandler(buffers), limit);
    }

    /**
     * Returns the handler of a connection that this process opens.
     *
     * @param host the host that the server's certificate must name
     */
    public SslHandler client(
            ByteBufAllocator buffers, String host, int port, PeerRole expected, Duration limit)
            throws IOException {
        return prepared(current().client(expected).newHandler(buffers, host, port), limit);
    }

    private static SslHandler prepared(SslHandler handler, Duration limit) {
        handler.setHandshakeTimeout(limit.toMillis(), TimeUnit.MILLISECONDS);
        handler.setWrapDataSize(ENCRYPTED_TOGETHER);
        return handler;
    }

    /**
     * Ends a connection when its peer's certificate is revoked. Call it after the handshake.
     *
     * @param whenRevoked ends the connection for a reason; any thread calls it, at most once
     */
    public void watch(Channel channel, SslHandler handler, Consumer<String> whenRevoked) {
        SSLSession session = handler.engine().getSession();
        try {
            List<X509Certificate> chain =
                    Arrays.stream(session.getPeerCertificates())
                            .map(X509Certificate.class::cast)
                            .toList();
            peers.add(channel, chain, peer(session), current().trust(), whenRevoked);
        } catch (SSLPeerUnverifiedException e) {
            LOG.debug("a connection without a certificate has none that could be revoked");
        }
    }

    /** Adds a listener that learns of the connections that end because of a revocation. */
    public void onRevoked(Consumer<Revocation> listener) {
        peers.listen(listener);
    }

    /** Reads the files again if they have changed, and ends connections of revoked certificates. */
    public void refresh() {
        var _ = current();
    }

    /** Returns the identity that a connection's certificate proves. */
    public static PeerIdentity peer(SSLSession session) {
        try {
            Certificate[] chain = session.getPeerCertificates();
            X509Certificate first = (X509Certificate) chain[0];
            return PeerTrust.holder(first)
                    .<PeerIdentity>map(holder ->
                            new PeerIdentity.Certified(
                                    holder.role(),
                                    holder.name(),
                                    first.getSerialNumber().toString(16)))
                    .orElseGet(PeerIdentity.Unproven::new);
        } catch (SSLPeerUnverifiedException e) {
            return new PeerIdentity.Unproven();
        }
    }

    TlsContexts current() {
        TlsContexts now;
        boolean fresh;
        synchronized (this) {
            fresh = readChanged();
            now = contexts;
        }
        if (fresh) {
            peers.endRevoked(now.trust());
        }
        return now;
    }

    /** Reads the files if they have changed; returns whether the new ones are in effect now. */
    @GuardedBy("this")
    private boolean readChanged() {
        List<String> now = stamps(files);
        if (now.equals(read)) {
            return false;
        }
        read = now;
        try {
            contexts = contexts.readAgain(files);
            LOG.info("the certificate {} was read again", files.certificate());
            return true;
        } catch (TlsException e) {
            LOG.warn(
                    "the files of the certificate {} have changed and cannot be used, so the"
                            + " former ones stay in effect: {}",
                    files.certificate(),
                    e.getMessage());
            return false;
        }
    }

    /** Returns a text for each file that differs when the file was replaced or written. */
    private static List<String> stamps(TlsFiles files) {
        return Stream.of(files.certificate(), files.key(), files.authority(), files.revoked())
                .map(TlsIdentity::stamp)
                .toList();
    }

    private static String stamp(Path file) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return now.lastModifiedTime().to(TimeUnit.NANOSECONDS)
                    + "/"
                    + now.size()
                    + "/"
                    + now.fileKey();
        } catch (IOException e) {
            return "missing";
        }
    }
}

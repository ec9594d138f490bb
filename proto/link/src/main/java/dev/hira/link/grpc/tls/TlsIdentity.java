package dev.hira.link.grpc.tls;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.base.tls.PeerRole;
import dev.hira.base.tls.TlsFiles;
import dev.hira.link.grpc.net.PeerIdentity;
import io.netty.buffer.ByteBufAllocator;
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
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate of this process and the authority of its peers. Each new connection looks whether
 * the files have changed, and reads them again; connections that exist go on. Files that cannot be
 * used leave the former ones in effect. Thread-safe.
 */
public final class TlsIdentity {
    private static final Logger LOG = LoggerFactory.getLogger(TlsIdentity.class);

    private final TlsFiles files;
    private final SslProvider provider;

    @GuardedBy("this")
    private List<String> read;

    @GuardedBy("this")
    private TlsContexts contexts;

    private TlsIdentity(TlsFiles files, SslProvider provider) throws TlsException {
        this.files = files;
        this.provider = provider;
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
        return limited(current().server().newHandler(buffers), limit);
    }

    /**
     * Returns the handler of a connection that this process opens.
     *
     * @param host the host that the server's certificate must name
     */
    public SslHandler client(
            ByteBufAllocator buffers, String host, int port, PeerRole expected, Duration limit)
            throws IOException {
        return limited(current().client(expected).newHandler(buffers, host, port), limit);
    }

    private static SslHandler limited(SslHandler handler, Duration limit) {
        handler.setHandshakeTimeout(limit.toMillis(), TimeUnit.MILLISECONDS);
        return handler;
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

    private synchronized TlsContexts current() {
        List<String> now = stamps(files);
        if (!now.equals(read)) {
            read = now;
            try {
                contexts = TlsContexts.read(files, provider);
                LOG.info("the certificate {} was read again", files.certificate());
            } catch (TlsException e) {
                LOG.warn(
                        "the files of the certificate {} have changed and cannot be used, so the"
                                + " former ones stay in effect: {}",
                        files.certificate(),
                        e.getMessage());
            }
        }
        return contexts;
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

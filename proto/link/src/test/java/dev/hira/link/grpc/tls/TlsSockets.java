package dev.hira.link.grpc.tls;

import dev.hira.base.tls.PeerRole;
import dev.hira.base.tls.TlsFiles;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Sockets of a client that speaks TLS and decides itself what it sends inside. */
public final class TlsSockets {
    private final SSLSocketFactory factory;

    private TlsSockets(SslContextBuilder settings) throws IOException {
        factory =
                ((JdkSslContext) settings.sslProvider(SslProvider.JDK).build())
                        .context()
                        .getSocketFactory();
    }

    /** Returns the sockets of the holder of a certificate. */
    public static TlsSockets of(TlsFiles files) throws IOException {
        return new TlsSockets(
                SslContextBuilder.forClient()
                        .keyManager(files.certificate().toFile(), files.key().toFile())
                        .trustManager(files.authority().toFile()));
    }

    /** Returns the sockets of a client without a certificate. */
    public static TlsSockets without(TestAuthority authority) throws IOException {
        TlsFiles any = authority.issue(PeerRole.VM, "any");
        return new TlsSockets(SslContextBuilder.forClient().trustManager(any.authority().toFile()));
    }

    /** Returns a connection with TLS, whose handshake is over for this end, to a local port. */
    public SSLSocket connect(int port) throws IOException {
        return wrap(new Socket("127.0.0.1", port));
    }

    /** Returns a connection with TLS over a connected socket, which it closes. */
    public SSLSocket wrap(Socket plain) throws IOException {
        SSLSocket socket =
                (SSLSocket) factory.createSocket(plain, "127.0.0.1", plain.getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }
}

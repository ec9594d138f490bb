package dev.hira.link.grpc.tls;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Says why a connection by TLS failed, in words for users. As a handler behind that of TLS in a
 * client's pipeline, it translates the exceptions that gRPC will see.
 */
public final class TlsFailures extends ChannelInboundHandlerAdapter {
    /** The reasons that a peer sends, as JDK and OpenSSL name them. */
    private static final List<Map.Entry<String, String>> ALERTS =
            List.of(
                    Map.entry(
                            "unknown_ca",
                            "the peer's authority did not sign it; use one that it signed"),
                    Map.entry("certificate_expired", "it has expired; renew it"),
                    Map.entry("certificate_revoked", "it is revoked; ask for another one"),
                    Map.entry(
                            "certificate_required",
                            "this process sent none: it has none, or one that does not lead to the"
                                    + " peer's authority, or whose key is neither RSA nor ECDSA;"
                                    + " name one in tls.folder or HIRA_TLS"),
                    Map.entry(
                            "certificate_unknown",
                            "it is not signed by the peer's authority, has expired, or is revoked; ask"
                                    + " for another one"),
                    Map.entry("bad_certificate", "it is not valid there; ask for another one"));

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        String words = explain(cause);
        context.fireExceptionCaught(words == null ? cause : new TlsException(words));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent done && !done.isSuccess()) {
            exceptionCaught(context, done.cause());
        }
        context.fireUserEventTriggered(event);
    }

    /** Returns a clause for a failure of TLS; null for a failure of another kind. */
    public static @Nullable String explain(@Nullable Throwable failure) {
        for (Throwable one = failure; one != null; one = one.getCause()) {
            switch (one) {
                case NotSslRecordException _ -> {
                    return "the peer does not speak TLS; use hira://host:port, or the peer's"
                            + " address for hira+tls";
                }
                case SslHandshakeTimeoutException _ -> {
                    return "the TLS handshake took too long";
                }
                case CertificateException refused -> {
                    return "the peer is not trusted: " + refused.getMessage();
                }
                case TlsException told -> {
                    return told.getMessage();
                }
                case SSLException tls -> {
                    String alert = alert(tls);
                    if (alert != null) {
                        return alert;
                    }
                }
                default -> {
                    // Its cause may say more.
                }
            }
        }
        return failure instanceof SSLException
                        && !(failure.getCause() instanceof ClosedChannelException)
                ? "TLS failed: " + failure.getMessage()
                : null;
    }

    private static @Nullable String alert(SSLException tls) {
        String text = String.valueOf(tls.getMessage()).toLowerCase(Locale.ROOT).replace(' ', '_');
        if (!text.contains("alert")) {
            return null;
        }
        for (Map.Entry<String, String> known : ALERTS) {
            if (text.contains(known.getKey())) {
                return "the peer refused this process's certificate: " + known.getValue();
            }
        }
        return null;
    }
}

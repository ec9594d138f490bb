package dev.hira.router.operator.changes;

import io.grpc.BindableService;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The author of an operator's request, for people: the name that the client gives, and its address.
 * The name is not proven.
 */
public final class Author {
    /** The header with the operator's name. */
    public static final Metadata.Key<String> NAME =
            Metadata.Key.of("hira-operator", Metadata.ASCII_STRING_MARSHALLER);

    private static final Context.Key<String> CURRENT =
            Context.keyWithDefault("hira-author", "an operator");
    private static final int MOST_CHARACTERS = 64;

    private Author() {}

    /** Returns the author of the current request. */
    public static String current() {
        return CURRENT.get();
    }

    /** Returns a service whose requests know their authors. */
    public static BindableService known(BindableService service) {
        return () -> ServerInterceptors.intercept(service, new Interceptor());
    }

    /** Returns the author as people read it. */
    public static String text(@Nullable String name, @Nullable SocketAddress remote) {
        String plain = name == null ? "" : name.replaceAll("[^\\x21-\\x7E]", "?");
        String given = plain.substring(0, Math.min(MOST_CHARACTERS, plain.length()));
        String from =
                remote instanceof InetSocketAddress tcp
                        ? tcp.getAddress().getHostAddress()
                        : "local socket";
        return (given.isEmpty() ? "an operator" : given) + " (" + from + ")";
    }

    private static final class Interceptor implements ServerInterceptor {
        @Override
        public <A, B> ServerCall.Listener<A> interceptCall(
                ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
            SocketAddress remote = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
            Context context = Context.current().withValue(CURRENT, text(headers.get(NAME), remote));
            return Contexts.interceptCall(context, call, headers, next);
        }
    }
}

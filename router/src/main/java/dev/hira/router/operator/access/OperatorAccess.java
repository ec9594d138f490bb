package dev.hira.router.operator.access;

import dev.hira.base.tls.PeerRole;
import dev.hira.link.grpc.PeerCall;
import dev.hira.link.grpc.net.PeerIdentity;
import dev.hira.router.config.OperatorsConfig;
import io.grpc.BindableService;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets operators make the calls of their roles, and logs each call that is for more than looking,
 * with its author, whether it was allowed or not.
 */
public final class OperatorAccess implements ServerInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorAccess.class);

    private final Supplier<OperatorsConfig> operators;

    private OperatorAccess(Supplier<OperatorsConfig> operators) {
        this.operators = operators;
    }

    /**
     * Returns a service whose calls are allowed by role, and know their authors.
     *
     * @param operators the present ones
     */
    public static BindableService guard(
            BindableService service, Supplier<OperatorsConfig> operators) {
        return () -> ServerInterceptors.intercept(service, new OperatorAccess(operators));
    }

    @Override
    public <A, B> ServerCall.Listener<A> interceptCall(
            ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
        PeerIdentity peer = PeerCall.starting().identity();
        String author =
                Author.text(
                        peer,
                        headers.get(Author.NAME),
                        call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
        String name = String.valueOf(call.getMethodDescriptor().getBareMethodName());
        PeerRole least = RoleTable.least(name);
        Optional<PeerRole> role = operators.get().role(peer);
        boolean allowed = role.isPresent() && role.get().compareTo(least) >= 0;
        if (least != PeerRole.VIEWER) {
            LOG.atInfo()
                    .addKeyValue("author", author)
                    .addKeyValue("call", name)
                    .log(allowed ? "operator's call" : "operator's call refused");
        }
        if (!allowed) {
            call.close(
                    Status.PERMISSION_DENIED.withDescription(refusal(author, name, role, least)),
                    new Metadata());
            return new ServerCall.Listener<>() {};
        }
        Context context = Author.in(Context.current(), author);
        return Contexts.interceptCall(context, call, headers, next);
    }

    private static String refusal(
            String author, String call, Optional<PeerRole> role, PeerRole least) {
        return author
                + " is "
                + role.map(one -> "in the role " + one.word()).orElse("no operator")
                + ", and "
                + call
                + " needs the role "
                + least.word()
                + "; ask for such a certificate, or for another role in"
                + " hira.router.admin.users";
    }
}

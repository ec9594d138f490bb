package dev.hira.router.admin;

import com.google.protobuf.Any;
import com.google.rpc.BadRequest;
import com.google.rpc.Code;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import dev.hira.policy.model.Violation;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the admin service answers when it cannot do what was asked. */
final class AdminErrors {
    private static final String DOMAIN = "hira";

    private AdminErrors() {}

    /** A name that is not there. */
    static StatusRuntimeException notFound(String kind, String name, String advice) {
        return error(
                Code.NOT_FOUND,
                "there is no " + kind + " '" + name + "'; " + advice,
                info("NOT_FOUND", Map.of("kind", kind, "name", name)));
    }

    /** One field that makes no sense. */
    static StatusRuntimeException invalid(String field, String problem) {
        return invalid(List.of(new Violation(field, problem)));
    }

    /** Fields that make no sense. */
    static StatusRuntimeException invalid(List<Violation> violations) {
        BadRequest.Builder details = BadRequest.newBuilder();
        for (Violation violation : violations) {
            details.addFieldViolationsBuilder()
                    .setField(violation.field())
                    .setDescription(violation.message());
        }
        String message =
                violations.stream()
                        .map(violation -> violation.field() + ": " + violation.message())
                        .collect(Collectors.joining("; "));
        return error(Code.INVALID_ARGUMENT, message, Any.pack(details.build()));
    }

    /** Somebody else made a change meanwhile. */
    static StatusRuntimeException stale(long expected, long current) {
        return error(
                Code.ABORTED,
                "the grants have changed since version "
                        + expected
                        + " was read, to version "
                        + current
                        + "; read them again and repeat the change",
                info(
                        "STALE_VERSION",
                        Map.of(
                                "expected", Long.toString(expected),
                                "current", Long.toString(current))));
    }

    /** Not as things are. */
    static StatusRuntimeException precondition(String reason, String problem) {
        return error(Code.FAILED_PRECONDITION, problem, info(reason, Map.of()));
    }

    /** No more of it for now. */
    static StatusRuntimeException exhausted(String reason, String problem) {
        return error(Code.RESOURCE_EXHAUSTED, problem, info(reason, Map.of()));
    }

    private static Any info(String reason, Map<String, String> metadata) {
        return Any.pack(
                ErrorInfo.newBuilder()
                        .setDomain(DOMAIN)
                        .setReason(reason)
                        .putAllMetadata(metadata)
                        .build());
    }

    private static StatusRuntimeException error(Code code, String message, Any detail) {
        return StatusProto.toStatusRuntimeException(
                Status.newBuilder()
                        .setCode(code.getNumber())
                        .setMessage(message)
                        .addDetails(detail)
                        .build());
    }
}

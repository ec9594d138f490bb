package dev.hira.router.operator.admin.message;

import com.google.protobuf.Any;
import com.google.rpc.BadRequest;
import com.google.rpc.Code;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import dev.hira.policy.model.Violation;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The errors of the admin service. */
public final class AdminErrors {
    private static final String DOMAIN = "hira";

    /**
     * Largest error text in bytes. It travels in headers of HTTP/2, which have 8 KiB: once with
     * three characters for most bytes, and once with all details in base 64.
     */
    private static final int MOST_BYTES = 1200;

    /** Space for the count of problems that are left out. */
    private static final int REST_BYTES = 100;

    private AdminErrors() {}

    /** Cuts a text that is too long for an error. */
    private static String cut(String text, int most) {
        if (text.length() <= most / 3 || bytes(text) <= most) {
            return text;
        }
        int end = 0;
        int left = most - bytes("…");
        while (end < text.length() && left >= 0) {
            int character = text.codePointAt(end);
            left -= bytes(Character.toString(character));
            end += left >= 0 ? Character.charCount(character) : 0;
        }
        return text.substring(0, end) + "…";
    }

    private static int bytes(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    /** Reports an unknown name. */
    public static StatusRuntimeException notFound(String kind, String name, String advice) {
        String shown = cut(name, MOST_BYTES / 4);
        return error(
                Code.NOT_FOUND,
                "there is no " + kind + " '" + shown + "'; " + advice,
                info("NOT_FOUND", Map.of("kind", kind, "name", shown)));
    }

    /** Reports one invalid field. */
    public static StatusRuntimeException invalid(String field, String problem) {
        return invalid(List.of(new Violation(field, problem)));
    }

    /** Reports invalid fields. */
    public static StatusRuntimeException invalid(List<Violation> violations) {
        return invalid(violations, true, "; ");
    }

    /** Reports places of a text; each description has several lines and names its place itself. */
    public static StatusRuntimeException invalidText(List<Violation> violations) {
        return invalid(violations, false, "\n");
    }

    private static StatusRuntimeException invalid(
            List<Violation> violations, boolean nameFields, String separator) {
        BadRequest.Builder details = BadRequest.newBuilder();
        StringBuilder message = new StringBuilder();
        int room = MOST_BYTES - REST_BYTES;
        int told = 0;
        for (Violation violation : violations) {
            String field = cut(violation.field(), MOST_BYTES / 4);
            String description = cut(violation.message(), MOST_BYTES / 2);
            String text =
                    (told == 0 ? "" : separator) + (nameFields ? field + ": " : "") + description;
            room -= bytes(text);
            if (room < 0) {
                break;
            }
            told++;
            message.append(text);
            details.addFieldViolationsBuilder().setField(field).setDescription(description);
        }
        if (told < violations.size()) {
            message.append(separator)
                    .append("and ")
                    .append(violations.size() - told)
                    .append(" further problems");
        }
        return error(Code.INVALID_ARGUMENT, message.toString(), Any.pack(details.build()));
    }

    /** Reports that the grants changed since the caller read them. */
    public static StatusRuntimeException stale(long expected, long current) {
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

    /** Reports that other things would change than those that the caller has seen. */
    public static StatusRuntimeException otherPlan() {
        return error(
                Code.ABORTED,
                "the policy has changed since the plan was made; make another plan",
                info("OTHER_PLAN", Map.of()));
    }

    /** Reports that a change was not made, because it would not outlive the router. */
    public static StatusRuntimeException notKept(UncheckedIOException failure) {
        return precondition(
                "NOT_KEPT",
                "the change could not be kept, so it was not made: " + failure.getMessage());
    }

    /** Reports that the present state does not allow the request. */
    public static StatusRuntimeException precondition(String reason, String problem) {
        return error(Code.FAILED_PRECONDITION, problem, info(reason, Map.of()));
    }

    /** Reports an exhausted resource. */
    public static StatusRuntimeException exhausted(String reason, String problem) {
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
                        .setMessage(cut(message, MOST_BYTES))
                        .addDetails(detail)
                        .build());
    }
}

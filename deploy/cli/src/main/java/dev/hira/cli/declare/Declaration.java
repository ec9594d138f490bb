package dev.hira.cli.declare;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import dev.hira.admin.v1.PolicyDeclaration;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A policy with the places of its settings.
 *
 * @param lines the file and the line of each setting, by the name that the router has for it
 */
record Declaration(PolicyDeclaration policy, Map<String, String> lines) {
    /** The beginning of the settings of devices. */
    static final String DEVICES = "scheduler.devices.";

    /** Returns a router's refusal with the places of what it refuses. */
    StatusRuntimeException located(StatusRuntimeException refusal) {
        Status status = StatusProto.fromThrowable(refusal);
        if (status == null) {
            return refusal;
        }
        String message = status.getMessage();
        try {
            for (Any detail : status.getDetailsList()) {
                if (detail.is(BadRequest.class)) {
                    message = located(message, detail.unpack(BadRequest.class));
                } else if (detail.is(ErrorInfo.class)) {
                    message = located(message, detail.unpack(ErrorInfo.class));
                }
            }
        } catch (InvalidProtocolBufferException e) {
            return refusal;
        }
        // The copy of a status lacks the exception that says why no router answered.
        return message.equals(status.getMessage())
                ? refusal
                : StatusProto.toStatusRuntimeException(
                        status.toBuilder().setMessage(message).build());
    }

    private String located(String message, BadRequest request) {
        String all = message;
        for (BadRequest.FieldViolation wrong : request.getFieldViolationsList()) {
            String place = place(wrong.getField());
            String text = wrong.getField() + ": " + wrong.getDescription();
            if (place != null) {
                all = all.replace(text, place + ": " + text);
            }
        }
        return all;
    }

    private String located(String message, ErrorInfo info) {
        String place =
                "device".equals(info.getMetadataMap().get("kind"))
                        ? lines.get(DEVICES + info.getMetadataMap().get("name"))
                        : null;
        return place == null ? message : place + ": " + message;
    }

    /** Returns the place of a setting, or else of the thing that has it. */
    private @Nullable String place(String field) {
        for (String name = field; ; name = name.substring(0, name.lastIndexOf('.'))) {
            String place = lines.get(name);
            if (place != null || name.indexOf('.') < 0) {
                return place;
            }
        }
    }
}

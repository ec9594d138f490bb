package dev.hira.router.admin;

import com.google.protobuf.FieldMask;
import dev.hira.admin.v1.Grant;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.policy.model.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A change of a grant that a request asks for: some fields, or all. */
final class GrantEdit {
    private final Grant message;
    private final List<String> paths;

    private GrantEdit(Grant message, List<String> paths) {
        this.message = message;
        this.paths = paths;
    }

    /**
     * @throws io.grpc.StatusRuntimeException when the mask names what no grant has
     */
    static GrantEdit of(Grant message, FieldMask mask) {
        List<Violation> wrong = new ArrayList<>();
        for (String path : mask.getPathsList()) {
            if (!isPath(path)) {
                wrong.add(
                        new Violation(
                                "update_mask",
                                "a grant has no field '"
                                        + path
                                        + "'; it has "
                                        + GrantField.all()
                                        + ", and rates.NAME, quotas.NAME, device_quotas.NAME"));
            }
        }
        if (!wrong.isEmpty()) {
            throw AdminErrors.invalid(wrong);
        }
        return new GrantEdit(message, List.copyOf(mask.getPathsList()));
    }

    private static boolean isPath(String path) {
        Optional<GrantField> field = GrantField.of(head(path));
        return field.isPresent() && (!hasTail(path) || field.get().isMap());
    }

    /** What becomes of a grant. */
    dev.hira.policy.model.Grant apply(dev.hira.policy.model.Grant before) {
        if (paths.isEmpty()) {
            return GrantMessages.model(message);
        }
        GrantBuilder grant = before.edit();
        for (String path : paths) {
            GrantField field = GrantField.of(head(path)).orElseThrow();
            if (hasTail(path)) {
                GrantMessages.take(grant, message, field, path.substring(head(path).length() + 1));
            } else {
                GrantMessages.take(grant, message, field);
            }
        }
        return grant.build();
    }

    private static boolean hasTail(String path) {
        return path.indexOf('.') >= 0;
    }

    private static String head(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? path : path.substring(0, dot);
    }
}

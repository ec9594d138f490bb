package dev.hira.router.operator.admin;

import com.google.protobuf.FieldMask;
import dev.hira.admin.v1.Grant;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.policy.model.OwnGrant;
import dev.hira.policy.model.Violation;
import dev.hira.router.operator.admin.message.AdminErrors;
import dev.hira.router.operator.admin.message.GrantMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A requested change of a grant: some fields, or all. */
final class GrantEdit {
    private final dev.hira.policy.model.Grant grant;
    private final List<String> paths;

    private GrantEdit(dev.hira.policy.model.Grant grant, List<String> paths) {
        this.grant = grant;
        this.paths = paths;
    }

    /**
     * @throws io.grpc.StatusRuntimeException when the mask names an unknown field
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
        return new GrantEdit(GrantMessages.model(message), List.copyOf(mask.getPathsList()));
    }

    private static boolean isPath(String path) {
        Optional<GrantField> field = GrantField.of(head(path));
        return field.isPresent() && (!hasTail(path) || field.get().isMap());
    }

    /** Returns a grant after the change. */
    dev.hira.policy.model.Grant apply(dev.hira.policy.model.Grant before) {
        if (paths.isEmpty()) {
            return grant;
        }
        GrantBuilder changed = before.edit();
        settings().forEach(setting -> changed.take(setting, grant));
        return changed.build();
    }

    /** Returns a VM's own settings after the change. */
    OwnGrant apply(OwnGrant before) {
        return paths.isEmpty() ? OwnGrant.all(grant) : before.with(settings(), grant);
    }

    /** Returns the paths as names of settings, a map before its entries. */
    private Set<String> settings() {
        return paths.stream()
                .map(GrantEdit::setting)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String setting(String path) {
        return path.equals(GrantField.KERNEL_NANOS.path()) ? "kernel" : path;
    }

    private static boolean hasTail(String path) {
        return path.indexOf('.') >= 0;
    }

    private static String head(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? path : path.substring(0, dot);
    }
}

package dev.hira.cli.admin;

import com.google.protobuf.FieldMask;
import dev.hira.admin.v1.Grant;
import dev.hira.cli.client.UsageException;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.policy.model.GrantText;
import dev.hira.policy.model.Violation;
import dev.hira.router.operator.admin.message.GrantMessages;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of a grant as an operator typed them.
 *
 * @param grant a grant with these settings
 * @param mask the names of the settings
 */
record GrantSettings(Grant grant, FieldMask mask) {
    /** The settings whose names in text and in the message differ. */
    private static final Map<String, String> FIELDS = Map.of("kernel", "kernel_nanos");

    static GrantSettings of(List<String> assignments) {
        if (assignments.isEmpty()) {
            throw new UsageException(
                    "no setting is named; write SETTING=VALUE, for example share=3");
        }
        GrantBuilder grant = dev.hira.policy.model.Grant.STANDARD.edit();
        FieldMask.Builder mask = FieldMask.newBuilder();
        for (String assignment : assignments) {
            int equals = assignment.indexOf('=');
            if (equals < 1) {
                throw new UsageException(
                        "'" + assignment + "' is not SETTING=VALUE, for example share=3");
            }
            String setting = assignment.substring(0, equals).strip();
            set(grant, setting, assignment.substring(equals + 1));
            mask.addPaths(FIELDS.getOrDefault(setting, setting));
        }
        return new GrantSettings(GrantMessages.message(grant.build()), mask.build());
    }

    private static void set(GrantBuilder grant, String setting, String value) {
        Optional<Violation> wrong = GrantText.set(grant, setting, value);
        if (wrong.isPresent()) {
            throw new UsageException(setting + ": " + wrong.get().message());
        }
    }
}

package dev.hira.router.operator.admin;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A field of the message Grant and its name in paths. */
enum GrantField {
    SHARE,
    CAP,
    RESERVATION,
    PRIORITY,
    CREDITS,
    RATES,
    QUOTAS,
    DEVICE_QUOTAS,
    SESSIONS,
    HANDLES,
    PINNED_BYTES,
    KERNEL_NANOS,
    PROTECTION;

    /** Returns the field's name in the message. */
    String path() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it maps names of resources to limits. */
    boolean isMap() {
        return this == RATES || this == QUOTAS || this == DEVICE_QUOTAS;
    }

    static Optional<GrantField> of(String path) {
        return Arrays.stream(values()).filter(field -> field.path().equals(path)).findFirst();
    }

    /** Returns all names, for people. */
    static String all() {
        return Arrays.stream(values()).map(GrantField::path).collect(Collectors.joining(", "));
    }
}

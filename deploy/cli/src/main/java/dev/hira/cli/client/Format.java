package dev.hira.cli.client;

import java.util.Locale;

/** The forms in which commands print answers. */
public enum Format {
    /** Text for people; its columns may change from release to release. */
    TABLE,

    /** A JSON object on a line for each item. */
    JSON,

    /** A YAML document for each item. */
    YAML,

    /** The name of each item on a line. */
    NAME;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package dev.hira.cli.log;

/** How lines of the log look. */
public enum LogFormat {
    /** For people. */
    TEXT,
    /** One object a line, for programs. */
    JSON
}

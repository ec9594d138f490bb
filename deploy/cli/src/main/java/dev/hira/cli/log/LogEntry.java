package dev.hira.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.event.KeyValuePair;

/**
 * An event of the log.
 *
 * @param millis the time of day, since 1970
 * @param logger the simple name of the class that logs
 * @param facts the VM, the session and other facts by their names: numbers, truth values, lists, or
 *     objects whose text counts
 * @param exception the stack trace; empty: none
 */
record LogEntry(
        long millis,
        String level,
        String logger,
        String message,
        Map<String, Object> facts,
        String exception) {
    static final String VM = "vm";
    static final String SESSION = "session";

    private static final List<String> FROM_CONTEXT = List.of(VM, SESSION);

    static LogEntry of(ILoggingEvent event) {
        Map<String, Object> facts = new LinkedHashMap<>();
        for (String key : FROM_CONTEXT) {
            String value = event.getMDCPropertyMap().get(key);
            if (value != null && !value.isEmpty()) {
                facts.put(key, value);
            }
        }
        if (event.getKeyValuePairs() != null) {
            for (KeyValuePair pair : event.getKeyValuePairs()) {
                facts.put(pair.key, Objects.requireNonNullElse(pair.value, "null"));
            }
        }
        String name = event.getLoggerName();
        return new LogEntry(
                event.getTimeStamp(),
                event.getLevel().toString(),
                name.substring(name.lastIndexOf('.') + 1),
                String.valueOf(event.getFormattedMessage()),
                facts,
                event.getThrowableProxy() == null
                        ? ""
                        : ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }

    /** Returns a fact; empty when there is none of this name. */
    String fact(String name) {
        return facts.getOrDefault(name, "").toString();
    }
}

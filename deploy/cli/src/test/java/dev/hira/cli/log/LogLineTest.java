package dev.hira.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What guests send does not forge lines of the log. */
final class LogLineTest {
    private static final String EVIL =
            "x\n2026-01-01 00:00:00.000 ERROR fake\r\u001b[31m\u0085\u2028\u202e\u009b\" vm=\"other\\";

    private static LogEntry entry(String message, String process, String exception) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("vm", "blue");
        facts.put("session", "ab12");
        facts.put("process", process);
        return new LogEntry(0, "INFO", "RouterSession", message, facts, exception);
    }

    @Test
    void shouldWriteOneLineOfTextWithTheFacts() {
        assertThat(TextLine.of(entry("session opened", "demo", ""), ZoneOffset.UTC))
                .isEqualTo(
                        "1970-01-01 00:00:00.000 INFO  RouterSession session opened vm=\"blue\""
                                + " session=\"ab12\" process=\"demo\"\n");
    }

    @Test
    void shouldWriteOneObjectOfJsonWithTheFacts() {
        assertThat(JsonLine.of(entry("session opened", "demo", "")))
                .isEqualTo(
                        "{\"time\":\"1970-01-01T00:00:00Z\",\"level\":\"INFO\",\"logger\":\"RouterSession\","
                                + "\"message\":\"session opened\",\"vm\":\"blue\",\"session\":\"ab12\","
                                + "\"process\":\"demo\"}\n");
    }

    @Test
    void shouldKeepNumbersTruthValuesAndListsOfFactsInJson() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("sessions", 1);
        facts.put("bytes", 1L << 40);
        facts.put("rings", true);
        facts.put("devices", List.of(0, 1));
        facts.put("cause", Thread.State.NEW);
        assertThat(JsonLine.of(new LogEntry(0, "INFO", "Router", "up", facts, "")))
                .endsWith(
                        ",\"sessions\":1,\"bytes\":1099511627776,\"rings\":true,\"devices\":[0,1],"
                                + "\"cause\":\"NEW\"}\n");
        assertThat(TextLine.of(new LogEntry(0, "INFO", "R", "up", facts, ""), ZoneOffset.UTC))
                .contains("sessions=\"1\"", "devices=\"[0, 1]\"");
    }

    @Test
    void shouldEscapeWhatCouldForgeLinesOrFactsOrCommandTerminals() {
        String line = TextLine.of(entry(EVIL, EVIL, ""), ZoneOffset.UTC);
        assertThat(line.lines()).hasSize(1);
        assertThat(line.strip().chars()).noneMatch(Character::isISOControl);
        assertThat(line)
                .contains("x\\u000a2026-01-01", "\\u001b[31m\\u0085\\u2028\\u202e\\u009b")
                .contains("process=\"x", "\\\" vm=\\\"other");
    }

    @Test
    void shouldWriteJsonThatGivesBackWhatWasSentWithoutCharactersOfCommands() {
        String line = JsonLine.of(entry(EVIL, EVIL, EVIL));
        assertThat(line.lines()).hasSize(1);
        assertThat(line.strip().chars())
                .noneMatch(Character::isISOControl)
                .noneMatch(c -> c == 0x2028 || c == 0x202e);
        JsonObject object = JsonParser.parseString(line).getAsJsonObject();
        assertThat(object.get("message").getAsString()).isEqualTo(EVIL);
        assertThat(object.get("process").getAsString()).isEqualTo(EVIL);
        assertThat(object.get("exception").getAsString()).isEqualTo(EVIL);
        assertThat(object.get("vm").getAsString()).isEqualTo("blue");
    }

    @Test
    void shouldIndentTheLinesOfAStackTrace() {
        String line = TextLine.of(entry("defect", "demo", EVIL + "\n\tat X"), ZoneOffset.UTC);
        assertThat(line.lines().skip(1)).allMatch(each -> each.startsWith("    "));
    }
}

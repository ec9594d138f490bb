package dev.hira.cli.trace;

import com.google.gson.stream.JsonWriter;
import dev.hira.cli.trace.Slice.Track;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes a timeline in Chrome's trace event format, which Perfetto and Chrome open. A group of
 * tracks is a process there, a row of a track is a thread, and times are microseconds.
 */
final class ChromeTrace {
    private final JsonWriter json;
    private final Map<String, Integer> groups = new LinkedHashMap<>();
    private final Map<Track, Rows> rows = new HashMap<>();

    /** The numbers of rows, which are unique in the file. */
    private final Map<Row, Integer> numbers = new LinkedHashMap<>();

    private record Row(Track track, int row) {
        String name() {
            return row == 0 ? track.name() : track.name() + " (" + (row + 1) + ")";
        }
    }

    private ChromeTrace(Writer to) {
        this.json = new JsonWriter(to);
    }

    static void write(Timeline timeline, Writer to) throws IOException {
        new ChromeTrace(to).write(timeline);
    }

    private void write(Timeline timeline) throws IOException {
        json.beginObject().name("displayTimeUnit").value("ns");
        json.name("traceEvents").beginArray();
        List<Slice> slices = timeline.slices();
        for (Slice slice : slices) {
            write(slice);
        }
        writeNames();
        json.endArray();
        json.name("otherData").beginObject();
        json.name("vm").value(timeline.vm());
        json.name("begin").value(timeline.begin().toString());
        json.name("sessions").value(timeline.sessions());
        json.name("untraced_sessions").value(timeline.untracedSessions());
        json.name("dropped_entries").value(timeline.dropped());
        json.name("dropped_parts").value(timeline.droppedParts());
        json.name("clock_error_nanos").value(timeline.clockError());
        json.endObject().endObject();
        json.flush();
    }

    private void write(Slice slice) throws IOException {
        Track track = slice.track();
        int row = rows.computeIfAbsent(track, _ -> new Rows()).place(slice);
        json.beginObject();
        json.name("ph").value("X");
        json.name("pid").value(group(track));
        json.name("tid").value(number(new Row(track, row)));
        json.name("ts").jsonValue(micros(slice.begin()));
        json.name("dur").jsonValue(micros(slice.end() - slice.begin()));
        json.name("name").value(slice.name());
        json.name("cat").value(slice.kind());
        json.name("args").beginObject();
        for (Map.Entry<String, Object> detail : new TreeMap<>(slice.details()).entrySet()) {
            json.name(detail.getKey());
            if (detail.getValue() instanceof Number number) {
                json.value(number);
            } else {
                json.value(detail.getValue().toString());
            }
        }
        json.endObject().endObject();
    }

    /** Returns nanoseconds as microseconds with three decimals, without rounding. */
    private static String micros(long nanos) {
        long size = Math.abs(nanos);
        String text = size / 1000 + "." + Long.toString(1000 + size % 1000).substring(1);
        return nanos < 0 ? "-" + text : text;
    }

    private int group(Track track) {
        return groups.computeIfAbsent(track.group(), _ -> groups.size() + 1);
    }

    private int number(Row row) {
        return numbers.computeIfAbsent(row, _ -> numbers.size() + 1);
    }

    private void writeNames() throws IOException {
        for (Map.Entry<String, Integer> group : groups.entrySet()) {
            metadata("process_name", group.getValue(), 0, group.getKey());
        }
        for (Map.Entry<Row, Integer> row : numbers.entrySet()) {
            int group = group(row.getKey().track());
            metadata("thread_name", group, row.getValue(), row.getKey().name());
        }
    }

    private void metadata(String what, int pid, int tid, String value) throws IOException {
        json.beginObject();
        json.name("ph").value("M");
        json.name("pid").value(pid);
        json.name("tid").value(tid);
        json.name("name").value(what);
        json.name("args").beginObject().name("name").value(value).endObject();
        json.endObject();
    }
}

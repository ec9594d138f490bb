package dev.hira.cli.trace;

import dev.hira.cli.trace.Slice.Track;
import dev.hira.trace.v1.TracedCalls;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes slices of one session's calls: pairs questions with answers, and joins parts of waits. */
final class SessionTimeline {
    private final String group;
    private final long zero;
    private final Consumer<Slice> to;
    private final Map<Long, Slice> asked = new HashMap<>();

    /** The latest part of a wait, which another part may continue. */
    private @Nullable Slice wait;

    /**
     * @param zero the router's clock at the beginning of the trace
     */
    SessionTimeline(String group, long zero, Consumer<Slice> to) {
        this.group = group;
        this.zero = zero;
        this.to = to;
    }

    String group() {
        return group;
    }

    void add(TracedCalls calls) {
        long call = 0;
        long begin = -zero;
        for (int i = 0; i < calls.getKindsCount(); i++) {
            call += calls.getCalls(i);
            begin += calls.getBegins(i);
            add(calls, i, call, begin);
        }
    }

    private void add(TracedCalls calls, int i, long call, long begin) {
        Map<String, Object> details = new HashMap<>();
        details.put("call", call);
        if (calls.getCounts(i) > 1) {
            details.put("calls", calls.getCounts(i));
        }
        if (calls.getReasons(i) != 0) {
            details.put("reason", calls.getWords(calls.getReasons(i) - 1));
        }
        Track track = new Track(group, "thread " + calls.getLanes(i));
        String name = calls.getWords(calls.getNames(i));
        Slice slice = new Slice(track, name, "call", begin, begin + calls.getNanos(i), details);
        switch (calls.getKinds(i)) {
            case CALL_ENTRY_KIND_CALLS -> to.accept(slice);
            case CALL_ENTRY_KIND_ASKED -> asked.put(call, slice);
            case CALL_ENTRY_KIND_ANSWERED -> answered(slice, false);
            case CALL_ENTRY_KIND_FAILED -> answered(slice, true);
            case CALL_ENTRY_KIND_WAITED -> waited(slice);
            case CALL_ENTRY_KIND_DENIED -> to.accept(like(slice, "refused: ", "refusal"));
            case CALL_ENTRY_KIND_UNSPECIFIED, UNRECOGNIZED -> {}
        }
    }

    /** Returns a slice that is named after its reason. */
    private static Slice like(Slice slice, String before, String kind) {
        return new Slice(
                slice.track(),
                before + slice.details().get("reason"),
                kind,
                slice.begin(),
                slice.end(),
                with(slice, "function", slice.name()));
    }

    private void answered(Slice answer, boolean failed) {
        Slice question = asked.remove(answer.call());
        if (question != null) {
            Map<String, Object> details =
                    failed ? with(question, "outcome", "failed") : question.details();
            to.accept(until(question, answer.end(), details));
        }
    }

    private static Map<String, Object> with(Slice slice, String name, Object value) {
        Map<String, Object> details = new HashMap<>(slice.details());
        details.put(name, value);
        return details;
    }

    private void waited(Slice part) {
        Slice before = wait;
        Slice next = like(part, "waits: ", "wait");
        if (before != null
                && before.end() == next.begin()
                && before.details().equals(next.details())) {
            wait = until(before, next.end(), before.details());
            return;
        }
        endWait();
        wait = next;
    }

    private static Slice until(Slice slice, long end, Map<String, Object> details) {
        return new Slice(slice.track(), slice.name(), slice.kind(), slice.begin(), end, details);
    }

    private void endWait() {
        if (wait != null) {
            to.accept(wait);
            wait = null;
        }
    }

    /** Ends calls that have no answer. */
    void end(long time) {
        endWait();
        asked.values()
                .forEach(question ->
                        to.accept(
                                until(
                                        question,
                                        Math.max(time, question.end()),
                                        with(question, "outcome", "not answered yet"))));
        asked.clear();
    }
}

package dev.hira.cli.trace;

import dev.hira.admin.v1.SessionCalls;
import dev.hira.admin.v1.SessionWork;
import dev.hira.admin.v1.TraceEnded;
import dev.hira.admin.v1.TraceStarted;
import dev.hira.admin.v1.TraceSubject;
import dev.hira.admin.v1.TraceVmResponse;
import dev.hira.cli.trace.Slice.Track;
import dev.hira.trace.v1.TracedWork;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The slices of a trace, made from the parts that the router sends. */
final class Timeline {
    /** The most slices that are kept, which bounds the memory. */
    static final int MOST_SLICES = 2_000_000;

    private final String vm;
    private final List<Slice> slices = new ArrayList<>();
    private final Map<String, SessionTimeline> sessions = new HashMap<>();
    private TraceStarted started = TraceStarted.getDefaultInstance();
    private TraceEnded ended = TraceEnded.getDefaultInstance();
    private long dropped;
    private long clockError;

    Timeline(String vm) {
        this.vm = vm;
    }

    void add(TraceVmResponse part) {
        switch (part.getPartCase()) {
            case STARTED -> started = part.getStarted();
            case CALLS -> add(part.getCalls());
            case WORK -> add(part.getWork());
            case ENDED -> end(part.getEnded());
            case PART_NOT_SET -> {}
        }
    }

    private void add(SessionCalls part) {
        dropped += part.getCalls().getDropped();
        session(part.getSession()).add(part.getCalls());
    }

    private SessionTimeline session(TraceSubject session) {
        return sessions.computeIfAbsent(
                session.getId(),
                id ->
                        new SessionTimeline(
                                "session " + id + " of " + vm + " (" + session.getProcess() + ")",
                                started.getClock(),
                                this::add));
    }

    private void add(SessionWork part) {
        TracedWork work = part.getWork();
        dropped += work.getDropped();
        if (part.getOffsetNanos() != 0) {
            clockError = Math.max(clockError, part.getOffsetErrorNanos());
        }
        String group = session(part.getSession()).group();
        long call = 0;
        long begin = part.getOffsetNanos() - started.getClock();
        for (int i = 0; i < work.getCallsCount(); i++) {
            call += work.getCalls(i);
            begin += work.getBegins(i);
            addWork(part, i, group, call, begin);
        }
    }

    private void addWork(SessionWork part, int i, String group, long call, long begin) {
        TracedWork work = part.getWork();
        long end = begin + work.getNanos(i);
        boolean kernel = work.getEngines(i) == 0 && work.getBytes(i) == 0;
        String name = work.getWords(work.getNames(i));
        String device = device(part.getSession(), work.getDevices(i));
        String stream = stream(work.getStreams(i));
        Map<String, Object> details = new HashMap<>();
        details.put("call", call);
        if (!kernel) {
            details.put("bytes", work.getBytes(i));
        }
        String kind = kernel ? "kernel" : "copy";
        Map<String, Object> onDevice = new HashMap<>(details);
        onDevice.put("session", part.getSession().getId());
        onDevice.put("stream", stream);
        add(new Slice(new Track(group, device + " " + stream), name, kind, begin, end, details));
        Track engine = new Track("device " + device, engine(work.getEngines(i)));
        add(new Slice(engine, name, kind, begin, end, onDevice));
    }

    private static String device(TraceSubject session, int ordinal) {
        return ordinal < session.getDevicesCount()
                ? session.getDevices(ordinal)
                : "device " + ordinal;
    }

    private static String stream(long number) {
        if (number == 0) {
            return "default stream";
        }
        return number > 0 ? "stream " + number : "default stream of thread " + (-1 - number);
    }

    private static String engine(int number) {
        return number == 0 ? "compute" : "copy engine " + number;
    }

    private void add(Slice slice) {
        if (slices.size() < MOST_SLICES) {
            slices.add(slice);
        } else {
            dropped++;
        }
    }

    private void end(TraceEnded part) {
        ended = part;
        long end = slices.stream().mapToLong(Slice::end).max().orElse(0);
        sessions.values().forEach(session -> session.end(end));
    }

    String vm() {
        return vm;
    }

    /** Returns the time of day at which the trace began. */
    Instant begin() {
        return Instant.ofEpochSecond(started.getTime().getSeconds(), started.getTime().getNanos());
    }

    /** Returns the slices by their beginnings, outer ones before those that they contain. */
    List<Slice> slices() {
        List<Slice> sorted = new ArrayList<>(slices);
        sorted.sort(
                Comparator.comparingLong(Slice::begin)
                        .thenComparing(Slice::end, Comparator.reverseOrder()));
        return sorted;
    }

    /** Returns the number of sessions that were traced. */
    int sessions() {
        return sessions.size();
    }

    /** Returns the number of calls; a slice may stand for several. */
    long calls() {
        return slices.stream()
                .filter(slice -> slice.kind().equals("call"))
                .mapToLong(Slice::calls)
                .sum();
    }

    /** Whether something is missing. */
    boolean isIncomplete() {
        return dropped > 0 || droppedParts() > 0 || untracedSessions() > 0;
    }

    long count(String kind) {
        return slices.stream().filter(slice -> slice.kind().equals(kind)).count();
    }

    /** Returns how many entries are missing, as far as that is known. */
    long dropped() {
        return dropped;
    }

    /** Returns how many parts of many entries are missing. */
    long droppedParts() {
        return ended.getDroppedParts();
    }

    int untracedSessions() {
        return ended.getUntracedSessions();
    }

    /** Returns the error that times of devices may have, in nanoseconds. */
    long clockError() {
        return clockError;
    }
}

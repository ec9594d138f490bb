package dev.hira.sim.jit;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Space;
import dev.hira.sim.run.AccessEvent;
import dev.hira.sim.run.AccessObserver;
import dev.hira.sim.run.BlockState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Records the first reports of some threads of blocks, without accesses to parameters. */
final class Recorder implements AccessObserver {
    private static final int NO_THREAD = -1;

    /** The reports of a thread that are kept. */
    private static final int MOST = 300;

    /** Of the threads, each of so many is recorded. */
    private static final int SAMPLE = 7;

    private final boolean once;

    /** The first reports by block and thread. */
    private final Map<Integer, Map<Integer, Collection<String>>> reports = new TreeMap<>();

    private int block;

    /**
     * Creates a recorder.
     *
     * @param once whether it records the same report of a thread once only, for threads that poll
     */
    Recorder(boolean once) {
        this.once = once;
    }

    private void add(int thread, String report) {
        if (skips(thread)) {
            return;
        }
        reports.computeIfAbsent(block, _ -> new TreeMap<>())
                .computeIfAbsent(thread, _ -> once ? new TreeSet<>() : new ArrayList<>())
                .add(report);
    }

    private boolean skips(int thread) {
        Map<Integer, Collection<String>> here = reports.get(block);
        if (thread % SAMPLE > 0) {
            return true;
        }
        return here != null && here.getOrDefault(thread, List.of()).size() >= MOST;
    }

    /** Returns the first report that is not what another recorder has, or null. */
    @Nullable String firstDifference(Recorder expected) {
        if (!reports.keySet().equals(expected.reports.keySet())) {
            return "blocks " + reports.keySet() + ", not " + expected.reports.keySet();
        }
        for (int one : reports.keySet()) {
            Map<Integer, Collection<String>> here = reports.getOrDefault(one, Map.of());
            Map<Integer, Collection<String>> there = expected.reports.getOrDefault(one, Map.of());
            if (!here.keySet().equals(there.keySet())) {
                return "block " + one + ": threads " + here.keySet() + ", not " + there.keySet();
            }
            for (int thread : here.keySet()) {
                List<String> found = List.copyOf(here.getOrDefault(thread, List.of()));
                List<String> wanted = List.copyOf(there.getOrDefault(thread, List.of()));
                int at = 0;
                while (at < found.size()
                        && at < wanted.size()
                        && found.get(at).equals(wanted.get(at))) {
                    at++;
                }
                if (at < Math.max(found.size(), wanted.size())) {
                    return "thread "
                            + thread
                            + " of block "
                            + one
                            + ", report "
                            + at
                            + ": "
                            + (at < found.size() ? found.get(at) : "none")
                            + ", not "
                            + (at < wanted.size() ? wanted.get(at) : "none");
                }
            }
        }
        return null;
    }

    @Override
    public void begin(BlockState begun) {
        block = begun.ctaX;
    }

    @Override
    public void sees(int thread, AccessEvent touch, long address, long @Nullable [] stored) {
        if (skips(thread) || touch.space(address) == Space.PARAM) {
            return;
        }
        String values = "";
        if (stored != null) {
            long mask = -1L >>> (Long.SIZE - touch.access().type().bits());
            values = Arrays.toString(Arrays.stream(stored).map(bits -> bits & mask).toArray());
        }
        add(thread, text("sees", touch, address) + (touch.copies() ? " copies" : "") + values);
    }

    @Override
    public void saw(int thread, AccessEvent touch, long address) {
        if (!skips(thread)) {
            add(thread, text("saw", touch, address));
        }
    }

    private static String text(String what, AccessEvent touch, long address) {
        return what
                + " "
                + touch.kind()
                + " "
                + touch.access()
                + " at "
                + touch.at()
                + " of 0x"
                + Long.toHexString(address);
    }

    @Override
    public void fence(int thread) {
        add(thread, "fence");
    }

    @Override
    public void given(long address, long bytes) {
        add(NO_THREAD, "given " + address + " " + bytes);
    }

    @Override
    public void fresh(int thread, long start, long end) {
        if (start > 0) { // the kernel's own frame is new in any case
            add(thread, "fresh " + start + " " + end);
        }
    }

    @Override
    public void copied(int thread, long from, long to, long bytes) {
        add(thread, "copied " + from + " " + to + " " + bytes);
    }

    @Override
    public void arrived(int thread, int barrier) {
        add(thread, "arrived " + barrier);
    }

    @Override
    public void metAt(int barrier, int[] threads, int count, List<Exit.Stop> stops) {
        for (int i = 0; i < count; i++) {
            add(threads[i], "met " + count + " at " + barrier);
        }
    }

    @Override
    public void met(int first, int lanes) {
        addAll(first, lanes, "met lanes " + lanes);
    }

    @Override
    public void stepped(int first, int lanes, boolean mayPoll) {
        addAll(first, lanes, (mayPoll ? "may poll" : "in step") + " with lanes " + lanes);
    }

    private void addAll(int first, int lanes, String report) {
        for (int lane = 0; lane < Integer.SIZE; lane++) {
            if ((lanes & 1 << lane) != 0) {
                add(first + lane, report);
            }
        }
    }
}

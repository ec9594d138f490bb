package dev.hira.sim.jit.plan;

import dev.hira.sim.code.Routine;
import dev.hira.sim.run.AccessEvent;
import dev.hira.sim.run.AccessEvents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The accesses that a program's code reports to the observer of its block. The code names them by
 * their numbers.
 */
public final class ObservedAccesses {
    private final Map<AccessEvent, Integer> numbers = new HashMap<>();
    private final List<AccessEvent> all = new ArrayList<>();
    private final IdentityHashMap<Routine, AccessEvents> ofRoutines = new IdentityHashMap<>();

    /** Returns the description of a routine's accesses. */
    public AccessEvents of(Routine routine) {
        return ofRoutines.computeIfAbsent(routine, AccessEvents::of);
    }

    /** Returns the number of an access, which gets the next one when it has none yet. */
    public int number(AccessEvent access) {
        return numbers.computeIfAbsent(
                access,
                added -> {
                    all.add(added);
                    return all.size() - 1;
                });
    }

    /** Forgets what only the emission of code needs. */
    public void close() {
        numbers.clear();
        ofRoutines.clear();
    }

    /** Returns the accesses by their numbers. */
    public List<AccessEvent> all() {
        return List.copyOf(all);
    }
}

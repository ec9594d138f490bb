package dev.hira.sim.driver.object;

import dev.hira.sim.memory.Range;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The choices of a process and its devices that another process repeats when the same calls are
 * made there.
 *
 * @param lastId the last number that was given
 * @param ids the numbers of contexts and streams, by name
 * @param heaps the ranges of kernels' heaps, by context
 * @param modules the ranges of modules' variables, by module
 * @param next the lowest addresses of what is placed next, by context; none if devices choose by
 *     what is free
 */
public record Placements(
        long lastId,
        Map<Long, Long> ids,
        Map<Long, Range> heaps,
        Map<Long, OfModule> modules,
        Map<Long, Long> next) {
    public Placements {
        ids = Map.copyOf(ids);
        heaps = Map.copyOf(heaps);
        modules = Map.copyOf(modules);
        next = Map.copyOf(next);
    }

    /**
     * The ranges of a module's variables.
     *
     * @param context the name of its context
     * @param variables in the order of their allocation
     */
    public record OfModule(long context, List<Range> variables) {
        public OfModule {
            variables = List.copyOf(variables);
        }
    }

    /** Returns the choices for an object with a number. */
    public static Placements ofId(long name, long id) {
        return new Placements(id, Map.of(name, id), Map.of(), Map.of(), Map.of());
    }

    /** Returns the choices for a module. */
    public static Placements ofModule(long name, OfModule module) {
        return new Placements(0, Map.of(), Map.of(), Map.of(name, module), Map.of());
    }

    /** Returns the choices for all objects of several; those for the same object must be equal. */
    public static Placements merged(List<Placements> all) {
        long lastId = 0;
        Map<Long, Long> ids = new HashMap<>();
        Map<Long, Range> heaps = new HashMap<>();
        Map<Long, OfModule> modules = new HashMap<>();
        Map<Long, Long> next = new HashMap<>();
        for (Placements each : all) {
            lastId = Math.max(lastId, each.lastId);
            ids.putAll(each.ids);
            heaps.putAll(each.heaps);
            modules.putAll(each.modules);
            next.putAll(each.next);
        }
        return new Placements(lastId, ids, heaps, modules, next);
    }

    /** Returns all ranges in a context. */
    List<Range> in(long context) {
        List<Range> ranges = new ArrayList<>();
        if (heaps.containsKey(context)) {
            ranges.add(heaps.get(context));
        }
        for (OfModule module : modules.values()) {
            if (module.context() == context) {
                ranges.addAll(module.variables());
            }
        }
        return ranges;
    }
}

package dev.hira.server.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.base.SharedBudget;
import dev.hira.server.dispatch.CallRefused;
import dev.hira.server.dispatch.HandleType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the table with a model that is too simple to be wrong. */
final class ObjectTableModelTest {
    private static final HandleType OWNER = new HandleType(1, "owner", 0, false, 0, new long[0], 1);
    private static final HandleType RANGE = new HandleType(2, "range", 1, true, 1, new long[0], 2);
    private static final int STEPS = 8_000;

    private record Model(HandleType type, long extent, Set<Long> diesWith) {}

    private final Map<Long, Model> model = new HashMap<>();
    private final Set<Long> dead = new HashSet<>();
    private final ObjectTable table =
            new ObjectTable(
                    new SharedBudget(Long.MAX_VALUE, 5000).newPart(),
                    (type, name, call) -> assertThat(dead.add(name)).isTrue());

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldAgreeWithTheModel(long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(10)) {
                case 0, 1 -> createOwner(random);
                case 2, 3, 4, 5 -> createRange(random);
                case 6 -> depend(random);
                case 7 -> destroy(random);
                default -> lookUp(random);
            }
            assertThat(table.size()).as("seed %s, step %s", seed, step).isEqualTo(model.size());
        }
        assertThat(model).isNotEmpty();
    }

    private void createOwner(Random random) {
        long name = (1L << 40) + random.nextInt(2000);
        boolean free = !model.containsKey(name) && model.size() < 5000;
        assertThat(claims(OWNER, name, 0)).isEqualTo(free);
        if (free) {
            table.created(OWNER, name, 0, 0, 1);
            model.put(name, new Model(OWNER, 0, new HashSet<>()));
        }
    }

    private void createRange(Random random) {
        long name = 1L + random.nextInt(60_000);
        long extent = 1L + random.nextInt(100);
        boolean free = model.size() < 5000 && !overlaps(name, extent);
        assertThat(claims(RANGE, name, extent)).isEqualTo(free);
        if (free) {
            long parent = any(random, OWNER);
            table.created(RANGE, name, extent, parent, 1);
            Set<Long> diesWith = new HashSet<>();
            if (parent != 0) {
                diesWith.add(parent);
            }
            model.put(name, new Model(RANGE, extent, diesWith));
        }
    }

    private boolean claims(HandleType type, long name, long extent) {
        try {
            table.requireRoom(1);
            table.claim(type, name, extent);
            return true;
        } catch (CallRefused e) {
            return false;
        }
    }

    private boolean overlaps(long name, long extent) {
        return ranges().entrySet().stream()
                .anyMatch(r -> name < r.getKey() + r.getValue() && r.getKey() < name + extent);
    }

    private NavigableMap<Long, Long> ranges() {
        NavigableMap<Long, Long> ranges = new TreeMap<>();
        model.forEach((name, m) -> {
            if (m.type().equals(RANGE)) {
                ranges.put(name, m.extent());
            }
        });
        return ranges;
    }

    private void depend(Random random) {
        long name = any(random, RANGE);
        long on = any(random, RANGE);
        if (name != 0 && on != 0 && name != on) {
            table.dependsOn(RANGE, name, RANGE, on);
            model.computeIfPresent(name, (n, m) -> withDependency(m, on));
        }
    }

    private static Model withDependency(Model of, long on) {
        of.diesWith().add(on);
        return of;
    }

    private void destroy(Random random) {
        HandleType type = random.nextInt(4) == 0 ? OWNER : RANGE;
        long name = any(random, type);
        if (name == 0) {
            return;
        }
        dead.clear();
        table.destroyed(type, name);
        assertThat(dead).isEqualTo(kill(name));
    }

    private Set<Long> kill(long first) {
        Set<Long> killed = new HashSet<>(Set.of(first));
        boolean more = true;
        while (more) {
            more = false;
            for (Map.Entry<Long, Model> entry : model.entrySet()) {
                boolean dies = entry.getValue().diesWith().stream().anyMatch(killed::contains);
                more |= dies && killed.add(entry.getKey());
            }
        }
        killed.forEach(model::remove);
        // A reused name belongs to a new object.
        model.values().forEach(m -> m.diesWith().removeAll(killed));
        return killed;
    }

    private void lookUp(Random random) {
        long address = 1L + random.nextInt(60_200);
        Map.Entry<Long, Long> floor = ranges().floorEntry(address);
        boolean inside = floor != null && address < floor.getKey() + floor.getValue();
        assertThat(table.has(RANGE, address)).isEqualTo(inside);
        assertThat(table.has(OWNER, address)).isFalse();
    }

    /** Returns a name of an object of this type, or 0. */
    private long any(Random random, HandleType type) {
        List<Long> names = new ArrayList<>();
        model.forEach((name, m) -> {
            if (m.type().equals(type)) {
                names.add(name);
            }
        });
        names.sort(null);
        return names.isEmpty() ? 0 : names.get(random.nextInt(names.size()));
    }
}

package dev.hira.router.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.catalog.OpenClCatalog;
import dev.hira.router.journal.JournalRig.Command;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * Retains and releases in random order, with answers that come late, against a model that counts:
 * after a replay each object has as many references as before.
 */
class JournalReferencesPropertyTest {
    private static final int STEPS = 400;
    private static final List<Long> NAMES = List.of(5L, 6L, 7L);
    private static final String CREATE = "clCreateBufferHIRA";
    private static final String RETAIN = "clRetainMemObject";
    private static final String RELEASE = "clReleaseMemObject";

    private final JournalRig rig = new JournalRig(new OpenClCatalog(), SessionNotes.NONE);
    private final Journal journal = rig.journal;
    private final Deque<Command> pending = new ArrayDeque<>();

    /** The references of live objects. */
    private final Map<Long, Integer> counts = new HashMap<>();

    /** The calls that created them. */
    private final Map<Long, Long> creations = new HashMap<>();

    @RepeatedTest(100)
    void shouldRestoreTheCountOfEachObject(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        String seed = "seed " + repetition.getCurrentRepetition();
        for (int step = 0; step < STEPS; step++) {
            admit(random);
            while (!pending.isEmpty() && random.nextInt(4) > 0) {
                execute(pending.remove());
            }
            if (random.nextInt(20) == 0) {
                while (!pending.isEmpty()) {
                    execute(pending.remove());
                }
                assertThat(replayedCounts()).as(seed + ", step " + step).isEqualTo(counts);
            }
        }
    }

    private void admit(Random random) {
        long name = NAMES.get(random.nextInt(NAMES.size()));
        int lane = 1 + random.nextInt(2);
        boolean sync = random.nextInt(8) == 0;
        boolean isNew = !counts.containsKey(name) && pending.stream().noneMatch(isOf(name));
        String function = isNew ? CREATE : random.nextInt(5) < 3 ? RETAIN : RELEASE;
        long call =
                isNew
                        ? rig.admit(lane, true, function, name, 1, 0, 0, 64, 0x4000)
                        : rig.admit(lane, sync, function, name);
        pending.add(new Command(function, call, lane, sync || isNew, Map.of(1, name)));
    }

    private static Predicate<Command> isOf(long name) {
        return command -> command.value(1) == name;
    }

    private void execute(Command command) {
        long name = command.value(1);
        if (command.function().equals(CREATE)) {
            counts.put(name, 1);
            creations.put(name, command.call());
        } else if (!counts.containsKey(name)) {
            journal.failed(command.lane(), command.call());
            return;
        } else {
            counts.merge(name, command.function().equals(RETAIN) ? 1 : -1, Integer::sum);
        }
        if (counts.get(name) == 0) {
            counts.remove(name);
            journal.died(Objects.requireNonNull(creations.remove(name)));
        }
        if (command.sync()) {
            rig.answered(command);
        }
    }

    private Map<Long, Integer> replayedCounts() {
        Map<Long, Integer> replayed = new HashMap<>();
        for (Command command : rig.replayed()) {
            int change = command.function().equals(RELEASE) ? -1 : 1;
            int count = replayed.merge(command.value(1), change, Integer::sum);
            assertThat(count).as(command.toString()).isPositive();
        }
        return replayed;
    }
}

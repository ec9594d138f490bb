package dev.hira.guest.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class CallTableTest {
    private static final int BYTES = 1000;

    private final CallTable table = new CallTable();

    private static MemorySegment part(MemorySegment whole, Random random) {
        long offset = random.nextLong(BYTES);
        return whole.asSlice(offset, 1 + random.nextLong(Math.min(50, BYTES - offset)));
    }

    @Test
    void shouldKnowForAllMemoryWhetherOutputsOfItsCallsGoThere() {
        Random random = new Random(7);
        try (Arena arena = Arena.ofConfined()) {
            List<MemorySegment> wholes =
                    List.of(
                            arena.allocate(BYTES),
                            MemorySegment.ofArray(new byte[BYTES]),
                            MemorySegment.ofArray(new byte[BYTES]),
                            MemorySegment.ofArray(new long[BYTES / 8]));
            List<PendingCall> calls = new ArrayList<>();
            for (int step = 0; step < 4000; step++) {
                MemorySegment whole = wholes.get(random.nextInt(wholes.size()));
                if (random.nextInt(8) < 4 - (calls.size() < 20 ? 2 : 0) && !calls.isEmpty()) {
                    table.remove(calls.remove(random.nextInt(calls.size())));
                } else {
                    PendingCall call = UnsentCall.filling(part(whole, random), part(whole, random));
                    assertThat(table.add(call)).isTrue();
                    calls.add(call);
                }
                MemorySegment asked = part(wholes.get(random.nextInt(wholes.size())), random);
                boolean expected = calls.stream().anyMatch(call -> call.willFill(asked));
                assertThat(table.willFill(asked)).as("step %s", step).isEqualTo(expected);
                assertThat(table.willFill(asked.asReadOnly())).isEqualTo(expected);
            }
            calls.forEach(table::remove);
            assertThat(wholes).noneMatch(table::willFill);
        }
    }
}

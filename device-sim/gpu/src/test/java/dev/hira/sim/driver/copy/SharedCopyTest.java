package dev.hira.sim.driver.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedCopyTest {
    private static final long SEED = 20_251;
    private static final int MIB = 1 << 20;

    private static byte[] random(int bytes) {
        byte[] content = new byte[bytes];
        new Random(SEED).nextBytes(content);
        return content;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4 * MIB - 1, 4 * MIB, 4 * MIB + 1, 9 * MIB, 10 * MIB + 4097})
    void shouldCopyThoseBytesAndNoOthers(int bytes) {
        byte[] from = random(bytes + 7);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment to = arena.allocate(bytes + 20);
            SharedCopy.copy(MemorySegment.ofArray(from), 7, to, 10, bytes);
            assertThat(to.asSlice(10, bytes).mismatch(MemorySegment.ofArray(from).asSlice(7)))
                    .isEqualTo(-1);
            assertThat(to.asSlice(0, 10).toArray(ValueLayout.JAVA_BYTE)).containsOnly((byte) 0);
            assertThat(to.asSlice(10 + bytes).toArray(ValueLayout.JAVA_BYTE))
                    .containsOnly((byte) 0);
        }
    }

    @Test
    void shouldCopyWithinOnePlaceAsIfThroughAnother() {
        byte[] content = random(12 * MIB);
        byte[] moved = content.clone();
        MemorySegment memory = MemorySegment.ofArray(moved);
        SharedCopy.copy(memory, 0, memory, MIB + 3, 8 * MIB);
        assertThat(memory.asSlice(MIB + 3, 8 * MIB).mismatch(MemorySegment.ofArray(content)))
                .isEqualTo(8L * MIB);
    }

    @Test
    void shouldThrowTheFailureOfAPieceOnTheCallingThread() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment to = arena.allocate(8 * MIB);
            Arena gone = Arena.ofShared();
            MemorySegment from = gone.allocate(8 * MIB);
            gone.close();
            assertThatThrownBy(() -> SharedCopy.copy(from, 0, to, 0, 8 * MIB))
                    .isInstanceOf(IllegalStateException.class);
        }
    }
}

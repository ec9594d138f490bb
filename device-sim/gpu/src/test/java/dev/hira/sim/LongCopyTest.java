package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.BlockingBan;
import dev.hira.api.WouldWaitException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests copies that are too long for a thread that serves several sessions. */
final class LongCopyTest extends SimFixture {
    private static final int SHORT = 4 << 20;
    private static final int LONG = SHORT + 1;

    private final byte[] input = new byte[LONG];
    private final byte[] output = new byte[LONG];

    @Test
    void shouldLeaveLongCopiesToThreadsThatMayTakeLong() {
        new Random(11).nextBytes(input);
        MemorySegment in = MemorySegment.ofArray(input);
        MemorySegment out = MemorySegment.ofArray(output);
        long memory = cuda.cuMemAlloc(LONG);
        long stream = cuda.cuStreamCreate(1);
        boolean before = BlockingBan.forbid();
        try {
            shouldAskForAnotherThread(() -> cuda.cuMemcpyHtoD(memory, in, LONG));
            shouldAskForAnotherThread(() -> cuda.cuMemcpyHtoDAsync(memory, in, LONG, stream));
            shouldAskForAnotherThread(() -> cuda.cuMemcpyDtoH(out, memory, LONG));
            cuda.cuMemcpyHtoD(memory, in, SHORT);
            cuda.cuMemcpyDtoH(out, memory, SHORT);
        } finally {
            BlockingBan.restore(before);
        }
        assertThat(Arrays.equals(input, 0, SHORT, output, 0, SHORT)).isTrue();
        assertThat(output[SHORT]).as("a refused copy has no effect").isZero();
        cuda.cuMemcpyHtoD(memory, in, LONG);
        cuda.cuMemcpyDtoH(out, memory, LONG);
        assertThat(output).isEqualTo(input);
    }

    private static void shouldAskForAnotherThread(Runnable call) {
        assertThatThrownBy(call::run).isInstanceOf(WouldWaitException.class);
    }
}

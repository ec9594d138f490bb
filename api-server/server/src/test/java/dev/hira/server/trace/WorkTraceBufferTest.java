package dev.hira.server.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.trace.v1.TracedWork;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class WorkTraceBufferTest {
    private final WorkTraceBuffer buffer = new WorkTraceBuffer(4);

    private void execute(long call) {
        buffer.executed(
                call, 1, 2, 3, call % 2 == 0 ? "even" : "odd", 10, 100 * call, 100 * call + 7);
    }

    @Test
    void shouldGiveEntriesInOrderAndFactorOutTheirWords() {
        execute(5);
        execute(6);
        execute(9);
        TracedWork work = buffer.drain(10).message();
        assertThat(work.getCallsList()).containsExactly(5L, 1L, 3L);
        assertThat(work.getBeginsList()).containsExactly(500L, 100L, 300L);
        assertThat(work.getNanosList()).containsExactly(7L, 7L, 7L);
        assertThat(work.getWordsList()).containsExactly("odd", "even");
        assertThat(work.getNamesList()).containsExactly(0, 1, 0);
        assertThat(work.getDevicesList()).containsExactly(1, 1, 1);
        assertThat(work.getEnginesList()).containsExactly(2, 2, 2);
        assertThat(work.getStreamsList()).containsExactly(3L, 3L, 3L);
        assertThat(work.getBytesList()).containsExactly(10L, 10L, 10L);
        assertThat(buffer.drain(10).isEmpty()).isTrue();
    }

    @Test
    void shouldDropAndCountWhatFindsNoRoom() {
        for (int call = 1; call <= 7; call++) {
            execute(call);
        }
        WorkEntries first = buffer.drain(3);
        assertThat(first.message().getDropped()).isEqualTo(3);
        assertThat(first.count()).isEqualTo(3);
        execute(8);
        TracedWork rest = buffer.drain(10).message();
        assertThat(rest.getCallsList()).containsExactly(4L, 4L);
        assertThat(rest.getDropped()).isZero();
    }

    @Test
    void shouldNeitherLoseNorDoubleEntriesOfSeveralThreads() throws Exception {
        int threads = 4;
        int each = 20_000;
        WorkTraceBuffer shared = new WorkTraceBuffer(64);
        CountDownLatch left = new CountDownLatch(threads);
        List<Thread> writers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            long first = (long) t * each;
            writers.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                for (long call = first; call < first + each; call++) {
                                    shared.executed(call, 0, 0, 0, "x", 0, call, call);
                                }
                                left.countDown();
                            }));
        }
        Set<Long> seen = new HashSet<>();
        long dropped = 0;
        boolean over = false;
        while (!over) {
            over = left.getCount() == 0;
            TracedWork work = shared.drain(1000).message();
            dropped += work.getDropped();
            long call = 0;
            long begin = 0;
            for (int i = 0; i < work.getCallsCount(); i++) {
                call += work.getCalls(i);
                begin += work.getBegins(i);
                assertThat(begin).isEqualTo(call);
                assertThat(seen.add(call)).isTrue();
            }
        }
        for (Thread writer : writers) {
            writer.join();
        }
        assertThat(seen.size() + dropped).isEqualTo((long) threads * each);
    }
}

package dev.hira.sample.loopback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.sample.loom.LoomException;
import dev.hira.sample.loom.LoomResult;
import dev.hira.sample.loom.stub.LoomStub;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** Tests counted objects, events, and queries of any type; each method is a test. */
public final class CountedScenarios {
    private static final int NUMBER = 1;
    private static final int TEXT = 2;

    private final LoomFake loom = new LoomFake();
    private final LoopSession session = new LoopSession(loom);
    private final LoomStub stub =
            new LoomStub(session) {
                @Override
                public long loomCurrentEngine() {
                    return 0x103;
                }

                @Override
                public long loomLeaveEngine() {
                    return 0x103;
                }
            };

    public void shouldCountRetainsAndReleases() {
        stub.loomRetainSpool(5);
        stub.loomReleaseSpool(5);
        assertThat(session.events)
                .containsExactly(
                        "loomRetainSpool async",
                        "require spool 0x5",
                        "retained spool 0x5",
                        "loomReleaseSpool async",
                        "require spool 0x5",
                        "released spool 0x5");
        assertThat(loom.calls).containsExactly("retain", "release");
    }

    public void shouldCheckEveryNameOfAListAndTieTheNewObjectToEach() {
        long spool = stub.loomTwist(new long[] {5, 6});
        String name = "0x" + Long.toHexString(spool);
        assertThat(session.events)
                .containsExactly(
                        "loomTwist async",
                        "require spool 0x5",
                        "require spool 0x6",
                        "claim spool " + name + " of 0",
                        "created spool " + name + " of 0 in 0x0",
                        "dependsOn spool " + name + " on spool 0x5",
                        "dependsOn spool " + name + " on spool 0x6");
    }

    public void shouldDeliverLateOutputsWhenTheCreatedMarkIsReached() {
        for (int i = 0; i < 8; i++) {
            loom.memory[i] = (byte) (i + 1);
        }
        MemorySegment into = MemorySegment.ofArray(new byte[8]);
        long mark = stub.loomReadMarked(into, 0, 8);
        assertThat(session.events).contains("created mark 0x" + Long.toHexString(mark) + " of 0 in 0x0");
        assertThat(loom.calls).containsExactly("when marked");
        assertThat(into.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
        loom.reached.forEach(Runnable::run);
        assertThat(into.toArray(ValueLayout.JAVA_BYTE)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    }

    public void shouldAnswerQueriesWhoseTypeAnArgumentDecides() {
        assertThat(stub.loomAsk(NUMBER, 0, null)).isEqualTo(4);
        assertThat(stub.loomAsk(TEXT, 0, null)).isEqualTo(8);
        MemorySegment value = MemorySegment.ofArray(new byte[8]);
        assertThat(stub.loomAsk(NUMBER, 8, value)).isEqualTo(4);
        assertThat(value.get(ValueLayout.JAVA_INT_UNALIGNED, 0)).isEqualTo(7);
        assertThat(stub.loomAsk(TEXT, 8, value)).isEqualTo(8);
        assertThat(new String(value.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8))
                .isEqualTo("jacquard");
    }

    public void shouldFailWithCodesThatAreNegative() {
        MemorySegment value = MemorySegment.ofArray(new byte[2]);
        assertThatThrownBy(() -> stub.loomAsk(NUMBER, 2, value))
                .isInstanceOfSatisfying(
                        LoomException.class,
                        e -> assertThat(e.error()).isEqualTo(LoomResult.LOOM_TOO_SMALL));
    }
}

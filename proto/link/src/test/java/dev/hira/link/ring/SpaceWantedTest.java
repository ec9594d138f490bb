package dev.hira.link.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SpaceWantedTest {
    private final MemorySegment memory = Arena.ofAuto().allocate(RingLayout.DATA, RingLayout.LINE);
    private final OwnBells writer =
            new OwnBells(memory, RingLayout.STATES_0, RingLayout.SIGNALS_0, new AtomicInteger(0));
    private final PeerBells reader =
            new PeerBells(memory, RingLayout.STATES_0, RingLayout.SIGNALS_0, new AtomicInteger(1));

    @Test
    void aWishIsAnsweredOnce() {
        assertThat(reader.takeSpaceWanted(() -> true)).isFalse();
        writer.wantSpace();
        assertThat(reader.takeSpaceWanted(() -> true)).isTrue();
        assertThat(reader.takeSpaceWanted(() -> true)).isFalse();
    }

    @Test
    void aWishStaysUntilThereIsRoom() {
        writer.wantSpace();
        assertThat(reader.takeSpaceWanted(() -> false)).isFalse();
        assertThat(reader.takeSpaceWanted(() -> true)).isTrue();
    }

    @Test
    void roomThatIsFilledWhileItIsLookedAtDoesNotAnswerTheWishThatFollows() {
        writer.wantSpace();
        boolean answered =
                reader.takeSpaceWanted(() -> {
                    writer.wantSpace();
                    return true;
                });
        assertThat(answered).isTrue();
        assertThat(reader.takeSpaceWanted(() -> true)).isTrue();
    }

    @Test
    void roomIsNotLookedAtBeforeTheWish() {
        boolean answered =
                reader.takeSpaceWanted(() -> {
                    throw new AssertionError("there is no wish yet");
                });
        assertThat(answered).isFalse();
    }
}

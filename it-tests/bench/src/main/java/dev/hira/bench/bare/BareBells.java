package dev.hira.bench.bare;

import dev.hira.link.ring.Futex;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Four words in shared memory by which three processes wake each other in turn: there and back
 * through the middle process, without any payload. This is the bound for a link over shared memory
 * whose threads do not spin.
 */
public final class BareBells {
    private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();
    private static final int PLACE = 64;
    private static final int CLIENT_TO_MIDDLE = 0;
    private static final int MIDDLE_TO_FAR = PLACE;
    private static final int FAR_TO_MIDDLE = 2 * PLACE;
    private static final int MIDDLE_TO_CLIENT = 3 * PLACE;

    private final MemorySegment words;
    private int turn;

    /**
     * @param file the file that all three processes share; created if missing
     */
    public BareBells(Path file) {
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            words = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4L * PLACE, Arena.ofAuto());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the file beside a socket. */
    public static Path beside(Path socket) {
        return socket.resolveSibling("bells");
    }

    /** Makes one round trip. */
    public void roundTrip() {
        turn++;
        ring(CLIENT_TO_MIDDLE, turn);
        await(MIDDLE_TO_CLIENT, turn);
    }

    /** Serves as the far end until the process ends. */
    void answer() {
        for (int next = 1; ; next++) {
            await(MIDDLE_TO_FAR, next);
            ring(FAR_TO_MIDDLE, next);
        }
    }

    /** Serves as the middle until the process ends. */
    void passOn() {
        for (int next = 1; ; next++) {
            await(CLIENT_TO_MIDDLE, next);
            ring(MIDDLE_TO_FAR, next);
            await(FAR_TO_MIDDLE, next);
            ring(MIDDLE_TO_CLIENT, next);
        }
    }

    private void ring(int place, int value) {
        WORD.setVolatile(words, (long) place, value);
        if (!Futex.wake(words.address() + place, 1)) {
            throw new IllegalStateException("the bells are gone");
        }
    }

    private void await(int place, int value) {
        while ((int) WORD.getVolatile(words, (long) place) != value) {
            if (Futex.await(words.address() + place, value - 1, Long.MAX_VALUE)
                    == Futex.Outcome.FAULT) {
                throw new IllegalStateException("the bells are gone");
            }
        }
    }
}

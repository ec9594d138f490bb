package dev.hira.router.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.CheckpointVm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Increments hold what is new, and become the same checkpoint again, or are refused. */
final class IncrementTest {
    private static final int PIECES = 20;
    private static final int PIECE_BYTES = 1000;

    private final Random random = new Random(23);
    private final byte[][] memory = new byte[PIECES][PIECE_BYTES];

    @TempDir Path folder;

    @BeforeEach
    void fill() {
        Arrays.stream(memory).forEach(random::nextBytes);
    }

    private Path checkpoint(String name, long id) throws IOException {
        Path file = folder.resolve(name);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CheckpointWriter writer = new CheckpointWriter(Channels.newChannel(bytes), id);
        writer.vm(CheckpointVm.newBuilder().setVm("vm").setSessions(1).build());
        writer.session(CheckpointSession.newBuilder().setSession("s").setLastCall(id).build());
        for (byte[] piece : memory) {
            writer.state(piece);
        }
        writer.endSession(PIECES * (long) PIECE_BYTES);
        writer.end();
        return Files.write(file, bytes.toByteArray());
    }

    private Path increment(Path checkpoint, Path base) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long written = Increment.write(checkpoint, base, Channels.newChannel(bytes));
        assertThat(written).isEqualTo(bytes.size());
        return Files.write(folder.resolve("increment"), bytes.toByteArray());
    }

    private static byte[] join(Path increment, Path base) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Increment.join(increment, base, Channels.newChannel(bytes));
        return bytes.toByteArray();
    }

    @Test
    void shouldHoldOnlyWhatIsNew() throws IOException {
        Path base = checkpoint("base", 1);
        random.nextBytes(memory[3]);
        random.nextBytes(memory[7]);
        Path next = checkpoint("next", 2);
        Path increment = increment(next, base);
        assertThat(Files.size(increment)).isBetween(2L * PIECE_BYTES, 3L * PIECE_BYTES);
        assertThat(join(increment, base)).isEqualTo(Files.readAllBytes(next));
    }

    @Test
    void shouldFindPiecesInOtherPlaces() throws IOException {
        Path base = checkpoint("base", 1);
        byte[] first = memory[0];
        System.arraycopy(memory, 1, memory, 0, PIECES - 1);
        memory[PIECES - 1] = first;
        Path next = checkpoint("next", 2);
        Path increment = increment(next, base);
        assertThat(Files.size(increment)).isLessThan(PIECE_BYTES);
        assertThat(join(increment, base)).isEqualTo(Files.readAllBytes(next));
    }

    @Test
    void shouldRefuseAChangeOfAnyByteAndEveryShorterFile() throws IOException {
        Path base = checkpoint("base", 1);
        random.nextBytes(memory[3]);
        byte[] good = Files.readAllBytes(increment(checkpoint("next", 2), base));
        Path bad = folder.resolve("bad");
        for (int at = 0; at < good.length; at++) {
            byte[] damaged = good.clone();
            damaged[at] ^= (byte) (1 + random.nextInt(255));
            Files.write(bad, damaged);
            assertThatThrownBy(() -> join(bad, base))
                    .as("change at %d", at)
                    .isInstanceOf(CheckpointException.class);
            Files.write(bad, Arrays.copyOf(good, at));
            assertThatThrownBy(() -> join(bad, base))
                    .as("%d bytes", at)
                    .isInstanceOf(CheckpointException.class);
        }
    }

    @Test
    void shouldRefuseAnotherBase() throws IOException {
        Path base = checkpoint("base", 1);
        Path other = checkpoint("other", 3);
        Path increment = increment(checkpoint("next", 2), base);
        assertThatThrownBy(() -> join(increment, other))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("was made on the checkpoint 1, and " + other + " is 3");
        assertThatThrownBy(() -> join(increment, increment)).hasMessageContaining("an increment");
        assertThatThrownBy(() -> increment(base, increment))
                .hasMessageContaining("only be made on a whole checkpoint");
    }

    @Test
    void shouldTellWholeCheckpointsFromIncrements() throws IOException {
        Path base = checkpoint("base", 1);
        Path increment = increment(checkpoint("next", 2), base);
        assertThatThrownBy(() -> join(base, base)).hasMessageContaining("leave out --on");
        assertThatThrownBy(() -> CheckpointReader.check(Files.newInputStream(increment)))
                .hasMessageContaining("name that one with --on");
    }

    @Test
    void shouldNameTheDamagedFileOfTwo() throws IOException {
        Path base = checkpoint("base", 1);
        Path increment = increment(checkpoint("next", 2), base);
        byte[] damaged = Files.readAllBytes(base);
        damaged[damaged.length / 2]++;
        Files.write(base, damaged);
        assertThatThrownBy(() -> join(increment, base))
                .isInstanceOf(CheckpointException.class)
                .hasMessageStartingWith(base + ": ")
                .hasMessageContaining("damaged");
    }
}

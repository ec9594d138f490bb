package dev.hira.link.shm;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests files that a peer makes larger than they were created. */
final class GrownFileTest {
    private static final int BYTES = 8192;
    private static final int MORE = 1 << 20;

    @TempDir private Path parent;

    @Test
    void shouldNeitherSeeNorKeepWhatAPeerWritesBeyondTheEnd() throws Exception {
        try (RegionDirectory directory = RegionDirectory.open(parent, false, new Random(7))) {
            Path file;
            try (SharedRegion region = directory.create("arena", BYTES)) {
                region.segment().setString(0, "hello");
                file = region.path();
                grow(file);

                assertThat(file).hasSize(BYTES + MORE);
                assertThat(region.size()).isEqualTo(BYTES);
                assertThat(region.segment().getString(0)).isEqualTo("hello");
                MemorySegment last = region.segment().asSlice(BYTES - 1, 1);
                assertThat(last.get(ValueLayout.JAVA_BYTE, 0)).isZero();
                try (SharedRegion mapped = SharedRegion.map(file, BYTES)) {
                    assertThat(mapped.size()).isEqualTo(BYTES);
                }
            }
            assertThat(file).doesNotExist();
        }
    }

    private static void grow(Path file) throws Exception {
        try (FileChannel peer = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer junk = ByteBuffer.wrap("junk".repeat(MORE / 4).getBytes(US_ASCII));
            peer.write(junk, BYTES);
        }
    }
}

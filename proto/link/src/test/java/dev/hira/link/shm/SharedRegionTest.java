package dev.hira.link.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.link.ring.RingFile;
import dev.hira.wire.v1.OfferMemory;
import dev.hira.wire.v1.ProveMemory;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedRegionTest {
    private final RandomGenerator random = new Random(7);

    @TempDir Path parent;

    @Test
    void shouldBeZeroedAndSharedBetweenItsMappers() throws Exception {
        try (RegionDirectory directory = RegionDirectory.open(parent, false, random);
                SharedRegion region = directory.create("arena", 10_000);
                SharedRegion mapped = SharedRegion.map(region.path(), 10_000)) {
            assertThat(
                            region.segment()
                                    .mismatch(
                                            java.lang.foreign.MemorySegment.ofArray(
                                                    new byte[10_000])))
                    .isEqualTo(-1);
            region.segment().set(ValueLayout.JAVA_BYTE, 9_999, (byte) 5);
            assertThat(mapped.segment().get(ValueLayout.JAVA_BYTE, 9_999)).isEqualTo((byte) 5);
            assertThat(Files.getPosixFilePermissions(region.path()))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Test
    void shouldLetTheGroupInWhenConfigured() throws Exception {
        try (RegionDirectory directory = RegionDirectory.open(parent, true, random);
                SharedRegion region = directory.create("arena", 100)) {
            assertThat(Files.getPosixFilePermissions(region.path()))
                    .isEqualTo(PosixFilePermissions.fromString("rw-rw----"));
            assertThat(Files.getPosixFilePermissions(directory.path()))
                    .isEqualTo(PosixFilePermissions.fromString("rwx--x---"));
        }
    }

    @Test
    void shouldRemoveTheFileWhenClosedOrUnlinkedAndTheDirectoryAtTheEnd() throws Exception {
        RegionDirectory directory = RegionDirectory.open(parent, false, random);
        SharedRegion region = directory.create("arena", 100);
        region.close();
        region.close();
        assertThat(region.path()).doesNotExist();
        try (SharedRegion other = directory.create("arena", 100)) {
            other.unlink();
            assertThat(other.path()).doesNotExist();
            other.segment().set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
            directory.close();
        }
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void shouldRefuseAFileThatDiffersFromTheOffer() throws Exception {
        Path small = Files.write(parent.resolve("small"), new byte[10]);
        assertThatThrownBy(() -> SharedRegion.map(small, 11))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("10 bytes where 11");
        assertThatThrownBy(() -> SharedRegion.map(small, 0)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> SharedRegion.map(parent, 1)).isInstanceOf(IOException.class);
        Path link = Files.createSymbolicLink(parent.resolve("link"), small);
        assertThatThrownBy(() -> SharedRegion.map(link, 5)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> RingFile.map(small)).isInstanceOf(IOException.class);
        assertThat(small).hasSize(10);
    }

    @Test
    void shouldRemoveOnlyTheDirectoriesOfDeadProcesses() throws Exception {
        Path dead = abandonedByAnotherProcess();
        assertThat(dead).isNotEmptyDirectory();
        Files.createDirectory(parent.resolve("hira-being-made"));
        try (RegionDirectory alive = RegionDirectory.open(parent, false, random);
                SharedRegion region = alive.create("arena", 100);
                RegionDirectory another = RegionDirectory.open(parent, false, random)) {
            assertThat(dead).doesNotExist();
            assertThat(region.path()).exists();
            assertThat(another.path()).exists();
            assertThat(parent.resolve("hira-being-made")).exists();
        }
    }

    private Path abandonedByAnotherProcess() throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Abandoner.class.getName(),
                                parent.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        try (Stream<Path> found = Files.list(parent)) {
            return found.findFirst().orElseThrow();
        }
    }

    @Test
    void shouldReserveForAnInterruptedThread() throws Exception {
        try (RegionDirectory directory = RegionDirectory.open(parent, false, random);
                SharedRegion region = directory.create("arena", 4 << 20)) {
            RegionSpace space = new RegionSpace(region);
            Thread.currentThread().interrupt();
            boolean first = space.reserve(0, 1 << 20);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(first).isTrue();
            assertThat(space.reserve(2 << 20, 1 << 20)).isTrue();
        }
    }

    @Test
    void shouldReportMissingSpaceInsteadOfFailingWithABusError() throws Exception {
        try (RegionDirectory directory = RegionDirectory.open(parent, false, random);
                SharedRegion region = directory.create("arena", 4 << 20)) {
            Process process =
                    new ProcessBuilder(
                                    "bash",
                                    "-c",
                                    "ulimit -f 2048; exec \"$@\"",
                                    "limited",
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Reserver.class.getName(),
                                    region.path().toString(),
                                    String.valueOf(region.size()))
                            .redirectErrorStream(true)
                            .start();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(output)
                    .contains("first: true", "second: false", "again: true")
                    .contains("shared memory is full: " + region.path())
                    .containsOnlyOnce("payloads travel in the stream instead");
        }
    }

    /** Reserves parts of a file whose file system has two megabytes. */
    static final class Reserver {
        private Reserver() {}

        public static void main(String[] args) throws IOException {
            try (SharedRegion region =
                    SharedRegion.map(Path.of(args[0]), Long.parseLong(args[1]))) {
                RegionSpace space = new RegionSpace(region);
                System.err.println("first: " + space.reserve(100, 1 << 20));
                region.segment().set(ValueLayout.JAVA_BYTE, 1 << 20, (byte) 1);
                System.err.println("second: " + space.reserve(2 << 20, 2 << 20));
                System.err.println("second: " + space.reserve(3 << 20, 1));
                System.err.println("again: " + space.reserve(100, 1 << 20));
                if (region.segment().get(ValueLayout.JAVA_BYTE, 1 << 20) != 1) {
                    throw new AssertionError("reserved space was cleared");
                }
            }
        }
    }

    /** Creates a directory with a file and dies. */
    static final class Abandoner {
        private Abandoner() {}

        public static void main(String[] args) throws IOException {
            RegionDirectory directory =
                    RegionDirectory.open(Path.of(args[0]), false, new Random(3));
            SharedRegion region = directory.create("arena", 100);
            Runtime.getRuntime().halt(region.size() == 100 ? 0 : 1);
        }
    }

    @Test
    void shouldProveThatBothSeeTheSameMemory() throws Exception {
        try (RegionDirectory directory = RegionDirectory.open(parent, false, random);
                SharedRegion region = directory.create("arena", 4096);
                SharedRegion mapped = SharedRegion.map(region.path(), 4096)) {
            Challenge challenge = Challenge.pose(region, 64, random);
            OfferMemory offer = challenge.offer("");
            assertThat(offer.getSize()).isEqualTo(4096);
            ProveMemory proof = Challenge.prove(mapped, offer, true, random);
            assertThat(proof.getRings()).isTrue();
            assertThat(challenge.verify(proof)).isTrue();
            assertThat(challenge.verify(proof)).isFalse();
        }
    }

    @Test
    void shouldNotAcceptAProofMadeElsewhere() throws Exception {
        try (RegionDirectory directory = RegionDirectory.open(parent, false, random);
                SharedRegion region = directory.create("arena", 4096);
                SharedRegion copy = directory.create("arena", 4096)) {
            Challenge challenge = Challenge.pose(region, 0, random);
            copy.segment().copyFrom(region.segment());
            ProveMemory proof = Challenge.prove(copy, challenge.offer(""), false, random);
            assertThat(proof.getFound()).isNotZero();
            assertThat(challenge.verify(proof)).isFalse();
            assertThat(Challenge.pose(region, 0, random).verify(Challenge.decline())).isFalse();
        }
    }

    @Test
    void shouldDeclineAChallengeThatIsOutOfRange() throws Exception {
        try (RegionDirectory directory = RegionDirectory.open(parent, false, random);
                SharedRegion region = directory.create("arena", 4096)) {
            for (long offset : new long[] {-1, 4081, 4096, Long.MAX_VALUE, Long.MIN_VALUE}) {
                OfferMemory offer = OfferMemory.newBuilder().setChallengeOffset(offset).build();
                assertThat(Challenge.prove(region, offer, false, random))
                        .isEqualTo(Challenge.decline());
            }
        }
    }
}

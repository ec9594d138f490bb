package dev.hira.link.ring;

import dev.hira.link.shm.RegionDirectory;
import dev.hira.link.shm.SharedRegion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of a link's rings: one process creates it, the other maps it. */
public final class RingFile {
    /** The default capacity of a ring, in bytes. */
    public static final int DEFAULT_CAPACITY = 1 << 18;

    private static final String PURPOSE = "ring";

    private RingFile() {}

    /**
     * Creates a file with two empty rings.
     *
     * @param capacity of each ring, in bytes: a power of two from 16 KiB to 256 MiB
     */
    public static SharedRegion create(RegionDirectory directory, int capacity) throws IOException {
        if (!RingLayout.allows(capacity)) {
            throw new IllegalArgumentException(
                    "a ring of "
                            + capacity
                            + " bytes was asked for; choose a power of two from "
                            + RingLayout.MIN_CAPACITY
                            + " to "
                            + RingLayout.MAX_CAPACITY);
        }
        SharedRegion region = directory.create(PURPOSE, RingLayout.bytes(capacity));
        try {
            region.reserve(0, region.size());
        } catch (IOException full) {
            region.close();
            throw full;
        }
        RingLayout.format(region.segment(), capacity);
        return region;
    }

    /**
     * Maps a file that {@link #create} made in another process.
     *
     * @throws IOException if the file is missing or is not such a file
     */
    public static SharedRegion map(Path path) throws IOException {
        long bytes = Math.min(Files.size(path), RingLayout.bytes(RingLayout.MAX_CAPACITY));
        SharedRegion region = SharedRegion.map(path, bytes);
        if (capacity(region) == 0) {
            region.close();
            throw new IOException(path + " holds no rings of a known version");
        }
        return region;
    }

    /** Returns the capacity of a file's rings; 0 if it has none. */
    static int capacity(SharedRegion region) {
        int[] capacity = new int[1];
        boolean there =
                region.guard().run(() -> capacity[0] = RingLayout.capacity(region.segment()));
        return there ? capacity[0] : 0;
    }
}

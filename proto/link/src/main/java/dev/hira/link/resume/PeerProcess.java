package dev.hira.link.resume;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A process of which the other end of a link says that it is itself, by its <em>identity</em>: this
 * start of the system, the namespace of process ids, the process id, and the time at which it
 * started. An end on the same host can tell when it is gone, however it was connected. A false
 * claim harms only the session of the process that makes it.
 */
public final class PeerProcess {
    private static final Path PROCESSES = Path.of("/proc");

    /** The fields of {@code /proc/PID/stat} after the name, by their index: state, start time. */
    private static final int STATE = 0;

    private static final int START = 19;

    /** A process of which nothing is known. */
    public static final PeerProcess UNKNOWN = new PeerProcess(Path.of(""), "");

    private final Path stat;
    private final String start;

    private PeerProcess(Path stat, String start) {
        this.stat = stat;
        this.start = start;
    }

    /** Returns the identity of this process; empty where the system does not tell. */
    public static String ownIdentity() {
        return Own.IDENTITY;
    }

    /**
     * Returns the process with an identity; {@link #UNKNOWN} unless it runs on this host now and
     * can be seen from here.
     */
    public static PeerProcess of(String identity) {
        int cut = identity.lastIndexOf('/', identity.lastIndexOf('/') - 1);
        if (cut < 0 || Own.PLACE.isEmpty() || !identity.substring(0, cut).equals(Own.PLACE)) {
            return UNKNOWN;
        }
        String[] process = identity.substring(cut + 1).split("/", -1);
        if (!process[0].matches("[0-9]{1,10}")) {
            return UNKNOWN;
        }
        PeerProcess claimed =
                new PeerProcess(PROCESSES.resolve(process[0]).resolve("stat"), process[1]);
        return claimed.isGone() ? UNKNOWN : claimed;
    }

    /** Returns whether the process has certainly ended. */
    public boolean isGone() {
        if (start.isEmpty()) {
            return false;
        }
        try {
            String[] now = fields(stat);
            return now == null
                    || !now[START].equals(start)
                    || now[STATE].equals("Z")
                    || now[STATE].equals("X");
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return !Files.exists(stat);
        }
    }

    /** Returns the fields after the name, which may contain any character. */
    private static String @Nullable [] fields(Path stat) throws IOException {
        String line = new String(Files.readAllBytes(stat), StandardCharsets.ISO_8859_1);
        String[] fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", -1);
        return fields.length > START ? fields : null;
    }

    private static final class Own {
        static final String PLACE = place().orElse("");
        static final String IDENTITY = PLACE.isEmpty() ? "" : identity().orElse("");

        private static Optional<String> place() {
            try {
                Path boot = PROCESSES.resolve("sys/kernel/random/boot_id");
                Path space = PROCESSES.resolve("self/ns/pid");
                return Optional.of(
                        Files.readString(boot).strip() + "/" + Files.readSymbolicLink(space));
            } catch (IOException | UnsupportedOperationException e) {
                return Optional.empty();
            }
        }

        private static Optional<String> identity() {
            try {
                String[] fields = fields(PROCESSES.resolve("self/stat"));
                return fields == null
                        ? Optional.empty()
                        : Optional.of(
                                PLACE + "/" + ProcessHandle.current().pid() + "/" + fields[START]);
            } catch (IOException e) {
                return Optional.empty();
            }
        }
    }
}

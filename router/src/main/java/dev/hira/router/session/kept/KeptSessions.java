package dev.hira.router.session.kept;

import dev.hira.serving.state.DamagedFileException;
import dev.hira.state.v1.StoredSession;
import dev.hira.wire.v1.CheckpointKept;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a router's sessions, in a folder of its state directory: those of this process, and
 * those that an earlier process has left. Any thread may call it.
 */
public final class KeptSessions {
    private static final Logger LOG = LoggerFactory.getLogger(KeptSessions.class);
    private static final String SUFFIX = ".session";
    private static final long SMALLEST_REWRITE = 256 << 10;

    private final Path folder;

    /** The sessions of the earlier process that are not claimed yet, and their files. */
    private final Map<String, Path> left = new ConcurrentHashMap<>();

    /** The sessions whose files this process uses. */
    private final Set<String> used = ConcurrentHashMap.newKeySet();

    /** The times since which sessions of the earlier process have waited for their servers. */
    private final Map<String, Long> waiting = new ConcurrentHashMap<>();

    private final long rewritten;

    /** The sessions of other processes whose guests may still come back, or have come back. */
    private final Set<String> awaited = ConcurrentHashMap.newKeySet();

    private KeptSessions(Path folder, long rewritten) {
        this.folder = folder;
        this.rewritten = rewritten;
    }

    /**
     * Opens the folder, or creates it.
     *
     * @throws UncheckedIOException when it cannot be used
     */
    public static KeptSessions open(Path folder) {
        return open(folder, SMALLEST_REWRITE);
    }

    /**
     * @param rewritten bytes of notes from which on a file may be written anew
     */
    public static KeptSessions open(Path folder, long rewritten) {
        try {
            Files.createDirectories(
                    folder,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
            KeptSessions sessions = new KeptSessions(folder, rewritten);
            sessions.left.putAll(files(folder));
            sessions.awaited.addAll(sessions.left.keySet());
            return sessions;
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + folder + " cannot be used: " + e, e);
        }
    }

    private static Map<String, Path> files(Path folder) throws IOException {
        Map<String, Path> files = new HashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : all) {
                String name = file.getFileName().toString();
                files.put(name.substring(0, name.length() - SUFFIX.length()), file);
            }
        }
        return files;
    }

    /**
     * The VMs of which an earlier process has left suspended sessions.
     *
     * @param complete whether all files could be read
     */
    public record SuspendedSessions(Set<String> vms, boolean complete) {}

    /**
     * Looks for the suspended sessions that an earlier process has left. Called before guests can
     * come back.
     */
    public SuspendedSessions suspended() {
        Set<String> vms = new HashSet<>();
        boolean complete = true;
        for (String session : left.keySet()) {
            try (SessionFile file = claim(session)) {
                if (file != null && file.session().hasSuspended()) {
                    vms.add(file.session().getVm());
                }
            } catch (UncheckedIOException e) {
                complete = false;
            }
        }
        return new SuspendedSessions(vms, complete);
    }

    /** Creates the file of a new session; null when that is not possible. */
    public @Nullable SessionFile create(StoredSession agreements) {
        String session = agreements.getSession();
        used.add(session);
        try {
            SessionFile file =
                    new SessionFile(
                            folder.resolve(session + SUFFIX),
                            rewritten,
                            () -> used.remove(session));
            file.write(agreements);
            return file;
        } catch (UncheckedIOException e) {
            used.remove(session);
            LOG.atWarn()
                    .addKeyValue("session", session)
                    .log("the session will end with this router: {}", e.getMessage());
            return null;
        }
    }

    /** Whether an earlier process has left a session. */
    public boolean has(String session) {
        Path file = left.get(session);
        return file != null && Files.exists(file);
    }

    /**
     * Takes over the file of a session that an earlier process left; null when there is none, or it
     * is damaged. It is left again when it is closed.
     *
     * @throws UncheckedIOException when the file cannot be read now; a later attempt may succeed
     */
    public @Nullable SessionFile claim(String session) {
        Path file = left.get(session);
        if (file == null || !Files.exists(file) || !used.add(session)) {
            return null;
        }
        try {
            return new SessionFile(file, rewritten, () -> used.remove(session));
        } catch (UncheckedIOException e) {
            used.remove(session);
            LOG.atError()
                    .addKeyValue("session", session)
                    .log("a session cannot go on now: {}", e.getMessage());
            throw e;
        } catch (DamagedFileException e) {
            used.remove(session);
            left.remove(session);
            LOG.atError()
                    .addKeyValue("session", session)
                    .log("a session cannot go on: {}", e.getMessage());
            return null;
        }
    }

    /**
     * Returns the time since which a session of the earlier process has waited for its server.
     *
     * @param now the present time, if it has not waited yet
     */
    public long waitsSince(String session, long now) {
        return waiting.computeIfAbsent(session, _ -> now);
    }

    /**
     * Whether another process has left a session that has not ended since. Its guest may have come
     * back, or may still do so.
     */
    public boolean awaits(String session) {
        return awaited.contains(session) && has(session);
    }

    /** Whether guests of sessions that an earlier process has left may still come back. */
    public boolean awaitsAny() {
        return !awaited.isEmpty();
    }

    /** Returns the folder for the checkpoints of suspended VMs, which outlive the router too. */
    public Path checkpoints() {
        return folder.resolve("suspended");
    }

    /**
     * Takes over a session from another router: its guest may come here from now on.
     *
     * @param records those of its file
     * @throws UncheckedIOException when they cannot be kept
     */
    public void adopt(String session, List<CheckpointKept> records) {
        Path file = folder.resolve(session + SUFFIX);
        KeptRecords.write(file, records);
        left.put(session, file);
        awaited.add(session);
    }

    /** Returns the sessions of other processes whose guests may still come back. */
    public Set<String> awaited() {
        return Set.copyOf(awaited);
    }

    /** Forgets those of these sessions whose guests have not come back, and removes their files. */
    public void expire(Set<String> sessions) {
        awaited.removeAll(sessions);
        left.forEach((session, file) -> {
            if (sessions.contains(session)
                    && !used.contains(session)
                    && left.remove(session, file)) {
                LOG.atWarn()
                        .addKeyValue("session", session)
                        .log("the guest did not come back after its router ended");
                delete(file);
            }
        });
    }

    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.atWarn().setCause(e).log("{} could not be removed", file);
        }
    }
}

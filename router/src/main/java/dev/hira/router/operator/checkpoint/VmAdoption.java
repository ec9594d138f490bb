package dev.hira.router.operator.checkpoint;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.checkpoint.CheckpointEntry;
import dev.hira.router.checkpoint.CheckpointReader;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.SessionMove.MoveFailed;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.state.v1.StoredSession;
import dev.hira.wire.v1.CheckpointKept;
import dev.hira.wire.v1.CheckpointSession;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The taking over of a VM's sessions from another router, by a checkpoint that it made: each is a
 * suspended session here, whose program may come back as after a restart of the router.
 */
public final class VmAdoption {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");
    private static final long LOOK_NANOS = 10_000_000;

    private final RouterServices services;
    private final KeptSessions kept;
    private final Map<String, List<CheckpointKept>> sessions = new LinkedHashMap<>();

    private VmAdoption(RouterServices services, KeptSessions kept) {
        this.services = services;
        this.kept = kept;
    }

    /**
     * Checks a checkpoint.
     *
     * @throws MoveFailed when its sessions cannot go on at this router
     */
    public static VmAdoption of(String vm, RouterServices services, Path checkpoint)
            throws IOException {
        KeptSessions kept = services.registry().kept();
        if (kept == null) {
            throw new MoveFailed(
                    "no program of it is connected to this router, which waits for programs only"
                            + " with a state directory (--state)");
        }
        VmAdoption adoption = new VmAdoption(services, kept);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(checkpoint))) {
            CheckpointReader reader = new CheckpointReader(in);
            String saved = reader.vm().getVm();
            if (!saved.equals(vm)) {
                throw new MoveFailed(
                        "the checkpoint is of the VM '" + saved + "', and '" + vm + "' was asked");
            }
            adoption.read(vm, reader);
        }
        return adoption;
    }

    private void read(String vm, CheckpointReader reader) throws IOException {
        List<CheckpointKept> records = new ArrayList<>();
        CheckpointSession session = CheckpointSession.getDefaultInstance();
        CheckpointEntry next = reader.next();
        while (!(next instanceof CheckpointEntry.End)) {
            if (next instanceof CheckpointEntry.Session found) {
                session = found.session();
                records = new ArrayList<>();
            } else if (next instanceof CheckpointEntry.Kept found) {
                records.add(found.kept());
            } else if (next instanceof CheckpointEntry.SessionEnd) {
                add(vm, session, records);
            }
            next = reader.next();
        }
    }

    private void add(String vm, CheckpointSession session, List<CheckpointKept> records)
            throws IOException {
        String id = session.getSession();
        if (records.isEmpty()) {
            throw new MoveFailed(
                    "the router that made the checkpoint keeps no sessions (it has no state"
                            + " directory), so only that router can go on with "
                            + id);
        }
        StoredSession stored = agreements(records.getFirst());
        if (!ID.matcher(id).matches()
                || !stored.getSession().equals(id)
                || !stored.getVm().equals(vm)) {
            throw new MoveFailed("the checkpoint contradicts itself about the session " + id);
        }
        if (services.registry().find(id) != null || kept.has(id)) {
            throw new MoveFailed("this router has the session " + id + " already");
        }
        Catalog api = services.catalogs().get(session.getApi());
        if (api == null || api.digest() != session.getApiDigest()) {
            throw new MoveFailed(
                    "the checkpoint was made with "
                            + (api == null
                                    ? "an API that this router does not know"
                                    : "another version of the API " + api.name()));
        }
        sessions.put(id, records);
    }

    private static StoredSession agreements(CheckpointKept record) throws IOException {
        try {
            return StoredSession.parseFrom(record.getContent());
        } catch (InvalidProtocolBufferException e) {
            throw new IOException("the checkpoint's record of a session does not decode", e);
        }
    }

    /** Returns the number of sessions. */
    public int count() {
        return sessions.size();
    }

    /**
     * Lets the programs come, for {@code timeouts.resume}.
     *
     * @throws MoveFailed when the sessions cannot be kept; then none is
     */
    public void begin() {
        try {
            sessions.forEach(kept::adopt);
        } catch (UncheckedIOException e) {
            kept.expire(sessions.keySet());
            throw new MoveFailed("the sessions cannot be kept: " + e.getMessage());
        }
        services.timer()
                .after(
                        services.config().timeouts().resume(),
                        () -> kept.expire(Set.copyOf(sessions.keySet())));
    }

    /**
     * Waits until all programs have come back, or the rest is not waited for any longer.
     *
     * @return why none can go on yet; null: those that have come can
     */
    public @Nullable String await(Duration limit) throws InterruptedException {
        long begun = services.nanoClock().nanoTime();
        while (sessions.keySet().stream().anyMatch(this::isAway)) {
            if (services.nanoClock().nanoTime() - begun >= limit.toNanos()) {
                return "programs of it have not come to this router within "
                        + limit.toSeconds()
                        + " s; they may come until "
                        + services.config().timeouts().resume().toSeconds()
                        + " s have passed: then resume the VM";
            }
            LockSupport.parkNanos(LOOK_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return sessions.keySet().stream().anyMatch(id -> services.registry().find(id) != null)
                ? null
                : "no program of it has come to this router; a checkpoint is of use only to the"
                        + " programs of which it was made";
    }

    private boolean isAway(String session) {
        return kept.awaits(session) && services.registry().find(session) == null;
    }
}

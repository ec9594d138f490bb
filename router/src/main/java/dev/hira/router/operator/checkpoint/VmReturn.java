package dev.hira.router.operator.checkpoint;

import com.google.protobuf.ByteString;
import dev.hira.router.checkpoint.CheckpointEntry;
import dev.hira.router.checkpoint.CheckpointReader;
import dev.hira.router.judge.VmLimits;
import dev.hira.router.operator.checkpoint.CheckpointReport.Step;
import dev.hira.router.operator.migration.MigrationTarget;
import dev.hira.router.operator.migration.TargetPlaces;
import dev.hira.router.placement.MoveNeeds;
import dev.hira.router.placement.PlacementDecision;
import dev.hira.router.placement.PlacementDecision.NoPlace;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.placement.PlacementRequest;
import dev.hira.router.session.PlaceAgain;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionMove;
import dev.hira.router.session.SessionMove.MoveFailed;
import dev.hira.router.session.SessionView;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.CheckpointVm;
import io.grpc.ManagedChannel;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The return of a suspended VM's sessions to servers: the checkpoint is checked to its last byte;
 * each session gets a place, where its recorded calls are repeated; then the states are restored
 * one after the other, and all sessions go on. A failure before that leaves all of them suspended.
 * When a server does not take a session and the router's strategy has chosen it, all sessions get
 * places again, that session at another server.
 *
 * <p>{@link #run} blocks its thread; an interrupt cancels it.
 */
public final class VmReturn {
    private static final int BUFFER_BYTES = 256 << 10;
    private static final int TOKEN_BYTES = 32;
    private static final long REPORT_NANOS = 50_000_000;

    private final String vm;
    private final RouterServices services;
    private final Function<URI, ManagedChannel> channels;
    private final @Nullable TargetPlaces target;
    private final TimeLeft time;
    private final Consumer<CheckpointReport> progress;

    /** The suspended sessions that return, by id. */
    private final Map<String, Returning> returning = new LinkedHashMap<>();

    /** The servers that did not take a session, with their reasons, by the session's id. */
    private final Map<String, Map<String, String>> refusals = new HashMap<>();

    /** Whether a server has not taken a session since all got their places. */
    private boolean refused;

    private long memoryBytes;
    private long fileBytes;
    private long reportAgain;

    /** A session on its way. */
    private record Returning(RouterSession session, Placed place, SessionMove move) {}

    /**
     * @param channels connects to servers
     * @param target where the sessions go; null: the router's strategy chooses
     * @param limit the time after which the VM stays suspended
     * @param progress receives a report at each step but the last, and from time to time
     */
    public VmReturn(
            String vm,
            RouterServices services,
            Function<URI, ManagedChannel> channels,
            @Nullable MigrationTarget target,
            Duration limit,
            Consumer<CheckpointReport> progress) {
        this.vm = vm;
        this.services = services;
        this.channels = channels;
        this.target = target == null ? null : new TargetPlaces(services, target);
        this.time = new TimeLeft(services.nanoClock(), limit);
        this.progress = progress;
    }

    /** Brings the sessions back from a checkpoint; returns the last report. */
    public CheckpointReport run(List<RouterSession> suspended, Path checkpoint) {
        CheckpointReport last;
        try {
            report(Step.CHECK);
            check(checkpoint);
            while (!areBack(suspended, checkpoint)) {
                leavePlaces();
            }
            returning.values().forEach(each -> each.move().goOn().exceptionally(_ -> null).join());
            last = state(Step.DONE, "");
        } catch (MoveFailed e) {
            last = failed(String.valueOf(e.getMessage()));
        } catch (NoSuchFileException e) {
            last = failed("the checkpoint " + e.getMessage() + " is gone");
        } catch (IOException e) {
            last = failed(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            last = failed("it was cancelled");
        }
        return last;
    }

    private CheckpointReport failed(String why) {
        returning.values().forEach(each -> each.move().abandon(why));
        return state(Step.FAILED, why);
    }

    /**
     * Lets servers take all sessions.
     *
     * @return false: one did not, and others may
     * @throws MoveFailed when the sessions stay suspended
     */
    private boolean areBack(List<RouterSession> suspended, Path checkpoint)
            throws IOException, InterruptedException {
        try {
            prepare(suspended, checkpoint);
            report(Step.RECREATE);
            step(move -> move.rest(time.left()));
            step(SessionMove::recreate);
            report(Step.RESTORE);
            restore(checkpoint);
            return true;
        } catch (MoveFailed e) {
            returning.values().forEach(each -> noteRefusal(each, each.move().refusal()));
            if (!refused || target != null || time.isOver()) {
                throw e;
            }
            return false;
        }
    }

    private void noteRefusal(Returning session, String why) {
        if (!why.isEmpty()) {
            refused = true;
            refusals.computeIfAbsent(session.session().id(), _ -> new HashMap<>())
                    .put(session.place().server().name(), why);
        }
    }

    /** Gives the places of all sessions back. */
    private void leavePlaces() throws InterruptedException {
        returning.values().forEach(each -> each.move().abandon("all sessions get places again"));
        step(SessionMove::ended);
        returning.clear();
        refused = false;
        memoryBytes = 0;
        fileBytes = 0;
    }

    private static InputStream open(Path checkpoint) throws IOException {
        return new BufferedInputStream(Files.newInputStream(checkpoint), BUFFER_BYTES);
    }

    private void check(Path checkpoint) throws IOException {
        try (InputStream in = open(checkpoint)) {
            CheckpointVm found = CheckpointReader.check(in);
            if (!found.getVm().equals(vm)) {
                throw new MoveFailed(
                        "the checkpoint is of the VM '"
                                + found.getVm()
                                + "', and '"
                                + vm
                                + "' was asked");
            }
        }
    }

    // --- places

    private void prepare(List<RouterSession> suspended, Path checkpoint) throws IOException {
        Map<String, CheckpointSession> saved = sessions(checkpoint);
        saved.keySet().forEach(session -> requireNotAwaited(session, suspended));
        for (RouterSession session : suspended) {
            SessionView facts = session.facts();
            if (facts == null || !facts.isSuspended()) {
                continue;
            }
            CheckpointSession found = saved.get(session.id());
            if (found == null) {
                throw new MoveFailed(
                        "the checkpoint does not have the session "
                                + session.id()
                                + "; it has "
                                + saved.keySet());
            }
            requireSame(session, facts, found);
            add(session, facts, found);
        }
        if (returning.isEmpty()) {
            throw new MoveFailed("the VM '" + vm + "' has no suspended session");
        }
    }

    /**
     * Requires that a session's program has come back after a restart of the router.
     *
     * @param present the sessions that this looks at; another may come back meanwhile
     */
    private void requireNotAwaited(String session, List<RouterSession> present) {
        KeptSessions kept = services.registry().kept();
        boolean isBack =
                present.stream()
                        .anyMatch(each -> each.id().equals(session) && each.facts() != null);
        if (kept != null && kept.awaits(session) && !isBack) {
            throw new MoveFailed(
                    "the program of the session "
                            + session
                            + " has not come back since the router was restarted; try again when it"
                            + " has, or after "
                            + services.config().timeouts().resume().toSeconds()
                            + " s without it");
        }
    }

    private void add(RouterSession session, SessionView facts, CheckpointSession saved) {
        Placed place = place(facts, saved);
        SessionMove move = session.resumeAt(place, saved.getRest());
        if (move == null) {
            services.pool().release(place, vm);
        } else {
            returning.put(session.id(), new Returning(session, place, move));
        }
    }

    private static Map<String, CheckpointSession> sessions(Path checkpoint) throws IOException {
        Map<String, CheckpointSession> sessions = new LinkedHashMap<>();
        try (InputStream in = open(checkpoint)) {
            CheckpointReader reader = new CheckpointReader(in);
            CheckpointEntry next = reader.next();
            while (!(next instanceof CheckpointEntry.End)) {
                if (next instanceof CheckpointEntry.Session found) {
                    sessions.put(found.session().getSession(), found.session());
                }
                next = reader.next();
            }
        }
        return sessions;
    }

    /** Requires that a session has executed no command since it was saved. */
    private static void requireSame(
            RouterSession session, SessionView facts, CheckpointSession saved) {
        if (saved.getApiDigest() != facts.catalog().digest()) {
            throw new MoveFailed(
                    "the checkpoint was made with another version of the API "
                            + facts.catalog().name());
        }
        if (saved.getLastCall() != session.lastDecided()) {
            throw new MoveFailed(
                    "the session "
                            + session.id()
                            + " has executed commands up to number "
                            + session.lastDecided()
                            + ", and the checkpoint has those up to "
                            + saved.getLastCall()
                            + "; a program cannot go back");
        }
    }

    private Placed place(SessionView facts, CheckpointSession saved) {
        PlacementDecision decision = decide(facts, saved);
        return switch (decision) {
            case NoPlace none -> throw new MoveFailed(none.reason());
            case Placed placed -> checked(placed, saved);
        };
    }

    private PlacementDecision decide(SessionView facts, CheckpointSession saved) {
        int api = facts.catalog().api();
        int devices = saved.getDevices();
        if (target != null) {
            return target.take(facts, devices);
        }
        long most = VmLimits.memory(services.grants().state().of(vm), facts.catalog());
        long needed = devices == 1 ? PlaceAgain.neededMemory(facts) : 0;
        return services.pool()
                .placeAgain(
                        new PlacementRequest(vm, api, devices, most),
                        new MoveNeeds(
                                facts.arena(),
                                saved.getGranule(),
                                needed,
                                refusals.getOrDefault(saved.getSession(), Map.of())));
    }

    private Placed checked(Placed placed, CheckpointSession saved) {
        String problem = "";
        if (placed.granule() != saved.getGranule()) {
            problem =
                    "memory is allocated in units of "
                            + placed.granule()
                            + " bytes there, and of "
                            + saved.getGranule()
                            + " bytes where the VM was";
        }
        if (!problem.isEmpty()) {
            services.pool().release(placed, vm);
            throw new MoveFailed(problem);
        }
        return placed;
    }

    // --- states

    private <T> void step(Function<SessionMove, CompletableFuture<T>> step)
            throws InterruptedException {
        time.all(returning.values().stream().map(each -> step.apply(each.move())).toList());
    }

    private void restore(Path checkpoint) throws IOException, InterruptedException {
        try (InputStream in = open(checkpoint)) {
            CheckpointReader reader = new CheckpointReader(in);
            CheckpointEntry next = reader.next();
            while (!(next instanceof CheckpointEntry.End)) {
                if (next instanceof CheckpointEntry.Session found) {
                    Returning session = returning.get(found.session().getSession());
                    if (session != null) {
                        restore(session, reader);
                    }
                }
                next = reader.next();
            }
        }
    }

    private void restore(Returning session, CheckpointReader reader)
            throws IOException, InterruptedException {
        byte[] secret = new byte[TOKEN_BYTES];
        services.random().nextBytes(secret);
        ByteString token = ByteString.copyFrom(secret);
        CompletableFuture<Long> taken = session.move().take(token);
        ManagedChannel channel = channels.apply(session.place().server().uri());
        try {
            StatePut stream = StatePut.open(channel, token, time);
            CheckpointEntry next = reader.next();
            while (!(next instanceof CheckpointEntry.SessionEnd)) {
                if (next instanceof CheckpointEntry.State state) {
                    stream.send(state.piece());
                    fileBytes = reader.offset();
                    reportPiece(Step.RESTORE);
                }
                next = reader.next();
            }
            stream.finish();
            memoryBytes += Objects.requireNonNull(time.await(taken));
        } catch (MoveFailed e) {
            noteRefusal(session, String.valueOf(e.getMessage()));
            throw e;
        } finally {
            channel.shutdownNow();
        }
    }

    private void report(Step step) {
        reportAgain = time.passed() + REPORT_NANOS;
        progress.accept(state(step, ""));
    }

    /** Reports from time to time. */
    private void reportPiece(Step step) {
        if (time.passed() >= reportAgain) {
            report(step);
        }
    }

    private CheckpointReport state(Step step, String problem) {
        return new CheckpointReport(step, returning.size(), memoryBytes, fileBytes, 0, problem);
    }
}

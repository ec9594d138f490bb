package dev.hira.router.operator.checkpoint;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import dev.hira.router.checkpoint.CheckpointWriter;
import dev.hira.router.operator.checkpoint.CheckpointReport.Step;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionMove.MoveFailed;
import dev.hira.router.session.SessionSave;
import dev.hira.router.session.SessionSave.Saved;
import dev.hira.router.session.SessionView;
import dev.hira.wire.Frame;
import dev.hira.wire.v1.CheckpointKept;
import dev.hira.wire.v1.CheckpointVm;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The saving of a VM's sessions to a checkpoint: all of them come to rest, then their states are
 * written one after the other, then all go on or leave their servers. A failure before that leaves
 * all of them where they were.
 *
 * <p>{@link #run} blocks its thread; an interrupt cancels it.
 */
public final class VmCheckpoint {
    private static final int TOKEN_BYTES = 32;
    private static final long REPORT_NANOS = 50_000_000;

    private final String vm;
    private final RouterServices services;
    private final Function<URI, ManagedChannel> channels;
    private final TimeLeft time;
    private final Consumer<CheckpointReport> progress;
    private final List<RouterSession> sessions = new ArrayList<>();
    private final List<SessionSave> saves = new ArrayList<>();
    private final Duration restLimit;
    private boolean unrested;
    private long memoryBytes;
    private long fileBytes;
    private long reportAgain;

    /**
     * @param channels connects to servers
     * @param limit the time for which commands may be held
     * @param restLimit the part of it until all sessions are at rest
     * @param progress receives a report at each step but the last, and from time to time
     */
    public VmCheckpoint(
            String vm,
            RouterServices services,
            Function<URI, ManagedChannel> channels,
            Duration limit,
            Duration restLimit,
            Consumer<CheckpointReport> progress) {
        this.vm = vm;
        this.services = services;
        this.channels = channels;
        this.time = new TimeLeft(services.nanoClock(), limit);
        this.restLimit = restLimit;
        this.progress = progress;
    }

    /**
     * Saves the sessions.
     *
     * @param out where the file is written
     * @param file the file's id
     * @param sync makes the file safe; called after the last byte
     * @param suspend whether the sessions leave their servers
     * @return the last report
     */
    public CheckpointReport run(
            List<RouterSession> open,
            WritableByteChannel out,
            long file,
            Sync sync,
            boolean suspend) {
        CheckpointReport last;
        try {
            prepare(open);
            report(Step.REST);
            List<Saved> rested = rest();
            report(Step.SAVE);
            try {
                write(rested, new CheckpointWriter(out, file));
                sync.run();
            } finally {
                rested.forEach(saved -> saved.calls().forEach(Frame::release));
            }
            end(suspend);
            last = state(Step.DONE, "");
        } catch (MoveFailed e) {
            last = failed(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            last =
                    failed(
                            e instanceof ClosedByInterruptException
                                    ? "it was cancelled"
                                    : "the checkpoint cannot be written: " + e.getMessage());
        } catch (InterruptedException e) {
            last = failed("it was cancelled");
        }
        return last;
    }

    /** Makes a file safe. */
    public interface Sync {
        void run() throws IOException;
    }

    private CheckpointReport failed(String why) {
        saves.forEach(save -> save.abandon(why));
        return state(Step.FAILED, why);
    }

    private void prepare(List<RouterSession> open) {
        for (RouterSession session : open) {
            SessionSave save = session.save();
            if (save != null) {
                sessions.add(session);
                saves.add(save);
            }
        }
        if (saves.isEmpty()) {
            throw new MoveFailed("the VM '" + vm + "' has no open session at a server");
        }
    }

    private List<Saved> rest() throws InterruptedException {
        TimeLeft untilRest = new TimeLeft(services.nanoClock(), restLimit);
        List<CompletableFuture<Saved>> rests =
                saves.stream().map(save -> save.rest(untilRest.left())).toList();
        try {
            return untilRest.all(rests);
        } catch (MoveFailed | InterruptedException e) {
            unrested = untilRest.passed() >= restLimit.toNanos() / 10 * 9;
            rests.forEach(VmCheckpoint::releaseWhenRested);
            throw e;
        }
    }

    /** Whether a session did not come to rest until the time for it was over, or nearly over. */
    public boolean failedToRest() {
        return unrested;
    }

    /** Releases the calls of a session that comes to rest too late, or not at all. */
    private static void releaseWhenRested(CompletableFuture<Saved> rest) {
        var _ = rest.thenAccept(saved -> saved.calls().forEach(Frame::release));
    }

    private void write(List<Saved> rested, CheckpointWriter writer)
            throws IOException, InterruptedException {
        writer.vm(description());
        for (int i = 0; i < rested.size(); i++) {
            Saved saved = rested.get(i);
            writer.session(saved.session());
            for (CheckpointKept record : saved.kept()) {
                writer.kept(record);
            }
            for (Frame frame : saved.calls()) {
                writer.calls(frame);
            }
            long bytes = state(i, writer);
            memoryBytes += bytes;
            writer.endSession(bytes);
        }
        writer.end();
        fileBytes = writer.bytes();
    }

    private long state(int index, CheckpointWriter writer)
            throws IOException, InterruptedException {
        byte[] secret = new byte[TOKEN_BYTES];
        services.random().nextBytes(secret);
        ByteString token = ByteString.copyFrom(secret);
        SessionView facts = Objects.requireNonNull(sessions.get(index).facts());
        ManagedChannel channel = channels.apply(facts.placed().server().uri());
        try {
            CompletableFuture<Long> given = saves.get(index).offer(token);
            StateGet.run(
                    channel,
                    token,
                    time,
                    piece -> {
                        writer.state(piece);
                        fileBytes = writer.bytes();
                        reportPiece(Step.SAVE);
                    });
            return time.await(given);
        } finally {
            channel.shutdownNow();
        }
    }

    private CheckpointVm description() {
        Instant now = services.clock().instant();
        return CheckpointVm.newBuilder()
                .setVm(vm)
                .setRouter(services.config().name())
                .setTaken(
                        Timestamp.newBuilder()
                                .setSeconds(now.getEpochSecond())
                                .setNanos(now.getNano()))
                .setSessions(saves.size())
                .build();
    }

    /** Lets the sessions go on, or leave. From here on nothing fails; a session may have ended. */
    private void end(boolean suspend) {
        if (!suspend) {
            saves.forEach(SessionSave::goOn);
            return;
        }
        List<CompletableFuture<Void>> leaving = saves.stream().map(SessionSave::leave).toList();
        leaving.forEach(left -> left.exceptionally(_ -> null).join());
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
        return new CheckpointReport(
                step, saves.size(), memoryBytes, fileBytes, time.passed(), problem);
    }
}

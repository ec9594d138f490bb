package dev.hira.router.operator.changes;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.serving.state.RecordLog;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The changes that operators make, in a file. A change is on the disk when {@link #keep} returns.
 *
 * <p>The file has three parts: the configuration that the router started with, the state before the
 * oldest change, and the changes. When there are twice as many changes as are kept, the file is
 * written anew, and the oldest ones become part of the state before them.
 */
public final class ChangeLog implements Changes, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeLog.class);

    /** The number of changes, and of their bytes, that are at least kept. */
    private static final int HISTORY_CHANGES = 1000;

    private static final long HISTORY_BYTES = 4 << 20;

    private final RecordLog file;
    private final InstantSource clock;

    @GuardedBy("this")
    private final SubjectMap configured = new SubjectMap();

    @GuardedBy("this")
    private final SubjectMap origin = new SubjectMap();

    @GuardedBy("this")
    private final SubjectMap state;

    @GuardedBy("this")
    private final Deque<Sized> changes = new ArrayDeque<>();

    @GuardedBy("this")
    private long originNumber;

    @GuardedBy("this")
    private long bytes;

    private ChangeLog(Path path, InstantSource clock) {
        this.clock = clock;
        ChangeRecords.Sink sink =
                new ChangeRecords.Sink() {
                    @Override
                    public void configured(List<Edit> edits) {
                        addConfigured(edits);
                    }

                    @Override
                    public void origin(long number, List<Edit> edits) {
                        addOrigin(number, edits);
                    }

                    @Override
                    public void changed(Change change, int length) {
                        add(change, length);
                    }
                };
        this.file = RecordLog.open(path, ChangeRecords.LOG_KIND, ChangeRecords.reader(sink));
        this.state = new SubjectMap(origin);
        for (Sized kept : changes) {
            state.apply(kept.change().edits());
        }
    }

    /**
     * Opens a log, or creates an empty one.
     *
     * @throws dev.hira.serving.state.DamagedFileException when the file is damaged
     * @throws UncheckedIOException when it cannot be read or written
     */
    static ChangeLog open(Path path, InstantSource clock) {
        return new ChangeLog(path, clock);
    }

    /** Returns a copy of the present state. */
    public synchronized SubjectMap state() {
        return new SubjectMap(state);
    }

    /** Returns a copy of the configuration that the router last started with. */
    synchronized SubjectMap configured() {
        return new SubjectMap(configured);
    }

    /** Whether nothing was ever kept here. */
    synchronized boolean isNew() {
        return number() == 0;
    }

    /** Returns the number of the last change. */
    public synchronized long number() {
        Sized last = changes.peekLast();
        return last == null ? originNumber : last.change().number();
    }

    /** Returns the number of the change before the oldest that is kept. */
    public synchronized long oldest() {
        return originNumber;
    }

    /** Returns the changes that are kept, the oldest first. */
    public synchronized List<Change> history() {
        return changes.stream().map(Sized::change).toList();
    }

    /** Returns the latest changes before a number, the latest first, setting by setting. */
    public synchronized List<Told> told(long before, int most, Predicate<Subject> about) {
        SubjectMap then = new SubjectMap(origin);
        Deque<Told> latest = new ArrayDeque<>();
        for (Sized kept : changes) {
            Change change = kept.change();
            List<Edit> edits =
                    change.edits().stream().filter(edit -> about.test(edit.subject())).toList();
            List<SettingChange> settings = SettingChange.of(then, edits);
            if (change.number() < before && !settings.isEmpty()) {
                latest.addFirst(new Told(change, settings));
                if (latest.size() > most) {
                    latest.removeLast();
                }
            }
            then.apply(change.edits());
        }
        return List.copyOf(latest);
    }

    /** A change, setting by setting. */
    public record Told(Change change, List<SettingChange> settings) {}

    /** Returns the state after a change, if that is still known. */
    public synchronized Optional<SubjectMap> at(long number) {
        if (number < originNumber || number > number()) {
            return Optional.empty();
        }
        SubjectMap then = new SubjectMap(origin);
        for (Sized kept : changes) {
            if (kept.change().number() <= number) {
                then.apply(kept.change().edits());
            }
        }
        return Optional.of(then);
    }

    @Override
    public synchronized void configure(SubjectMap newConfigured, String author, List<Edit> edits) {
        List<Edit> effective = state.effective(edits);
        boolean first = isNew();
        Optional<Sized> added =
                first || effective.isEmpty()
                        ? Optional.empty()
                        : Optional.of(Sized.of(next(author, effective)));
        SubjectMap newOrigin = first ? origin.with(edits) : origin;
        List<Sized> all = Stream.concat(changes.stream(), added.stream()).toList();
        write(newConfigured, first ? 1 : originNumber, newOrigin, all);
        configured.apply(configured.editsTo(newConfigured, _ -> true));
        if (first) {
            addOrigin(1, edits);
        }
        added.ifPresent(one -> add(one.change(), one.bytes()));
        state.apply(effective);
    }

    @Override
    public synchronized void keep(String author, List<Edit> edits) {
        List<Edit> effective = state.effective(edits);
        if (effective.isEmpty()) {
            return;
        }
        Change change = next(author, effective);
        byte[] record = ChangeRecords.encode(change);
        file.append(ChangeRecords.CHANGE, ChangeRecords.VERSION, record);
        add(change, record.length);
        state.apply(effective);
        shorten();
    }

    @Override
    public Optional<ChangeLog> log() {
        return Optional.of(this);
    }

    @GuardedBy("this")
    private Change next(String author, List<Edit> edits) {
        return new Change(number() + 1, clock.instant(), author, edits);
    }

    private synchronized void addConfigured(List<Edit> edits) {
        configured.apply(edits);
    }

    private synchronized void addOrigin(long number, List<Edit> edits) {
        originNumber = number;
        origin.apply(edits);
    }

    private synchronized void add(Change change, int length) {
        changes.addLast(new Sized(change, length));
        bytes += length;
    }

    @GuardedBy("this")
    private void shorten() {
        if (changes.size() < 2 * HISTORY_CHANGES && bytes < 2 * HISTORY_BYTES) {
            return;
        }
        while (changes.size() > HISTORY_CHANGES || (bytes > HISTORY_BYTES && changes.size() > 1)) {
            Sized oldest = changes.removeFirst();
            origin.apply(oldest.change().edits());
            originNumber = oldest.change().number();
            bytes -= oldest.bytes();
        }
        try {
            write(configured, originNumber, origin, List.copyOf(changes));
        } catch (UncheckedIOException e) {
            LOG.atWarn().setCause(e).log("the log of changes could not be shortened");
        }
    }

    /** Writes the file anew. */
    @GuardedBy("this")
    private void write(
            SubjectMap newConfigured, long first, SubjectMap newOrigin, List<Sized> all) {
        long last = all.isEmpty() ? first : all.getLast().change().number();
        List<Edit> base = newConfigured.edits();
        List<Edit> before = newOrigin.edits();
        file.rewrite(sink -> {
            ChangeRecords.write(sink, ChangeRecords.CONFIGURED, last, base);
            ChangeRecords.write(sink, ChangeRecords.ORIGIN, first, before);
            for (Sized kept : all) {
                sink.add(
                        ChangeRecords.CHANGE,
                        ChangeRecords.VERSION,
                        ChangeRecords.encode(kept.change()));
            }
        });
    }

    @Override
    public synchronized void close() {
        file.close();
    }

    private record Sized(Change change, int bytes) {
        static Sized of(Change change) {
            return new Sized(change, ChangeRecords.encode(change).length);
        }
    }
}

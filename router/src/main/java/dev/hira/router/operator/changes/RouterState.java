package dev.hira.router.operator.changes;

import dev.hira.router.config.PolicyConfig;
import dev.hira.router.config.SchedulerConfig;
import dev.hira.router.operator.changes.Subject.Kind;
import dev.hira.router.operator.control.RulesText;
import dev.hira.router.operator.control.SchedulerChoice;
import dev.hira.router.operator.vms.VmStandings;
import dev.hira.router.placement.ServerPool;
import dev.hira.serving.state.StateFolder;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state with which a router starts: its configuration, and what operators changed before. */
public final class RouterState implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RouterState.class);
    private static final String FILE = "changes.log";
    private static final String SESSIONS = "sessions";

    private final PolicyConfig policy;
    private final RulesText rules;
    private final SubjectMap state;
    private final Changes changes;
    private final Optional<Path> sessions;
    private final Runnable close;

    private RouterState(
            PolicyConfig policy,
            RulesText rules,
            SubjectMap state,
            Changes changes,
            Optional<Path> sessions,
            Runnable close) {
        this.sessions = sessions;
        this.policy = policy;
        this.rules = rules;
        this.state = state;
        this.changes = changes;
        this.close = close;
    }

    /**
     * Opens the state of a router.
     *
     * @param directory the state directory; if empty, nothing is kept
     * @param configured the policy of the configuration
     * @throws RuntimeException when the directory cannot be used, with a sentence
     */
    public static RouterState open(
            Optional<Path> directory,
            PolicyConfig config,
            ConfiguredPolicy configured,
            InstantSource clock) {
        if (directory.isEmpty()) {
            return new RouterState(
                    config,
                    configured.rules(),
                    new SubjectMap(),
                    Changes.NONE,
                    Optional.empty(),
                    () -> {});
        }
        StateFolder folder = StateFolder.open(directory.get());
        try {
            return open(folder, config, configured, clock);
        } catch (RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    private static RouterState open(
            StateFolder folder,
            PolicyConfig config,
            ConfiguredPolicy configured,
            InstantSource clock) {
        Path file = folder.file(FILE);
        ChangeLog log = ChangeLog.open(file, clock);
        try {
            merge(log, configured, clock);
            SubjectMap state = log.state();
            PolicyConfig policy = policy(config, state, file);
            tell(file, log);
            return new RouterState(
                    policy,
                    StoredPolicy.rules(state),
                    state,
                    log,
                    Optional.of(folder.file(SESSIONS)),
                    () -> {
                        log.close();
                        folder.close();
                    });
        } catch (RuntimeException e) {
            log.close();
            throw e;
        }
    }

    private static void merge(ChangeLog log, ConfiguredPolicy next, InstantSource clock) {
        SubjectMap before = log.configured();
        if (log.isNew()) {
            log.configure(next.subjects(), ConfiguredPolicy.AUTHOR, next.first().edits());
        } else if (!next.isAs(before)) {
            SubjectMap state = log.state();
            List<Edit> taken = new ArrayList<>(next.editsTo(before, state, clock.instant()));
            ConfiguredPolicy.tell(taken);
            if (taken.stream().anyMatch(RouterState::isOfGrants)) {
                taken.add(StoredGrants.version(StoredGrants.version(state) + 1));
            }
            log.configure(next.subjects(), ConfiguredPolicy.AUTHOR, taken);
        }
    }

    private static boolean isOfGrants(Edit edit) {
        return edit.subject().kind().compareTo(Kind.VM_CLASS) <= 0;
    }

    private static PolicyConfig policy(PolicyConfig config, SubjectMap state, Path file) {
        Map<String, SchedulerConfig> schedulers = new HashMap<>();
        state.of(Kind.SCHEDULER)
                .forEach((device, settings) -> {
                    SchedulerChoice choice = StoredPolicy.scheduler(settings);
                    schedulers.put(device, new SchedulerConfig(choice.name(), choice.parameters()));
                });
        try {
            return config.with(StoredGrants.read(state), schedulers);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the state in " + file + " does not fit this version: " + e.getMessage(), e);
        }
    }

    private static void tell(Path file, ChangeLog log) {
        LOG.atInfo()
                .addKeyValue("file", file)
                .addKeyValue("changes", log.number() - log.oldest())
                .addKeyValue("subjects", log.state().subjects().size())
                .log("state restored");
    }

    /** Returns the policy to start with. */
    public PolicyConfig policy() {
        return policy;
    }

    /** Returns the rules to start with. */
    public RulesText rules() {
        return rules;
    }

    /** Pauses and evicts VMs and drains servers as they were. */
    public void restore(VmStandings standings, ServerPool pool) {
        state.of(Kind.STANDING)
                .forEach((vm, settings) -> standings.set(vm, StoredPolicy.standing(settings)));
        pool.recall(state.of(Kind.DRAIN).keySet());
    }

    /** Returns the folder for sessions that outlive the router; empty: they do not. */
    public Optional<Path> sessions() {
        return sessions;
    }

    /** Returns the keeper of changes from now on. */
    public Changes changes() {
        return changes;
    }

    @Override
    public void close() {
        close.run();
    }
}

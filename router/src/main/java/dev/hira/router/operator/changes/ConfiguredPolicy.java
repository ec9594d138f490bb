package dev.hira.router.operator.changes;

import dev.hira.router.config.PolicyConfig;
import dev.hira.router.operator.changes.Subject.Kind;
import dev.hira.router.operator.control.GrantLog;
import dev.hira.router.operator.control.RulesText;
import dev.hira.router.operator.control.SchedulerChoice;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The policy of a configuration. For each subject the last change counts: a subject whose
 * configuration differs from the one that the router read before becomes as configured; all others
 * stay as operators left them.
 */
public final class ConfiguredPolicy {
    private static final Logger LOG = LoggerFactory.getLogger(ConfiguredPolicy.class);

    /** The author of what the router takes over from its configuration. */
    public static final String AUTHOR = "the configuration file";

    private final SubjectMap subjects;
    private final RulesText rules;

    private ConfiguredPolicy(SubjectMap subjects, RulesText rules) {
        this.subjects = subjects;
        this.rules = rules;
    }

    /**
     * @param rules the rules in the configured file
     */
    public static ConfiguredPolicy of(PolicyConfig config, RulesText rules) {
        Map<String, SchedulerChoice> schedulers = new HashMap<>();
        config.schedulers()
                .forEach((device, scheduler) ->
                        schedulers.put(
                                device,
                                new SchedulerChoice(scheduler.name(), scheduler.parameters())));
        SubjectMap configured = StoredPolicy.state(config.grants(), schedulers);
        configured.apply(new Edit(Subject.RULES, Map.of(StoredPolicy.TEXT, rules.text())));
        return new ConfiguredPolicy(configured, rules);
    }

    /** Returns the settings of all subjects; rules have their text alone. */
    public SubjectMap subjects() {
        return subjects;
    }

    RulesText rules() {
        return rules;
    }

    /** Returns the state of a router that has nothing but this. */
    SubjectMap first() {
        SubjectMap first = new SubjectMap(subjects);
        first.apply(StoredPolicy.rules(rules));
        return first;
    }

    /** Whether nothing was edited since the router read these subjects. */
    public boolean isAs(SubjectMap before) {
        return before.editsTo(subjects, _ -> true).isEmpty();
    }

    /**
     * Returns the edits that the router takes over.
     *
     * @param before the subjects of the configuration that the router read before
     * @param state the router's present state
     * @param now dates the rules
     */
    public List<Edit> editsTo(SubjectMap before, SubjectMap state, Instant now) {
        SubjectMap next = new SubjectMap(state);
        for (Edit edit : before.editsTo(subjects, _ -> true)) {
            next.apply(edit.subject().equals(Subject.RULES) ? loaded(state, now) : edit);
        }
        keepClasses(state, next);
        return state.editsTo(next, _ -> true);
    }

    /** Logs what was taken over: each subject, or the number of many. */
    public static void tell(List<Edit> taken) {
        boolean many = taken.size() > GrantLog.MOST_LINES;
        if (many) {
            LOG.info("{} parts are as in the configuration, which was edited", taken.size());
        }
        Level level = many ? Level.DEBUG : Level.INFO;
        taken.forEach(edit ->
                LOG.atLevel(level)
                        .log("{} is as in the configuration, which was edited", edit.subject()));
    }

    /** Returns the edit that loads the configured rules, unless they are loaded already. */
    private Edit loaded(SubjectMap state, Instant now) {
        RulesText before = StoredPolicy.rules(state);
        return StoredPolicy.rules(
                before.text().equals(rules.text())
                        ? before
                        : new RulesText(rules.text(), rules.source(), now, before.version() + 1));
    }

    /** Keeps classes that were removed on one side while VMs were put into them on the other. */
    private void keepClasses(SubjectMap state, SubjectMap next) {
        for (String name : StoredGrants.missingClasses(next)) {
            Subject subject = new Subject(Kind.CLASS, name);
            Map<String, String> settings =
                    Objects.requireNonNullElseGet(state.get(subject), () -> subjects.get(subject));
            next.apply(new Edit(subject, settings));
            LOG.warn("{} stays, since VMs are in it", subject);
        }
    }
}

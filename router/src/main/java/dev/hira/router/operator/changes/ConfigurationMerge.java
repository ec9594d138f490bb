package dev.hira.router.operator.changes;

import dev.hira.router.config.PolicyConfig;
import dev.hira.router.operator.changes.Subject.Kind;
import dev.hira.router.operator.control.RulesText;
import dev.hira.router.operator.control.SchedulerChoice;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a log and the configuration together when the router starts. For each subject the last
 * change counts: a subject whose configuration differs from that of the last start becomes as
 * configured; all others stay as operators left them.
 */
final class ConfigurationMerge {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationMerge.class);
    private static final String AUTHOR = "the configuration file";

    private final ChangeLog log;
    private final InstantSource clock;

    ConfigurationMerge(ChangeLog log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
    }

    void merge(PolicyConfig config, RulesText rules) {
        SubjectMap configured = configured(config, rules);
        if (log.isNew()) {
            SubjectMap first = new SubjectMap(configured);
            first.apply(StoredPolicy.rules(rules));
            log.configure(configured, AUTHOR, first.edits());
            return;
        }
        List<Edit> edited = log.configured().editsTo(configured, _ -> true);
        if (!edited.isEmpty()) {
            log.configure(configured, AUTHOR, taken(edited, configured, rules));
        }
    }

    private static SubjectMap configured(PolicyConfig config, RulesText rules) {
        Map<String, SchedulerChoice> schedulers = new HashMap<>();
        config.schedulers()
                .forEach((device, scheduler) ->
                        schedulers.put(
                                device,
                                new SchedulerChoice(scheduler.name(), scheduler.parameters())));
        SubjectMap configured = StoredPolicy.state(config.grants(), schedulers);
        configured.apply(new Edit(Subject.RULES, Map.of(StoredPolicy.TEXT, rules.text())));
        return configured;
    }

    /** Returns the edits that the router takes over from the configuration. */
    private List<Edit> taken(List<Edit> edited, SubjectMap configured, RulesText rules) {
        SubjectMap state = log.state();
        SubjectMap next = new SubjectMap(state);
        for (Edit edit : edited) {
            next.apply(edit.subject().equals(Subject.RULES) ? rules(state, rules) : edit);
        }
        keepClasses(state, next, configured);
        List<Edit> taken = new ArrayList<>(state.editsTo(next, _ -> true));
        taken.forEach(edit ->
                LOG.info("{} is as in the configuration, which was edited", edit.subject()));
        if (taken.stream().anyMatch(edit -> edit.subject().kind().compareTo(Kind.VM_CLASS) <= 0)) {
            taken.add(StoredGrants.version(StoredGrants.version(state) + 1));
        }
        return taken;
    }

    /** Returns the edit that loads the configured rules, unless they are loaded already. */
    private Edit rules(SubjectMap state, RulesText configured) {
        RulesText before = StoredPolicy.rules(state);
        return StoredPolicy.rules(
                before.text().equals(configured.text())
                        ? before
                        : new RulesText(
                                configured.text(),
                                configured.source(),
                                clock.instant(),
                                before.version() + 1));
    }

    /** Keeps classes that were removed on one side while VMs were put into them on the other. */
    private static void keepClasses(SubjectMap state, SubjectMap next, SubjectMap configured) {
        for (String name : StoredGrants.missingClasses(next)) {
            Subject subject = new Subject(Kind.CLASS, name);
            Map<String, String> settings =
                    Objects.requireNonNullElseGet(
                            state.get(subject), () -> configured.get(subject));
            next.apply(new Edit(subject, settings));
            LOG.warn("{} stays, since VMs are in it", subject);
        }
    }
}

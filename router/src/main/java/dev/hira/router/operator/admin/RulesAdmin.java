package dev.hira.router.operator.admin;

import dev.hira.admin.v1.LoadRulesRequest;
import dev.hira.admin.v1.Rules;
import dev.hira.policy.model.Violation;
import dev.hira.policy.rules.RuleProblem;
import dev.hira.router.operator.access.Author;
import dev.hira.router.operator.admin.message.AdminErrors;
import dev.hira.router.operator.admin.message.SessionMessages;
import dev.hira.router.operator.changes.Changes;
import dev.hira.router.operator.changes.StoredPolicy;
import dev.hira.router.operator.control.PolicyControl;
import dev.hira.router.operator.control.RulesLoad;
import dev.hira.router.operator.control.RulesText;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.EventKind;
import io.grpc.StatusRuntimeException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The admin service's requests about the operator's own rules. */
final class RulesAdmin {
    private static final Logger LOG = LoggerFactory.getLogger(RulesAdmin.class);
    private static final int MOST_CHARACTERS = 1 << 20;

    private final PolicyControl control;
    private final Changes changes;
    private final EventHub events;

    RulesAdmin(PolicyControl control, Changes changes, EventHub events) {
        this.control = control;
        this.changes = changes;
        this.events = events;
    }

    Rules get() {
        return message(control.rules());
    }

    Rules load(LoadRulesRequest request) {
        String text = request.getText();
        if (text.length() > MOST_CHARACTERS) {
            throw AdminErrors.invalid(
                    "text",
                    text.length()
                            + " characters were sent; at most "
                            + MOST_CHARACTERS
                            + " are accepted");
        }
        RulesText before = control.rules();
        RulesLoad load =
                control.loadRules(
                        text,
                        request.getSource(),
                        request.getValidateOnly(),
                        next -> changes.keep(Author.current(), List.of(StoredPolicy.rules(next))));
        return switch (load) {
            case RulesLoad.Rejected rejected -> throw refusal(rejected, request.getSource());
            case RulesLoad.Accepted accepted -> {
                if (accepted.rules().version() != before.version()) {
                    tell(accepted.rules());
                }
                yield message(accepted.rules());
            }
        };
    }

    void tell(RulesText rules) {
        String detail =
                Author.signed(
                        "version "
                                + rules.version()
                                + (rules.source().isEmpty() ? "" : " from " + rules.source())
                                + ", "
                                + rules.text().lines().count()
                                + " lines");
        LOG.atInfo().addKeyValue("source", rules.source()).log("rules loaded: {}", detail);
        events.publish(events.now(EventKind.RULES_LOADED, "").because("operator", detail));
    }

    /** Returns the error for rules from a file, which has a name unless it is empty. */
    static StatusRuntimeException refusal(RulesLoad.Rejected rejected, String source) {
        return AdminErrors.invalidText(
                rejected.problems().stream().map(problem -> violation(problem, source)).toList());
    }

    private static Violation violation(RuleProblem problem, String source) {
        return new Violation(
                "text:" + problem.line() + ":" + problem.column(),
                (source.isEmpty() ? "" : source + ": ") + problem.render());
    }

    private static Rules message(RulesText rules) {
        Rules.Builder message =
                Rules.newBuilder()
                        .setText(rules.text())
                        .setSource(rules.source())
                        .setVersion(rules.version());
        if (rules.loaded() != null) {
            message.setLoaded(SessionMessages.timestamp(rules.loaded()));
        }
        return message.build();
    }
}

package dev.hira.router.operator.admin.message;

import dev.hira.admin.v1.ListSchedulersResponse;
import dev.hira.policy.rules.RuleBook;
import dev.hira.policy.schedule.Parameter;
import dev.hira.policy.schedule.SchedulerKind;
import dev.hira.policy.schedule.catalog.Schedulers;

/** Converts schedulers to messages. */
public final class SchedulerMessages {
    private SchedulerMessages() {}

    /** Returns the schedulers that every router has. */
    public static ListSchedulersResponse builtIn() {
        return list(Schedulers.builtIn(new RuleBook(() -> 0, failure -> {})));
    }

    public static ListSchedulersResponse list(Schedulers schedulers) {
        ListSchedulersResponse.Builder all = ListSchedulersResponse.newBuilder();
        schedulers.kinds().forEach(kind -> all.addSchedulers(message(kind)));
        return all.build();
    }

    private static dev.hira.admin.v1.SchedulerKind message(SchedulerKind kind) {
        dev.hira.admin.v1.SchedulerKind.Builder message =
                dev.hira.admin.v1.SchedulerKind.newBuilder()
                        .setName(kind.name())
                        .setDescription(kind.meaning());
        for (Parameter parameter : kind.parameters()) {
            message.addParametersBuilder()
                    .setName(parameter.name())
                    .setDescription(parameter.meaning())
                    .setDefaultValue(parameter.fallback())
                    .setAllowed(parameter.type().form());
        }
        return message.build();
    }
}

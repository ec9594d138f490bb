package dev.hira.router.operator.admin;

import dev.hira.admin.v1.GetSchedulerRequest;
import dev.hira.admin.v1.ListSchedulersResponse;
import dev.hira.admin.v1.Scheduler;
import dev.hira.admin.v1.SetSchedulerRequest;
import dev.hira.policy.schedule.SchedulerKind;
import dev.hira.router.operator.access.Author;
import dev.hira.router.operator.admin.message.AdminErrors;
import dev.hira.router.operator.admin.message.SchedulerMessages;
import dev.hira.router.operator.changes.Changes;
import dev.hira.router.operator.changes.Edit;
import dev.hira.router.operator.changes.StoredPolicy;
import dev.hira.router.operator.control.PolicyControl;
import dev.hira.router.operator.control.SchedulerChoice;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.EventKind;
import dev.hira.router.placement.ServerView;
import dev.hira.router.session.RouterServices;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The admin service's requests about the schedulers of devices. */
final class SchedulerAdmin {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulerAdmin.class);

    private final RouterServices services;
    private final PolicyControl control;
    private final Changes changes;

    SchedulerAdmin(RouterServices services, PolicyControl control, Changes changes) {
        this.services = services;
        this.changes = changes;
        this.control = control;
    }

    ListSchedulersResponse list() {
        return SchedulerMessages.list(control.schedulers());
    }

    Scheduler get(GetSchedulerRequest request) {
        return message(known(request.getDevice()));
    }

    Scheduler set(SetSchedulerRequest request) {
        String device = known(request.getDevice());
        SchedulerKind kind = kind("name", request.getName());
        SchedulerChoice before = control.scheduler(device);
        SchedulerChoice wanted = new SchedulerChoice(kind.name(), request.getParametersMap());
        try {
            if (!before.equals(complete(kind, wanted))) {
                control.schedulers().create(wanted.name(), wanted.parameters()); // checks them
                Edit edit = StoredPolicy.scheduler(device, wanted);
                changes.keep(Author.current(), List.of(edit));
                apply(device, edit.settings());
            }
        } catch (IllegalArgumentException wrong) {
            throw AdminErrors.invalid("parameters", String.valueOf(wrong.getMessage()));
        }
        return message(device);
    }

    /**
     * Gives a device a scheduler; the caller has written the change to the log.
     *
     * @param settings of the scheduler; null: the usual one
     */
    void apply(String device, @Nullable Map<String, String> settings) {
        SchedulerChoice before = control.scheduler(device);
        if (settings == null) {
            control.scheduleAsUsual(device);
        } else {
            control.schedule(device, StoredPolicy.scheduler(settings));
        }
        tell(device, before, control.scheduler(device));
    }

    /**
     * Returns what is declared for a device, with defaults for missing parameters.
     *
     * @throws io.grpc.StatusRuntimeException when it is wrong
     */
    SchedulerChoice complete(String device, SchedulerChoice choice) {
        String field = "scheduler.devices." + device;
        SchedulerKind kind = kind(field, choice.name());
        try {
            control.schedulers().create(choice.name(), choice.parameters());
        } catch (IllegalArgumentException wrong) {
            throw AdminErrors.invalid(field, String.valueOf(wrong.getMessage()));
        }
        return complete(kind, choice);
    }

    private static SchedulerChoice complete(SchedulerKind kind, SchedulerChoice choice) {
        TreeMap<String, String> all = new TreeMap<>(choice.parameters());
        kind.parameters().forEach(p -> all.putIfAbsent(p.name(), p.fallback()));
        return new SchedulerChoice(choice.name(), all);
    }

    private SchedulerKind kind(String field, String name) {
        List<SchedulerKind> kinds = control.schedulers().kinds();
        return kinds.stream()
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        AdminErrors.invalid(
                                field,
                                "there is no scheduler '"
                                        + name
                                        + "'; there are "
                                        + kinds.stream()
                                                .map(SchedulerKind::name)
                                                .collect(Collectors.joining(", "))));
    }

    private void tell(String device, SchedulerChoice before, SchedulerChoice after) {
        String detail =
                Author.signed(
                        before.name()
                                + " → "
                                + after.name()
                                + " "
                                + new TreeMap<>(after.parameters()));
        LOG.atInfo().addKeyValue("device", device).log("scheduler changed: {}", detail);
        EventHub events = services.events();
        events.publish(
                events.now(EventKind.SCHEDULER_CHANGED, "")
                        .at(device)
                        .because(after.name(), detail));
    }

    /** Returns the name of a device, which must exist. */
    String known(String device) {
        List<String> names =
                services.pool().views().stream().flatMap(SchedulerAdmin::names).toList();
        if (!names.contains(device)) {
            throw AdminErrors.notFound("device", device, "there are " + String.join(", ", names));
        }
        return device;
    }

    private static Stream<String> names(ServerView server) {
        return server.devices().stream().map(device -> server.name() + "/" + device.ordinal());
    }

    private Scheduler message(String device) {
        SchedulerChoice choice = control.scheduler(device);
        return Scheduler.newBuilder()
                .setDevice(device)
                .setName(choice.name())
                .putAllParameters(choice.parameters())
                .build();
    }
}

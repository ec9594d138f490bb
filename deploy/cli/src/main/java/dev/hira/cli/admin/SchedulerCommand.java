package dev.hira.cli.admin;

import dev.hira.admin.v1.GetSchedulerRequest;
import dev.hira.admin.v1.ListSchedulersRequest;
import dev.hira.admin.v1.Scheduler;
import dev.hira.admin.v1.SchedulerKind;
import dev.hira.admin.v1.SetSchedulerRequest;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.TextTable;
import dev.hira.cli.client.VmPrinter;
import dev.hira.router.operator.admin.message.SchedulerMessages;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Commands about the schedulers of devices. */
@Command(
        name = "scheduler",
        description = "Show and change devices' schedulers.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            SchedulerCommand.Kinds.class,
            SchedulerCommand.Show.class,
            SchedulerCommand.SetScheduler.class
        })
public final class SchedulerCommand {
    /** Lists the schedulers. */
    @Command(
            name = "list",
            description =
                    "List the schedulers that devices can have: those of the router, or of this"
                            + " version if no router is named.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira scheduler list")
    static final class Kinds implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Override
        public void run() {
            if (operator.namesRouter()) {
                operator.tellAll(
                        admin ->
                                admin.now()
                                        .listSchedulers(ListSchedulersRequest.getDefaultInstance())
                                        .getSchedulersList(),
                        this::table);
            } else {
                operator.show(SchedulerMessages.builtIn().getSchedulersList(), this::table);
            }
        }

        private void table(List<SchedulerKind> kinds) {
            TextTable table = new TextTable("SCHEDULER", "WHAT IT DOES", "PARAMETERS");
            kinds.forEach(k -> table.row(k.getName(), k.getDescription(), parameters(k)));
            table.print(operator.out());
        }

        private static String parameters(SchedulerKind kind) {
            return kind.getParametersList().stream()
                    .map(p -> p.getName() + "=" + p.getDefaultValue())
                    .collect(Collectors.joining(" "));
        }
    }

    /** Shows a device's scheduler. */
    @Command(
            name = "show",
            description = "Show a device's scheduler.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira scheduler show server/0")
    static final class Show extends OfDevice {
        @Override
        Scheduler ask(AdminClient admin) {
            return admin.now()
                    .getScheduler(GetSchedulerRequest.newBuilder().setDevice(device).build());
        }
    }

    /** The names that completion offers. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return SchedulerMessages.builtIn().getSchedulersList().stream()
                    .map(SchedulerKind::getName)
                    .iterator();
        }
    }

    /** Changes a device's scheduler. */
    @Command(
            name = "set",
            description = "Replace the scheduler of a device, while it works.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira scheduler set server/0 wfq-fixed delay=2ms")
    static final class SetScheduler extends OfDevice {
        @Parameters(
                index = "1",
                paramLabel = "SCHEDULER",
                completionCandidates = Names.class,
                description = "One of 'hira scheduler list'.")
        String name = "";

        @Parameters(
                index = "2..*",
                arity = "0..*",
                paramLabel = "PARAMETER=VALUE",
                description = "For example tick=30ms; other parameters have their defaults.")
        Map<String, String> parameters = Map.of();

        @Override
        Scheduler ask(AdminClient admin) {
            return admin.now()
                    .setScheduler(
                            SetSchedulerRequest.newBuilder()
                                    .setDevice(device)
                                    .setName(name)
                                    .putAllParameters(parameters)
                                    .build());
        }
    }

    /** A command about one device. */
    abstract static class OfDevice implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Parameters(
                index = "0",
                paramLabel = "DEVICE",
                description =
                        "SERVER/DEVICE, as 'hira device list' lists it, for example server/0.")
        String device = "";

        abstract Scheduler ask(AdminClient admin);

        @Override
        public void run() {
            operator.tell(this::ask, this::print);
        }

        private void print(Scheduler scheduler) {
            operator.out().println(scheduler.getDevice() + ": " + scheduler.getName());
            new TreeMap<>(scheduler.getParametersMap())
                    .forEach((name, value) -> VmPrinter.line(operator.out(), name, value));
        }
    }
}

package dev.hira.cli.admin;

import dev.hira.admin.v1.EvictVmRequest;
import dev.hira.admin.v1.ForgetVmRequest;
import dev.hira.admin.v1.ForgetVmResponse;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.ListVmsRequest;
import dev.hira.admin.v1.ListVmsResponse;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.admin.v1.PauseVmRequest;
import dev.hira.admin.v1.ResumeVmRequest;
import dev.hira.admin.v1.Vm;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.Pages;
import dev.hira.cli.client.Terminal;
import dev.hira.cli.client.TimeConverter;
import dev.hira.cli.client.ValueText;
import dev.hira.cli.client.VmPrinter;
import io.grpc.Status;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands about VMs: their use of devices, and whether they may go on. */
@Command(
        name = "vm",
        description =
                "List VMs, and pause, resume, evict, forget, migrate, suspend, checkpoint or restore"
                        + " one.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            VmCommand.ListVms.class,
            VmCommand.Show.class,
            VmCommand.Pause.class,
            VmCommand.Resume.class,
            VmCommand.Evict.class,
            VmCommand.Forget.class,
            VmCommand.Migrate.class,
            VmSuspendCommand.class,
            VmCheckpointCommand.class,
            VmRestoreCommand.class
        })
public final class VmCommand {
    private static final int PAGE = 500;

    private static List<Vm> all(AdminClient admin, ListVmsRequest.Builder request) {
        return Pages.all(
                token -> admin.now().listVms(request.setPageSize(PAGE).setPageToken(token).build()),
                ListVmsResponse::getVmsList,
                ListVmsResponse::getNextPageToken);
    }

    /** Lists the VMs. */
    @Command(
            name = "list",
            description = "List VMs and their use of devices.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira vm list --active -o name")
    static final class ListVms implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Option(names = "--active", description = "Only VMs that have sessions now.")
        boolean active;

        @Option(names = "--class", paramLabel = "NAME", description = "Only VMs of this class.")
        String className = "";

        @Override
        public void run() {
            ListVmsRequest.Builder request =
                    ListVmsRequest.newBuilder().setActive(active).setClass_(className);
            operator.tellAll(
                    admin -> all(admin, request), vms -> VmPrinter.table(vms, operator.out()));
        }
    }

    /** Shows a VM. */
    @Command(
            name = "show",
            description = "Show a VM in detail.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira vm show blue")
    static final class Show extends OfVm {
        @Override
        Vm ask(AdminClient admin, String vm) {
            return admin.now().getVm(GetVmRequest.newBuilder().setVm(vm).build());
        }

        @Override
        void print(Vm vm) {
            VmPrinter.details(vm, operator.out());
        }
    }

    /** Pauses VMs. */
    @Command(
            name = "pause",
            description =
                    "Make a VM's commands wait. Its sessions stay, new ones may open, and work that"
                            + " is at a device goes on.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira vm pause blue green")
    static final class Pause extends OfVm {
        @Override
        Vm ask(AdminClient admin, String vm) {
            return admin.now().pauseVm(PauseVmRequest.newBuilder().setVm(vm).build());
        }
    }

    /** Resumes VMs. */
    @Command(
            name = "resume",
            description =
                    "Let a paused, evicted or suspended VM continue. A suspended one gets places at"
                            + " servers again.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira vm resume blue")
    static final class Resume extends OfVm {
        @Option(
                names = "--to",
                paramLabel = "SERVER[/DEVICE]",
                description =
                        "For a suspended VM: the server, and the first device that the sessions see"
                                + " there. Default: the router chooses.")
        String target = "";

        @Override
        Vm ask(AdminClient admin, String vm) {
            return admin.always()
                    .resumeVm(ResumeVmRequest.newBuilder().setVm(vm).setTarget(target).build());
        }
    }

    /** Evicts VMs. */
    @Command(
            name = "evict",
            description = "End a VM's sessions, and refuse new ones until the VM is resumed.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira vm evict blue --reason \"the time is over\"")
    static final class Evict extends OfVm {
        @Option(
                names = "--reason",
                paramLabel = "SENTENCE",
                description = "The message to its guests.")
        String reason = "";

        @Override
        Vm ask(AdminClient admin, String vm) {
            return admin.now()
                    .evictVm(EvictVmRequest.newBuilder().setVm(vm).setReason(reason).build());
        }
    }

    /** Forgets a VM. */
    @Command(
            name = "forget",
            description =
                    "Forget a VM that has no session: its own policy, its class and its counters. A"
                            + " mistyped name is gone then.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira vm forget bleu")
    static final class Forget implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Parameters(paramLabel = "VM", description = "The VM's name.")
        String vm = "";

        @Override
        public void run() {
            try (AdminClient admin = operator.connect()) {
                ForgetVmResponse _ =
                        admin.now().forgetVm(ForgetVmRequest.newBuilder().setVm(vm).build());
            }
            operator.done("vm", vm, "VM " + vm + " is forgotten");
        }
    }

    /** Migrates a VM. */
    @Command(
            name = "migrate",
            description =
                    "Move all sessions of a VM to another server while its programs run. They see a"
                            + " pause.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira vm migrate blue --to server1/0")
    static final class Migrate implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Parameters(paramLabel = "VM", description = "The VM's name.")
        String vm = "";

        @Option(
                names = "--to",
                required = true,
                paramLabel = "SERVER[/DEVICE]",
                description = "The server, and the first device that the sessions see there.")
        String target = "";

        @Option(
                names = "--limit",
                paramLabel = "TIME",
                defaultValue = "30s",
                converter = TimeConverter.class,
                description =
                        "The time after which the VM goes on where it was. Default: ${DEFAULT-VALUE}.")
        Duration limit = Duration.ofSeconds(30);

        @Option(
                names = "--hold",
                paramLabel = "TIME",
                converter = TimeConverter.class,
                description =
                        "The longest that the commands of the VM may be held. Default: the router's"
                                + " setting moves.hold.")
        @Nullable Duration hold;

        @Override
        public void run() {
            operator.requireNoNames();
            MigrateVmRequest.Builder request =
                    MigrateVmRequest.newBuilder()
                            .setVm(vm)
                            .setTarget(target)
                            .setLimit(TimeConverter.message(limit));
            if (hold != null) {
                request.setHold(TimeConverter.message(hold));
            }
            try (AdminClient admin = operator.connect()) {
                Iterator<MigrateVmProgress> reports = admin.always().migrateVm(request.build());
                MigrationText text =
                        new MigrationText(
                                vm,
                                target,
                                operator.out(),
                                Terminal.isThere() && operator.forPeople());
                while (reports.hasNext()) {
                    show(reports.next(), text);
                }
            }
        }

        private void show(MigrateVmProgress report, MigrationText text) {
            operator.showOne(report, text::show);
            if (report.getStep() == MigrationStep.MIGRATION_STEP_FAILED) {
                throw Status.ABORTED
                        .withDescription(vm + " goes on where it was: " + report.getProblem())
                        .asRuntimeException();
            }
        }
    }

    /** A command about VMs. */
    abstract static class OfVm implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Parameters(arity = "1..*", paramLabel = "VM", description = "The VM's name.")
        List<String> vms = List.of();

        abstract Vm ask(AdminClient admin, String vm);

        void print(Vm vm) {
            operator.out().println(vm.getName() + ": " + ValueText.state(vm.getState()));
            operator.out().flush();
        }

        @Override
        public void run() {
            for (String name : vms) {
                operator.tell(admin -> ask(admin, name), this::print);
            }
        }
    }
}

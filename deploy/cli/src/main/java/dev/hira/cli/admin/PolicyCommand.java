package dev.hira.cli.admin;

import dev.hira.admin.v1.AssignClassRequest;
import dev.hira.admin.v1.ClearPolicyRequest;
import dev.hira.admin.v1.GetPolicyRequest;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.Policy;
import dev.hira.admin.v1.ResourceUsage;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.admin.v1.Vm;
import dev.hira.admin.v1.VmState;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.ValueText;
import dev.hira.cli.client.VmPrinter;
import dev.hira.policy.model.GrantText;
import dev.hira.router.operator.admin.message.GrantMessages;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Commands about the grants of VMs. */
@Command(
        name = "policy",
        description = "Show and change what VMs and classes of VMs may use.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nSettings:%n",
        footer = {
            "  share=3                       weight against other VMs",
            "  cap=25%%                       most device time of each second, also 250ms; or unlimited",
            "  reservation=10%%               least device time while there is work",
            "  priority=5, credits=512       for schedulers that know them",
            "  sessions=4, handles=1000      most at a time",
            "  pinned_bytes=64MiB            most shared memory of a session with router and server",
            "  kernel=2s                     longest kernel",
            "  protection=rebuild            sessions survive their API server, with empty memory;",
            "                                transparent: with all their state; or none",
            "  rates.calls=1000/s            also '1000/s burst 50'; or unlimited",
            "  quotas.device_memory=1GiB     most held in all; or unlimited",
            "  device_quotas.device_memory=512MiB   most held on each device"
        },
        subcommands = {
            PolicyCommand.Show.class,
            PolicyCommand.SetPolicy.class,
            PolicyCommand.Clear.class,
            PolicyCommand.Assign.class,
            HistoryCommands.History.class,
            HistoryCommands.Diff.class,
            HistoryCommands.RollBack.class
        })
public final class PolicyCommand {
    static void print(Policy policy, PrintWriter out) {
        boolean own = policy.getOwn();
        out.printf(
                "VM %s: class %s%s, version %d%n",
                policy.getVm(),
                policy.getClass_(),
                own ? ", with a policy of its own (*); the rest is the class's" : "",
                policy.getVersion());
        List<String> names = policy.getOwnSettingsList();
        GrantText.settings(GrantMessages.model(policy.getGrant()))
                .forEach((setting, value) ->
                        VmPrinter.line(out, setting + (isOwn(names, setting) ? " *" : ""), value));
        names.stream()
                .filter(name -> isUnlimited(policy, name))
                .forEach(name -> VmPrinter.line(out, name + " *", "unlimited"));
    }

    private static boolean isOwn(List<String> names, String setting) {
        return names.contains(setting) || names.contains(setting.replaceFirst("\\..*", ""));
    }

    /**
     * Returns whether a setting lifts a limit of the class; such limits are missing in the grant.
     */
    private static boolean isUnlimited(Policy policy, String name) {
        return name.indexOf('.') >= 0
                && !GrantText.settings(GrantMessages.model(policy.getGrant())).containsKey(name);
    }

    /** A command about one VM's policy. */
    abstract static class OfPolicy implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();
        @Spec CommandSpec spec = CommandSpec.create();

        @Parameters(index = "0", paramLabel = "VM", description = "The VM's name.")
        String vm = "";

        abstract Policy ask(AdminClient admin);

        @Override
        public void run() {
            operator.tell(this::answered, policy -> print(policy, operator.out()));
        }

        private Policy answered(AdminClient admin) {
            Policy policy = ask(admin);
            Optional<Vm> known = known(admin);
            if (known.isEmpty() || known.get().getState() == VmState.VM_STATE_EXPECTED) {
                // The name may be misspelled.
                warn(
                        "no VM '"
                                + vm
                                + "' has opened a session yet; the policy applies when the VM opens its"
                                + " first session");
            }
            known.ifPresent(this::warnOf);
            return policy;
        }

        private Optional<Vm> known(AdminClient admin) {
            try {
                return Optional.of(admin.now().getVm(GetVmRequest.newBuilder().setVm(vm).build()));
            } catch (StatusRuntimeException e) {
                if (e.getStatus().getCode() != Status.Code.NOT_FOUND) {
                    throw e;
                }
                return Optional.empty();
            }
        }

        /** Warns about a VM that the router knows, if the answer has not told everything. */
        void warnOf(Vm known) {}

        final void warn(String sentence) {
            operator.err().println(spec.qualifiedName() + ": " + sentence);
        }
    }

    /** A change of one VM's policy. */
    abstract static class Change extends OfPolicy {
        @Option(
                names = "--version-read",
                paramLabel = "N",
                description = "Change the policy only if it still has this version.")
        long version;
    }

    /** Shows a policy. */
    @Command(
            name = "show",
            description = "Show what a VM may use.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira policy show blue")
    static final class Show extends OfPolicy {
        @Override
        Policy ask(AdminClient admin) {
            return admin.now().getPolicy(GetPolicyRequest.newBuilder().setVm(vm).build());
        }
    }

    /** Changes a policy. */
    @Command(
            name = "set",
            description =
                    "Give a VM settings of its own; the others remain those of its class and follow it."
                            + " Takes effect at once.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira policy set blue share=3 quotas.device_memory=1GiB",
            abbreviateSynopsis = true)
    static final class SetPolicy extends Change {
        @Parameters(
                index = "1..*",
                arity = "0..*",
                hideParamSyntax = true,
                paramLabel = "SETTING=VALUE...",
                description = "For example share=3; 'hira policy --help' lists them.")
        List<String> settings = List.of();

        @Override
        Policy ask(AdminClient admin) {
            GrantSettings typed = GrantSettings.of(settings);
            return admin.now()
                    .setPolicy(
                            SetPolicyRequest.newBuilder()
                                    .setVm(vm)
                                    .setGrant(typed.grant())
                                    .setUpdateMask(typed.mask())
                                    .setVersion(version)
                                    .build());
        }

        /** Warns about quotas below what the VM holds, from which nothing is taken away. */
        @Override
        void warnOf(Vm known) {
            for (ResourceUsage use : known.getUsage().getResourcesList()) {
                if (use.hasQuota() && use.getHeld() > use.getQuota()) {
                    boolean bytes = use.getUnit().equals("bytes");
                    warn(
                            String.format(
                                    "VM '%s' holds %s of %s, more than its quota of %s; nothing is taken"
                                            + " away, and the VM gets no more until it has released that",
                                    vm,
                                    bytes ? ValueText.bytes(use.getHeld()) : use.getHeld(),
                                    use.getName(),
                                    bytes ? ValueText.bytes(use.getQuota()) : use.getQuota()));
                }
            }
        }
    }

    /** Removes a VM's own policy. */
    @Command(
            name = "clear",
            description = "Remove a VM's own policy, so that the policy of its class holds.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira policy clear blue")
    static final class Clear extends Change {
        @Override
        Policy ask(AdminClient admin) {
            return admin.now()
                    .clearPolicy(
                            ClearPolicyRequest.newBuilder().setVm(vm).setVersion(version).build());
        }
    }

    /** Puts a VM into a class. */
    @Command(
            name = "assign",
            description = "Put a VM into a class.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira policy assign blue gold")
    static final class Assign extends Change {
        @Parameters(index = "1", paramLabel = "CLASS", description = "The name of a class.")
        String className = "";

        @Override
        Policy ask(AdminClient admin) {
            return admin.now()
                    .assignClass(
                            AssignClassRequest.newBuilder()
                                    .setVm(vm)
                                    .setClass_(className)
                                    .setVersion(version)
                                    .build());
        }
    }
}

package dev.hira.cli.admin;

import dev.hira.admin.v1.DeleteClassRequest;
import dev.hira.admin.v1.DeleteClassResponse;
import dev.hira.admin.v1.GetClassRequest;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.ListClassesRequest;
import dev.hira.admin.v1.ListClassesResponse;
import dev.hira.admin.v1.SetClassRequest;
import dev.hira.admin.v1.VmClass;
import dev.hira.base.CountText;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.Pages;
import dev.hira.cli.client.TextTable;
import dev.hira.cli.client.VmPrinter;
import dev.hira.policy.model.GrantText;
import dev.hira.router.operator.admin.message.GrantMessages;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Commands about classes of VMs and their grants. */
@Command(
        name = "class",
        description = "List, show, change and delete classes of VMs.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ClassCommand.ListClasses.class,
            ClassCommand.Show.class,
            ClassCommand.SetClass.class,
            ClassCommand.Delete.class
        })
public final class ClassCommand {
    /** Lists the classes. */
    @Command(
            name = "list",
            description = "List classes.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira class list")
    static final class ListClasses implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Override
        public void run() {
            operator.tellAll(ListClasses::classes, this::table);
        }

        private static List<VmClass> classes(AdminClient admin) {
            return Pages.all(
                    token ->
                            admin.now()
                                    .listClasses(
                                            ListClassesRequest.newBuilder()
                                                    .setPageToken(token)
                                                    .build()),
                    ListClassesResponse::getClassesList,
                    ListClassesResponse::getNextPageToken);
        }

        private void table(List<VmClass> classes) {
            TextTable table = new TextTable("CLASS", "VMS", "GRANT");
            classes.forEach(c -> table.row(c.getName(), c.getMembers(), line(c.getGrant())));
            table.print(operator.out());
        }

        private static String line(Grant grant) {
            return GrantText.settings(GrantMessages.model(grant)).entrySet().stream()
                    .filter(e -> !e.getValue().equals("unlimited"))
                    .map(e -> e.getKey() + "=" + e.getValue())
                    .collect(Collectors.joining(" "));
        }
    }

    /** A command about one class. */
    abstract static class OfClass implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Parameters(index = "0", paramLabel = "CLASS", description = "The name of the class.")
        String name = "";

        abstract VmClass ask(AdminClient admin);

        @Override
        public void run() {
            operator.tell(this::ask, this::print);
        }

        private void print(VmClass answer) {
            operator.out()
                    .printf(
                            "class %s: %s, version %d%n",
                            answer.getName(),
                            CountText.of(answer.getMembers(), "VM"),
                            answer.getVersion());
            GrantText.settings(GrantMessages.model(answer.getGrant()))
                    .forEach((s, value) -> VmPrinter.line(operator.out(), s, value));
        }
    }

    /** Shows a class. */
    @Command(
            name = "show",
            description = "Show a class.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira class show gold -o yaml")
    static final class Show extends OfClass {
        @Override
        VmClass ask(AdminClient admin) {
            return admin.now().getClass(GetClassRequest.newBuilder().setName(name).build());
        }
    }

    /** Creates or changes a class. */
    @Command(
            name = "set",
            description = "Create a class, or change settings of one; its other settings stay.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira class set gold share=8 cap=50%% 'rates.launches=1000/s burst 50'",
            abbreviateSynopsis = true)
    static final class SetClass extends OfClass {
        @Parameters(
                index = "1..*",
                arity = "0..*",
                hideParamSyntax = true,
                paramLabel = "SETTING=VALUE...",
                description = "For example share=3; 'hira policy --help' lists them.")
        List<String> settings = List.of();

        @Override
        VmClass ask(AdminClient admin) {
            GrantSettings typed = GrantSettings.of(settings);
            return admin.now()
                    .setClass(
                            SetClassRequest.newBuilder()
                                    .setName(name)
                                    .setGrant(typed.grant())
                                    .setUpdateMask(typed.mask())
                                    .build());
        }
    }

    /** Deletes a class. */
    @Command(
            name = "delete",
            description = "Delete a class without VMs.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira class delete gold")
    static final class Delete implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Parameters(index = "0", paramLabel = "CLASS", description = "The name of the class.")
        String name = "";

        @Override
        public void run() {
            DeleteClassRequest request = DeleteClassRequest.newBuilder().setName(name).build();
            try (AdminClient admin = operator.connect()) {
                DeleteClassResponse _ = admin.now().deleteClass(request);
            }
            operator.done("name", name, "class " + name + " was deleted");
        }
    }
}

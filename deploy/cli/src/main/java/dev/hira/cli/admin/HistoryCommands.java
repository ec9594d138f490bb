package dev.hira.cli.admin;

import dev.hira.admin.v1.Change;
import dev.hira.admin.v1.ChangedSetting;
import dev.hira.admin.v1.CompareChangesRequest;
import dev.hira.admin.v1.ListChangesRequest;
import dev.hira.admin.v1.RollBackRequest;
import dev.hira.base.CountText;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OperatorOptions;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands about the changes that operators made. */
public final class HistoryCommands {
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private HistoryCommands() {}

    private static void print(Change change, PrintWriter out) {
        Instant time =
                Instant.ofEpochSecond(change.getTime().getSeconds(), change.getTime().getNanos());
        out.printf(
                "%d  %s  %s%n",
                change.getNumber(),
                CLOCK.format(time.atZone(ZoneId.systemDefault())),
                change.getAuthor());
        print(change.getSettingsList(), change.getFurther(), out);
    }

    /** Prints settings, which the router sends in the order of their subjects. */
    public static void print(List<ChangedSetting> settings, int further, PrintWriter out) {
        for (ChangedSetting setting : settings) {
            out.printf(
                    "    %s: %s %s → %s%n",
                    setting.getSubject(),
                    setting.getSetting(),
                    setting.hasBefore() ? setting.getBefore() : "(none)",
                    setting.hasAfter() ? setting.getAfter() : "(none)");
        }
        if (further > 0) {
            out.println("    and " + CountText.of(further, "further setting"));
        }
    }

    /** Lists changes. */
    @Command(
            name = "history",
            description =
                    "List what operators and edits of the configuration changed, the latest first."
                            + " Needs a router with a state directory.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira policy history --vm blue --last 5")
    static final class History implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Option(names = "--vm", paramLabel = "VM", description = "Only changes of this VM.")
        String vm = "";

        @Option(
                names = {"-n", "--last"},
                paramLabel = "N",
                defaultValue = "20",
                description = "The most changes to list; by default 20.")
        int last;

        @Option(
                names = "--before",
                paramLabel = "N",
                description = "Only changes before the one with this number.")
        long before;

        @Override
        public void run() {
            ListChangesRequest request =
                    ListChangesRequest.newBuilder()
                            .setVm(vm)
                            .setPageSize(last)
                            .setBefore(before)
                            .build();
            operator.tellAll(
                    admin -> admin.now().listChanges(request).getChangesList(),
                    changes -> {
                        changes.forEach(change -> print(change, operator.out()));
                        if (changes.isEmpty()) {
                            operator.out().println("there are no changes");
                        }
                    });
        }
    }

    /** Compares two states. */
    @Command(
            name = "diff",
            description =
                    "Show how the present state, or that after the change TO, differs from the state"
                            + " after the change FROM. 'hira policy history' lists the numbers.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira policy diff 17 20")
    static final class Diff implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Parameters(index = "0", paramLabel = "FROM", description = "The number of a change.")
        long from;

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "TO",
                description = "The number of a change; by default the present state.")
        long to;

        @Override
        public void run() {
            operator.tell(
                    admin ->
                            admin.now()
                                    .compareChanges(
                                            CompareChangesRequest.newBuilder()
                                                    .setFrom(from)
                                                    .setTo(to)
                                                    .build()),
                    answer -> {
                        if (answer.getSettingsCount() == 0) {
                            operator.out().println("nothing differs");
                        }
                        print(answer.getSettingsList(), answer.getFurther(), operator.out());
                    });
        }
    }

    /** Puts an earlier policy in force. */
    @Command(
            name = "rollback",
            description =
                    "Put classes, grants, schedulers and rules in force again as they were after the"
                            + " change N. VMs stay paused or evicted, servers drained.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira policy rollback 17 --check")
    static final class RollBack implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Parameters(index = "0", paramLabel = "N", description = "The number of a change.")
        long to;

        @Option(names = "--check", description = "Show what would change, and change nothing.")
        boolean check;

        @Override
        public void run() {
            operator.tell(
                    admin ->
                            admin.now()
                                    .rollBack(
                                            RollBackRequest.newBuilder()
                                                    .setTo(to)
                                                    .setValidateOnly(check)
                                                    .build()),
                    answer -> {
                        PrintWriter out = operator.out();
                        if (answer.getSettingsCount() == 0) {
                            out.printf("the policy is as it was after change %d%n", to);
                        } else {
                            out.println(
                                    check
                                            ? "this would change:"
                                            : "rolled back, as change " + answer.getNumber() + ":");
                            print(answer.getSettingsList(), answer.getFurther(), out);
                        }
                    });
        }
    }
}

package dev.hira.cli.declare;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hira.admin.v1.ApplyPolicyRequest;
import dev.hira.admin.v1.ApplyPolicyResponse;
import dev.hira.admin.v1.PolicyDeclaration;
import dev.hira.cli.admin.HistoryCommands;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.ExitStatus;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.Terminal;
import dev.hira.cli.client.UsageException;
import dev.hira.router.RouterCheck;
import dev.hira.router.RouterOptions;
import io.grpc.StatusRuntimeException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes the policy as files declare it. */
@Command(
        name = "apply",
        description =
                "Make classes, VMs, schedulers and rules as files declare them. Shows what will change,"
                        + " and asks first. All of it is one change, or none.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = {
            "  hira apply -f policy.conf --dry-run",
            "  hira apply -f policies/ --prune --yes",
            "  hira apply -f policy.conf --check"
        })
public final class ApplyCommand implements Callable<Integer> {
    @Mixin OperatorOptions operator = new OperatorOptions();

    @Option(
            names = {"-f", "--file"},
            required = true,
            paramLabel = "FILE|FOLDER",
            description =
                    "A file, or a folder with files *.conf. May be repeated; docs/apply.md describes"
                            + " them.")
    List<Path> files = List.of();

    @Option(
            names = "--prune",
            description =
                    "Remove what the files do not declare: classes, VMs' classes and settings,"
                            + " schedulers of devices, rules.")
    boolean prune;

    @Option(names = "--dry-run", description = "Show what would change, and change nothing.")
    boolean dryRun;

    @Option(
            names = "--exit-code",
            description = "With --dry-run: end with 6 if something would change.")
    boolean exitCode;

    @Option(names = "--yes", description = "Do not ask.")
    boolean yes;

    @Option(names = "--check", description = "Check the files only, without a router.")
    boolean check;

    @Override
    public Integer call() {
        if (exitCode && (!dryRun || check)) {
            throw new UsageException(
                    "--exit-code needs --dry-run, without --check: it tells whether something would"
                            + " change");
        }
        operator.requireNoNames();
        operator.within(OperatorOptions.WHOLE_POLICY);
        Declaration declared = DeclarationReader.read(files);
        if (check) {
            check(declared.policy());
            return ExitStatus.DONE.code();
        }
        try (AdminClient admin = operator.connect()) {
            ApplyPolicyRequest.Builder request =
                    ApplyPolicyRequest.newBuilder().setPolicy(declared.policy()).setPrune(prune);
            ApplyPolicyResponse plan =
                    applied(admin, request.clone().setValidateOnly(true).build());
            boolean differs = plan.getSettingsCount() > 0;
            if (dryRun || !differs) {
                operator.showOne(plan, each -> print(each, "this would change:"));
            } else {
                apply(admin, request, plan);
            }
            return (exitCode && differs ? ExitStatus.DIFFERENT : ExitStatus.DONE).code();
        } catch (StatusRuntimeException refusal) {
            throw declared.located(refusal);
        }
    }

    private void check(PolicyDeclaration declared) {
        RouterCheck.rules(
                        declared.getRules().getText(),
                        declared.getRules().getSource(),
                        RouterOptions.defaults())
                .ifPresent(wrong -> {
                    throw new UsageException(wrong);
                });
        operator.out().println("the files are valid");
        operator.out().flush();
    }

    private void apply(
            AdminClient admin, ApplyPolicyRequest.Builder request, ApplyPolicyResponse plan) {
        if (operator.forPeople()) {
            print(plan, "this will change:");
        }
        if (yes || agreed()) {
            ApplyPolicyResponse done = applied(admin, request.setPlan(plan.getPlan()).build());
            operator.showOne(done, _ -> operator.out().println("applied"));
        } else {
            operator.out().println("nothing was changed");
            operator.out().flush();
        }
    }

    private ApplyPolicyResponse applied(AdminClient admin, ApplyPolicyRequest request) {
        return operator.waiting(OperatorOptions.ROUTER, () -> admin.now().applyPolicy(request));
    }

    private void print(ApplyPolicyResponse plan, String heading) {
        if (plan.getSettingsCount() == 0) {
            operator.out().println("nothing differs");
        } else {
            operator.out().println(heading);
            HistoryCommands.print(plan.getSettingsList(), plan.getFurther(), operator.out());
        }
        operator.out().flush();
    }

    private boolean agreed() {
        if (!Terminal.isThere() || !operator.forPeople()) {
            throw new UsageException(
                    "there is no terminal for a question, so nothing was changed; pass --yes to apply"
                            + " this, or --dry-run to see it only");
        }
        operator.err().print("apply this? [y/N] ");
        operator.err().flush();
        try {
            String answer = new BufferedReader(new InputStreamReader(System.in, UTF_8)).readLine();
            return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.hira.cli.declare;

import dev.hira.admin.v1.ExportPolicyRequest;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OperatorOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the policy in force as a file. */
@Command(
        name = "export",
        description =
                "Print classes, VMs, schedulers and rules as a file for 'hira apply', which changes"
                        + " nothing when it is applied at once.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = "  hira export > policy.conf")
public final class ExportCommand implements Runnable {
    @Mixin OperatorOptions operator = new OperatorOptions();

    @Override
    public void run() {
        operator.requireNoNames();
        operator.within(OperatorOptions.WHOLE_POLICY);
        operator.tell(
                admin ->
                        admin.now()
                                .exportPolicy(ExportPolicyRequest.getDefaultInstance())
                                .getPolicy(),
                policy -> operator.out().print(DeclarationText.of(policy)));
    }
}

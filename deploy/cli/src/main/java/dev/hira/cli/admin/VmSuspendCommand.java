package dev.hira.cli.admin;

import dev.hira.admin.v1.SuspendVmRequest;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.TimeConverter;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Suspends a VM. */
@Command(
        name = "suspend",
        description =
                "Save the state of a VM and free its devices. Its programs stay connected and wait"
                        + " until the VM is resumed.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = "  hira vm suspend blue --limit 60")
final class VmSuspendCommand implements Runnable {
    @Mixin OperatorOptions operator = new OperatorOptions();

    @Parameters(paramLabel = "VM", description = "The VM's name.")
    String vm = "";

    @Option(
            names = "--limit",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = TimeConverter.class,
            description = "The time after which the VM goes on. Default: ${DEFAULT-VALUE}.")
    Duration limit = Duration.ofSeconds(30);

    @Override
    public void run() {
        operator.requireNoNames();
        SuspendVmRequest request =
                SuspendVmRequest.newBuilder()
                        .setVm(vm)
                        .setLimit(TimeConverter.message(limit))
                        .build();
        CheckpointProgressPrinter printer =
                new CheckpointProgressPrinter(operator, vm, "suspended", "goes on where it was");
        try (AdminClient admin = operator.connect()) {
            admin.always().suspendVm(request).forEachRemaining(printer::show);
        }
        printer.requireDone();
    }
}

package dev.hira.cli.admin;

import dev.hira.admin.v1.DeviceUsage;
import dev.hira.admin.v1.ListDevicesRequest;
import dev.hira.admin.v1.ListDevicesResponse;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.Pages;
import dev.hira.cli.client.TextTable;
import dev.hira.cli.client.ValueText;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Commands about the devices of a router's servers. */
@Command(
        name = "device",
        description = "List the devices of a router's servers.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = DeviceCommand.ListDevices.class)
public final class DeviceCommand {
    /** Lists the devices. */
    @Command(
            name = "list",
            description = "List the devices with their load.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira device list -o json")
    static final class ListDevices implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Override
        public void run() {
            operator.tellAll(ListDevices::devices, this::table);
        }

        private static List<DeviceUsage> devices(AdminClient admin) {
            return Pages.all(
                    token ->
                            admin.now()
                                    .listDevices(
                                            ListDevicesRequest.newBuilder()
                                                    .setPageToken(token)
                                                    .build()),
                    ListDevicesResponse::getDevicesList,
                    ListDevicesResponse::getNextPageToken);
        }

        private void table(List<DeviceUsage> devices) {
            TextTable table =
                    new TextTable(
                            "DEVICE",
                            "MODEL",
                            "SCHEDULER",
                            "BUSY",
                            "DEVICE TIME",
                            "IN FLIGHT",
                            "WAITING",
                            "SESSIONS",
                            "MEMORY");
            devices.forEach(d ->
                    table.row(
                            d.getName() + (d.getServing() ? "" : " (gone)"),
                            d.getModel(),
                            d.getScheduler(),
                            ValueText.percent(d.getUtilization()),
                            ValueText.time(d.getDeviceTime()),
                            d.getInFlight(),
                            d.getWaiting(),
                            d.getSessions(),
                            ValueText.bytes(d.getAllocatedBytes())
                                    + " of "
                                    + ValueText.bytes(d.getMemoryBytes())));
            table.print(operator.out());
        }
    }
}

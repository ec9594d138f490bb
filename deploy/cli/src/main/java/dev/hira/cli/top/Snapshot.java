package dev.hira.cli.top;

import dev.hira.admin.v1.DeviceUsage;
import dev.hira.admin.v1.GetStatusRequest;
import dev.hira.admin.v1.GetStatusResponse;
import dev.hira.admin.v1.ListDevicesRequest;
import dev.hira.admin.v1.ListVmsRequest;
import dev.hira.admin.v1.Vm;
import dev.hira.admin.v1.VmOrder;
import dev.hira.cli.client.AdminClient;
import java.util.List;

/**
 * The state of a router at one moment.
 *
 * @param vms the busiest first
 */
public record Snapshot(GetStatusResponse status, List<DeviceUsage> devices, List<Vm> vms) {
    public Snapshot {
        devices = List.copyOf(devices);
        vms = List.copyOf(vms);
    }

    /** Returns the same snapshot with its VMs in another order. */
    Snapshot in(TopOrder order) {
        return new Snapshot(status, devices, vms.stream().sorted(order.comparator()).toList());
    }

    /** Takes a snapshot of the router. */
    public static Snapshot of(AdminClient admin, int mostVms) {
        return new Snapshot(
                admin.now().getStatus(GetStatusRequest.getDefaultInstance()),
                admin.now().listDevices(ListDevicesRequest.getDefaultInstance()).getDevicesList(),
                admin.now()
                        .listVms(
                                ListVmsRequest.newBuilder()
                                        .setPageSize(mostVms)
                                        .setOrder(VmOrder.VM_ORDER_SHARE)
                                        .build())
                        .getVmsList());
    }
}

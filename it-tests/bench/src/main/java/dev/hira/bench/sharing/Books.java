package dev.hira.bench.sharing;

import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.ListDevicesRequest;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.admin.v1.SetSchedulerRequest;
import dev.hira.admin.v1.VmUsage;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.ValueText;
import java.util.Map;

/** The router's books about its VMs, and an operator's requests to it. */
public final class Books implements AutoCloseable {
    private final AdminClient admin;

    public Books(String adminUri) {
        admin = AdminClient.connect(adminUri);
    }

    /** Returns the device time that a VM has used so far, in nanoseconds. */
    public long deviceNanos(String vm) {
        return ValueText.nanos(usage(vm).getDeviceTime());
    }

    /** Returns the number of commands that a VM has sent so far. */
    public long commands(String vm) {
        return usage(vm).getCommands();
    }

    private VmUsage usage(String vm) {
        return admin.now().getVm(GetVmRequest.newBuilder().setVm(vm).build()).getUsage();
    }

    void share(String vm, long weight) {
        admin.now()
                .setPolicy(
                        SetPolicyRequest.newBuilder()
                                .setVm(vm)
                                .setGrant(Grant.newBuilder().setShare(weight))
                                .build());
    }

    /** Gives the only device this scheduler. */
    void schedule(String scheduler) {
        schedule(scheduler, Map.of());
    }

    void schedule(String scheduler, Map<String, String> parameters) {
        String device =
                admin.now()
                        .listDevices(ListDevicesRequest.getDefaultInstance())
                        .getDevices(0)
                        .getName();
        admin.now()
                .setScheduler(
                        SetSchedulerRequest.newBuilder()
                                .setDevice(device)
                                .setName(scheduler)
                                .putAllParameters(parameters)
                                .build());
    }

    @Override
    public void close() {
        admin.close();
    }
}

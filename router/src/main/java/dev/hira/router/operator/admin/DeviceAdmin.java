package dev.hira.router.operator.admin;

import dev.hira.admin.v1.Device;
import dev.hira.admin.v1.DeviceUsage;
import dev.hira.admin.v1.ListDevicesRequest;
import dev.hira.admin.v1.ListDevicesResponse;
import dev.hira.admin.v1.Server;
import dev.hira.admin.v1.ServerState;
import dev.hira.router.operator.admin.message.ServerMessages;
import dev.hira.router.operator.admin.message.VmMessages;
import dev.hira.router.operator.control.PolicyControl;
import dev.hira.router.operator.control.ShareMeter;
import dev.hira.router.operator.control.VmOnDevice;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The admin service's requests about devices. */
final class DeviceAdmin {
    private final RouterServices services;
    private final PolicyControl control;
    private final ShareMeter shares;

    DeviceAdmin(RouterServices services, PolicyControl control, ShareMeter shares) {
        this.services = services;
        this.control = control;
        this.shares = shares;
    }

    ListDevicesResponse list(ListDevicesRequest request) {
        NavigableMap<String, DeviceUsage.Builder> devices = devices();
        addWork(devices);
        Page<DeviceUsage.Builder> page =
                Page.of(
                        devices.tailMap(request.getPageToken(), false).values().stream(),
                        Page.size(request.getPageSize()),
                        DeviceUsage.Builder::getName);
        ListDevicesResponse.Builder response =
                ListDevicesResponse.newBuilder().setNextPageToken(page.next());
        page.items().forEach(response::addDevices);
        return response.build();
    }

    private NavigableMap<String, DeviceUsage.Builder> devices() {
        TreeMap<String, DeviceUsage.Builder> devices = new TreeMap<>();
        List<RouterSession> sessions = services.registry().all();
        services.pool()
                .views()
                .forEach(view -> {
                    Server server = ServerMessages.server(view, sessions);
                    server.getDevicesList()
                            .forEach(device -> {
                                DeviceUsage.Builder usage = usage(server, device);
                                devices.put(usage.getName(), usage);
                            });
                });
        return devices;
    }

    private static DeviceUsage.Builder usage(Server server, Device device) {
        return DeviceUsage.newBuilder()
                .setName(server.getName() + "/" + device.getOrdinal())
                .setModel(device.getName())
                .setServer(server.getName())
                .setOrdinal(device.getOrdinal())
                .setServing(server.getState() == ServerState.SERVER_STATE_UP)
                .setMemoryBytes(device.getMemoryBytes())
                .setAllocatedBytes(device.getAllocatedBytes())
                .setSessions(device.getSessions());
    }

    private void addWork(Map<String, DeviceUsage.Builder> devices) {
        List<VmOnDevice> uses = control.uses();
        ShareMeter.Shares lately = shares.shares(services.nanoClock().nanoTime(), uses);
        Map<String, Long> nanos = new HashMap<>();
        for (VmOnDevice use : uses) {
            nanos.merge(use.device(), use.nanos(), Long::sum);
            DeviceUsage.Builder device = devices.get(use.device());
            if (device != null) {
                device.setInFlight(device.getInFlight() + use.inFlight())
                        .setWaiting(device.getWaiting() + use.waiting());
            }
        }
        devices.forEach((name, device) ->
                device.setUtilization(lately.utilization(name))
                        .setScheduler(control.scheduler(name).name())
                        .setDeviceTime(VmMessages.duration(nanos.getOrDefault(name, 0L))));
    }
}

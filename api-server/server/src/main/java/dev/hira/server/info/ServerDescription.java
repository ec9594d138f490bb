package dev.hira.server.info;

import dev.hira.server.config.ApiServerConfig;
import dev.hira.server.dispatch.Dispatcher;
import dev.hira.server.host.DeviceReport;
import dev.hira.server.host.DriverHost;
import dev.hira.server.session.SessionHost;
import dev.hira.server.session.WireLimits;
import dev.hira.wire.v1.ServedApi;
import dev.hira.wire.v1.ServedDevice;
import dev.hira.wire.v1.ServerInfo;

/** Composes the {@link ServerInfo} from the present state. */
public final class ServerDescription {
    private static final double LOAD_STEPS = 50;

    private final ApiServerConfig config;
    private final String instance;
    private final String version;
    private final DriverHost host;
    private final SessionHost sessions;

    /**
     * Creates a description.
     *
     * @param instance differs after each start
     */
    public ServerDescription(
            ApiServerConfig config,
            String instance,
            String version,
            DriverHost host,
            SessionHost sessions) {
        this.config = config;
        this.instance = instance;
        this.version = version;
        this.host = host;
        this.sessions = sessions;
    }

    /**
     * Returns the server's present state. Loads are rounded, so that only noticeable changes show.
     */
    public ServerInfo now() {
        ServerInfo.Builder info =
                ServerInfo.newBuilder()
                        .setName(config.name())
                        .setInstance(instance)
                        .setSessions(sessions.sessions())
                        .setMaxSessions(config.sessions())
                        .setDraining(sessions.isDraining())
                        .setLimits(WireLimits.of(config.limits()))
                        .setSharesMemory(config.memory())
                        .setVersion(version);
        host.drivers().forEach(driver -> info.addApis(api(driver.dispatcher())));
        host.devices().forEach(device -> info.addDevices(device(device)));
        return info.build();
    }

    private static ServedApi api(Dispatcher<?> dispatcher) {
        return ServedApi.newBuilder()
                .setApi(dispatcher.api())
                .setDigest(dispatcher.digest())
                .setName(dispatcher.driverType().getSimpleName())
                .build();
    }

    private ServedDevice device(DeviceReport device) {
        return ServedDevice.newBuilder()
                .setOrdinal(device.ordinal())
                .addAllApis(device.apis().stream().sorted().toList())
                .setName(device.name())
                .setProfile(device.profile())
                .setTotalMemory(device.totalMemory())
                .setFreeMemory(device.freeMemory())
                .setMemoryGranule(device.memoryGranule())
                .setHoldsKernels(device.holdsKernels())
                .setImmovable(device.immovable())
                .setMultiprocessors(device.multiprocessors())
                .setClockKhz(device.clockKhz())
                .setSessions(sessions.sessionsOn(device.ordinal()))
                .setLoad(Math.round(device.load() * LOAD_STEPS) / LOAD_STEPS)
                .build();
    }
}

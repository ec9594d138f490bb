package dev.hira.lab.world;

import dev.hira.lab.calls.Costs;
import dev.hira.lab.measure.Recorder;
import dev.hira.link.Link;
import dev.hira.sim.clock.VirtualClock;
import dev.hira.sim.engine.DeviceEngines;
import dev.hira.sim.profile.DeviceProfile;
import java.util.ArrayList;
import java.util.List;

/** A server of the laboratory: devices' engines, and sessions that feed them. */
final class LabServer {
    private final String name;
    private final List<LabDevice> devices = new ArrayList<>();
    private final Recorder recorder;
    private final VirtualClock clock;

    LabServer(
            String name,
            DeviceProfile profile,
            int count,
            VirtualClock clock,
            Costs costs,
            Recorder recorder) {
        this.name = name;
        this.clock = clock;
        this.recorder = recorder;
        for (int i = 0; i < count; i++) {
            DeviceEngines engines = new DeviceEngines(name + "-" + i, profile, clock, 0, null);
            devices.add(new LabDevice(name + "/" + i, engines, costs.penalty()));
        }
    }

    String name() {
        return name;
    }

    List<LabDevice> devices() {
        return devices;
    }

    VirtualClock clock() {
        return clock;
    }

    Recorder recorder() {
        return recorder;
    }

    /** Serves the session at the other end of the link. */
    void serve(Link link) {
        link.start(new LabServerSession(this, link));
    }
}

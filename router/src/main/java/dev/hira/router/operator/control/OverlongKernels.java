package dev.hira.router.operator.control;

import dev.hira.policy.tenant.PolicyListener;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.EventKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs kernels that ran longer than their VMs may and publishes them as events. */
public final class OverlongKernels implements PolicyListener {
    private static final Logger LOG = LoggerFactory.getLogger(OverlongKernels.class);

    private final EventHub events;

    public OverlongKernels(EventHub events) {
        this.events = events;
    }

    @Override
    public void overlong(
            String vm, String session, String device, String label, long nanos, long most) {
        LOG.atWarn()
                .addKeyValue("vm", vm)
                .addKeyValue("session", session)
                .addKeyValue("device", device)
                .addKeyValue("nanos", nanos)
                .addKeyValue("most", most)
                .log("kernel exceeded its VM's limit: {}", label);
        events.publish(
                events.now(EventKind.KERNEL_STOPPED, vm)
                        .in(session)
                        .at(device)
                        .by(label)
                        .because(
                                "kernel",
                                "a kernel took "
                                        + nanos
                                        + " ns of device time; the VM's limit is "
                                        + most
                                        + " ns")
                        .lasting(nanos));
    }
}

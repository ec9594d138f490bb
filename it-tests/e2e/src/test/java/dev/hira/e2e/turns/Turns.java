package dev.hira.e2e.turns;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import com.google.protobuf.FieldMask;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.admin.v1.VmDeviceUsage;
import dev.hira.cli.client.AdminClient;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** An operator that caps a VM to keep its kernel held, and sees which VM uses the device. */
public final class Turns implements AutoCloseable {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(120);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    /** Device time of one VM that shows that the kernel of the other is held: many slices. */
    private static final long LONG = TimeUnit.MILLISECONDS.toNanos(100);

    /** Device time of a few slices. */
    private static final long SOME = TimeUnit.MILLISECONDS.toNanos(10);

    /** Cap with which a VM waits for half an hour after a slice. */
    private static final long NEXT_TO_NOTHING = 1000;

    private static final String DEVICE = "server0/0";

    private final AdminClient admin;

    public Turns(String adminUri) {
        this.admin = AdminClient.connect(adminUri);
    }

    /** Repeats a check until it holds. */
    static void await(String what, BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - begin).as("still not so: " + what).isLessThan(PATIENCE);
            LockSupport.parkNanos(PAUSE);
        }
    }

    void grant(String vm, String setting, Grant.Builder grant) {
        admin.always()
                .setPolicy(
                        SetPolicyRequest.newBuilder()
                                .setVm(vm)
                                .setGrant(grant)
                                .setUpdateMask(FieldMask.newBuilder().addPaths(setting))
                                .build());
    }

    private VmDeviceUsage usage(String vm) {
        return admin
                .always()
                .getVm(GetVmRequest.newBuilder().setVm(vm).build())
                .getUsage()
                .getDevicesList()
                .stream()
                .filter(device -> device.getDevice().equals(DEVICE))
                .findFirst()
                .orElse(VmDeviceUsage.getDefaultInstance());
    }

    private long used(String vm) {
        Duration time = usage(vm).getDeviceTime();
        return TimeUnit.SECONDS.toNanos(time.getSeconds()) + time.getNanos();
    }

    /**
     * Launches a kernel of a VM, and returns when it has run and is held for good beside that of
     * another VM, which does not end.
     */
    public void hold(String vm, String other, Runnable launch) {
        long before = used(vm);
        launch.run();
        await("a kernel of " + vm + " has had turns", () -> used(vm) - before >= SOME);
        grant(vm, "cap", Grant.newBuilder().setCap(NEXT_TO_NOTHING));
        await("the kernel of " + vm + " is held", () -> isHeld(vm, other));
    }

    /** Gives a VM the same turns as others again. */
    public void letGo(String vm) {
        grant(vm, "cap", Grant.newBuilder());
    }

    /**
     * Whether a VM with a kernel at the device has used next to nothing of it while another VM has
     * used much. Only kernels that take turns are charged before they end. A late report of an
     * earlier slice may come meanwhile.
     */
    boolean isHeld(String vm, String other) {
        long before = used(vm);
        long since = used(other);
        await(other + " uses the device", () -> used(other) - since >= LONG);
        VmDeviceUsage after = usage(vm);
        return after.getInFlight() > 0 && used(vm) - before < SOME / 2;
    }

    @Override
    public void close() {
        admin.close();
    }
}

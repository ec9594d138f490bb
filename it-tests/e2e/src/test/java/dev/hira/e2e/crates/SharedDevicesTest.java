package dev.hira.e2e.crates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.util.Durations;
import dev.hira.admin.v1.DeviceUsage;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.ListDevicesRequest;
import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.Server;
import dev.hira.admin.v1.VmUsage;
import dev.hira.api.ApiException;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.catalog.CudaCatalog;
import dev.hira.cli.client.AdminClient;
import dev.hira.e2e.conformance.InProcessStack;
import dev.hira.guest.call.StubSettings;
import dev.hira.guest.cuda.CudaGuest;
import dev.hira.guest.session.OpenWriter;
import dev.hira.server.host.DeviceReport;
import dev.hira.server.host.sim.SimApi;
import dev.hira.server.host.sim.SimDriverHost;
import dev.hira.sim.SimHost;
import dev.hira.sim.profile.ProfileText;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** CUDA and {@link Crates} on the one device of a server. */
@Timeout(240)
final class SharedDevicesTest {
    private static final long MIB = 1 << 20;
    private static final String QUOTA = "policy.default.quotas.device_memory";

    private final SimDriverHost host =
            new SimDriverHost(
                    SimHost.of(ProfileText.parse("small")),
                    List.of(SimApi.cuda(), new SimApi<>(new CrateDispatcher(), SimCrates::lane)),
                    System::nanoTime);
    private final InProcessStack stack =
            InProcessStack.start(
                    host, List.of(new CudaCatalog(), new CrateCatalog()), QUOTA, "4MiB");
    private final AdminClient admin = AdminClient.connect(stack.admin());

    @AfterEach
    void close() throws IOException {
        admin.close();
        stack.close();
    }

    private CudaDriver cuda(String vm) {
        CudaDriver cuda =
                CudaGuest.open(stack.connectLink(), OpenWriter.of(vm), StubSettings.DEFAULT);
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        return cuda;
    }

    private CrateGuest crates(String vm) {
        return CrateGuest.open(stack.connectLink(), vm);
    }

    @Test
    void shouldTakeMemoryOfOneApiFromTheFreeMemoryOfTheOther() {
        try (CudaDriver cuda = cuda("blue");
                CrateGuest crates = crates("green")) {
            long free = cuda.cuMemGetInfo().free();
            assertThat(crates.freeBytes()).isEqualTo(free);
            crates.make(MIB);
            assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free - MIB);
            cuda.cuMemAlloc(2 * MIB);
            assertThat(crates.freeBytes()).isEqualTo(free - 3 * MIB);
            assertThat(host.devices())
                    .singleElement()
                    .extracting(DeviceReport::freeMemory)
                    .isEqualTo(free - 3 * MIB);
        }
    }

    @Test
    void shouldShowOneDeviceWithTheSessionsAndMemoryOfBothApis() {
        try (CudaDriver cuda = cuda("blue");
                CrateGuest crates = crates("green")) {
            cuda.cuMemAlloc(2 * MIB);
            crates.make(MIB);
            List<Server> servers =
                    admin.now()
                            .listServers(ListServersRequest.getDefaultInstance())
                            .getServersList();
            assertThat(servers)
                    .singleElement()
                    .satisfies(server -> {
                        assertThat(server.getDevicesList()).hasSize(1);
                        assertThat(server.getDevices(0).getSessions()).isEqualTo(2);
                        assertThat(server.getDevices(0).getAllocatedBytes()).isEqualTo(3 * MIB);
                    });
            assertThat(device().getAllocatedBytes()).isEqualTo(3 * MIB);
        }
    }

    @Test
    void shouldScheduleTheWorkOfBothApisAtOneGate() {
        try (CudaDriver cuda = cuda("blue");
                CrateGuest crates = crates("green")) {
            long crate = crates.make(MIB);
            long memory = cuda.cuMemAlloc(MIB);
            while (nanos("blue") == 0 || nanos("green") == 0) {
                crates.fill(crate);
                cuda.cuMemsetD8(memory, 1, MIB);
                cuda.cuCtxSynchronize();
            }
        }
        assertThat(Durations.toNanos(device().getDeviceTime()))
                .isEqualTo(nanos("blue") + nanos("green"));
    }

    @Test
    void shouldCountTheMemoryOfBothApisAgainstTheQuotaOfTheirVm() {
        try (CudaDriver cuda = cuda("blue");
                CrateGuest crates = crates("blue")) {
            cuda.cuMemAlloc(3 * MIB);
            assertThatThrownBy(() -> crates.make(2 * MIB))
                    .isInstanceOfSatisfying(
                            ApiException.class,
                            e -> assertThat(e.code()).isEqualTo(Crates.NO_ROOM));
            crates.make(MIB);
            assertThatThrownBy(() -> cuda.cuMemAlloc(MIB)).hasMessageContaining("device_memory");
            assertThat(usage("blue").getResourcesList())
                    .filteredOn(resource -> resource.getName().equals("device_memory"))
                    .singleElement()
                    .satisfies(resource -> assertThat(resource.getHeld()).isEqualTo(4 * MIB));
        }
    }

    private DeviceUsage device() {
        List<DeviceUsage> all =
                admin.now().listDevices(ListDevicesRequest.getDefaultInstance()).getDevicesList();
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    /** Returns the VM's time at the one device, as its gate measured it. */
    private long nanos(String vm) {
        VmUsage usage = usage(vm);
        assertThat(usage.getDevicesList()).hasSize(1);
        assertThat(usage.getDevices(0).getDevice()).isEqualTo(device().getName());
        return Durations.toNanos(usage.getDevices(0).getDeviceTime());
    }

    private VmUsage usage(String vm) {
        return admin.now().getVm(GetVmRequest.newBuilder().setVm(vm).build()).getUsage();
    }
}

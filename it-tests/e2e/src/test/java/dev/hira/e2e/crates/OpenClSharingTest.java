package dev.hira.e2e.crates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.util.Durations;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.ListDevicesRequest;
import dev.hira.admin.v1.VmUsage;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.opencl.ClImageDesc;
import dev.hira.api.opencl.ClImageFormat;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import dev.hira.cli.client.AdminClient;
import dev.hira.e2e.conformance.InProcessStack;
import dev.hira.guest.call.StubSettings;
import dev.hira.guest.cuda.CudaGuest;
import dev.hira.guest.opencl.OpenClGuest;
import dev.hira.guest.session.OpenWriter;
import dev.hira.router.RouterOptions;
import dev.hira.server.host.sim.SimApi;
import dev.hira.server.host.sim.SimDriverHost;
import dev.hira.sim.SimHost;
import dev.hira.sim.profile.ProfileText;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** CUDA and OpenCL on the one device of a server: the same quotas, rates and gate hold for both. */
@Timeout(240)
final class OpenClSharingTest {
    private static final long MIB = 1 << 20;
    private static final long[] NONE = {};

    private final InProcessStack stack =
            InProcessStack.start(
                    new SimDriverHost(
                            SimHost.of(ProfileText.parse("small")),
                            List.of(SimApi.cuda(), SimApi.openCl()),
                            System::nanoTime),
                    RouterOptions.defaults().catalogs(),
                    "policy.default.quotas.device_memory",
                    "4MiB",
                    "policy.default.quotas.streams",
                    "2",
                    "policy.default.quotas.events",
                    "3",
                    "policy.default.quotas.modules",
                    "3");
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

    private OpenClDriver openCl(String vm) {
        return OpenClGuest.open(stack.connectLink(), OpenWriter.of(vm), StubSettings.DEFAULT);
    }

    private static long device(OpenClDriver cl) {
        return cl.clGetDeviceIDs(cl.clGetPlatformIDs()[0], 4)[0];
    }

    private static long context(OpenClDriver cl) {
        return cl.clCreateContext(NONE, new long[] {device(cl)});
    }

    private static void shouldBeRefused(ClResult code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        OpenClException.class,
                        e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code.value()));
    }

    @Test
    void shouldCountBuffersOfBothApisAgainstTheQuotaOfTheirVm() {
        try (CudaDriver cuda = cuda("blue");
                OpenClDriver cl = openCl("blue")) {
            long context = context(cl);
            cuda.cuMemAlloc(3 * MIB);
            shouldBeRefused(
                    ClResult.CL_MEM_OBJECT_ALLOCATION_FAILURE,
                    () -> cl.clCreateBuffer(context, 1, 2 * MIB, null));
            long mem = cl.clCreateBuffer(context, 1, MIB, null);
            assertThatThrownBy(() -> cuda.cuMemAlloc(MIB)).hasMessageContaining("device_memory");
            assertThat(held("device_memory")).isEqualTo(4 * MIB);
            cl.clRetainMemObject(mem);
            cl.clReleaseMemObject(mem);
            cl.clGetPlatformIDs();
            assertThat(held("device_memory")).isEqualTo(4 * MIB);
            cl.clReleaseMemObject(mem);
            cl.clGetPlatformIDs();
            cuda.cuMemAlloc(MIB);
            assertThat(held("device_memory")).isEqualTo(4 * MIB);
        }
    }

    @Test
    void shouldCountQueuesAsStreams() {
        try (CudaDriver cuda = cuda("blue");
                OpenClDriver cl = openCl("blue")) {
            long context = context(cl);
            cuda.cuStreamCreate(1);
            cuda.cuCtxSynchronize();
            long queue = cl.clCreateCommandQueue(context, device(cl), 0);
            shouldBeRefused(
                    ClResult.CL_OUT_OF_RESOURCES,
                    () -> cl.clCreateCommandQueue(context, device(cl), 0));
            cl.clReleaseCommandQueue(queue);
            cl.clGetPlatformIDs();
            cl.clCreateCommandQueue(context, device(cl), 0);
        }
    }

    @Test
    void shouldCountImagesAsDeviceMemory() {
        try (OpenClDriver cl = openCl("blue")) {
            long context = context(cl);
            ClImageFormat format = new ClImageFormat(0x10B5, 0x10D2);
            ClImageDesc desc =
                    new ClImageDesc(
                            ClMemObjectType.CL_MEM_OBJECT_IMAGE2D, 512, 512, 0, 0, 0, 0, 0, 0, 0);
            long image = cl.clCreateImage(context, 1, format, desc, null);
            assertThat(held("device_memory")).isEqualTo(MIB + 512);
            cl.clCreateBuffer(context, 1, 2 * MIB, null);
            shouldBeRefused(
                    ClResult.CL_MEM_OBJECT_ALLOCATION_FAILURE,
                    () -> cl.clCreateImage(context, 1, format, desc, null));
            cl.clReleaseMemObject(image);
            cl.clGetPlatformIDs();
            cl.clCreateImage(context, 1, format, desc, null);
            assertThat(held("device_memory")).isEqualTo(3 * MIB + 512);
        }
    }

    @Test
    void shouldCountEventsOfTheProgram() {
        try (OpenClDriver cl = openCl("blue")) {
            long context = context(cl);
            long first = cl.clCreateUserEvent(context);
            cl.clCreateUserEvent(context);
            cl.clCreateUserEvent(context);
            cl.clGetPlatformIDs();
            assertThat(held("events")).isEqualTo(3);
            shouldBeRefused(
                    ClResult.CL_OUT_OF_RESOURCES,
                    () -> {
                        cl.clCreateUserEvent(context);
                        cl.clGetPlatformIDs();
                    });
            cl.clReleaseEvent(first);
            cl.clGetPlatformIDs();
            cl.clCreateUserEvent(context);
            cl.clGetPlatformIDs();
            assertThat(held("events")).isEqualTo(3);
        }
    }

    @Test
    void shouldCountLinkedPrograms() {
        try (OpenClDriver cl = openCl("blue")) {
            long context = context(cl);
            long source =
                    cl.clCreateProgramWithSource(
                            context, List.of("kernel void k(global int* a) { *a = 1; }"));
            cl.clCompileProgram(source, NONE, "", NONE, List.of());
            long[] inputs = {source};
            long linked = cl.clLinkProgram(context, NONE, "", inputs);
            cl.clLinkProgram(context, NONE, "-create-library", inputs);
            assertThat(held("modules")).isEqualTo(3);
            shouldBeRefused(
                    ClResult.CL_OUT_OF_RESOURCES,
                    () -> cl.clLinkProgram(context, NONE, "", inputs));
            cl.clReleaseProgram(linked);
            cl.clGetPlatformIDs();
            cl.clLinkProgram(context, NONE, "", inputs);
            assertThat(held("modules")).isEqualTo(3);
        }
    }

    @Test
    void shouldScheduleTheWorkOfBothApisAtOneGate() {
        try (CudaDriver cuda = cuda("blue");
                OpenClDriver cl = openCl("green")) {
            long context = context(cl);
            long queue = cl.clCreateCommandQueue(context, device(cl), 0);
            long mem = cl.clCreateBuffer(context, 1, MIB, null);
            MemorySegment one = MemorySegment.ofArray(new byte[] {1});
            long memory = cuda.cuMemAlloc(MIB);
            while (nanos("blue") == 0 || nanos("green") == 0) {
                cl.clEnqueueFillBuffer(queue, mem, one, 0, MIB, NONE, 0);
                cl.clFinish(queue);
                cuda.cuMemsetD8(memory, 1, MIB);
                cuda.cuCtxSynchronize();
            }
        }
        long both =
                Durations.toNanos(
                        admin.now()
                                .listDevices(ListDevicesRequest.getDefaultInstance())
                                .getDevices(0)
                                .getDeviceTime());
        assertThat(both).isEqualTo(nanos("blue") + nanos("green"));
    }

    private long held(String resource) {
        return usage("blue").getResourcesList().stream()
                .filter(each -> each.getName().equals(resource))
                .mapToLong(each -> each.getHeld())
                .sum();
    }

    private long nanos(String vm) {
        return Durations.toNanos(usage(vm).getDevices(0).getDeviceTime());
    }

    private VmUsage usage(String vm) {
        return admin.now().getVm(GetVmRequest.newBuilder().setVm(vm).build()).getUsage();
    }
}

package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.admin.v1.CheckpointProgress;
import dev.hira.admin.v1.CheckpointStep;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.admin.v1.VmState;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.opencl.ClDeviceType;
import dev.hira.api.opencl.ClExecutionStatus;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.Hira;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuBytes;
import dev.hira.guest.gpu.GpuInts;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that are suspended while they run, wait without a server, and notice nothing. */
@Tag("thorough")
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SuspendTest {
    private static final long SEED = 20_261_123;
    private static final int MIB = 1 << 20;
    private static final AtomicInteger VMS = new AtomicInteger();

    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(2, List.of("--devices", "1", "--profile", "small"), List.of());
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    private static String newVm() {
        return "sleeper" + VMS.incrementAndGet();
    }

    private static Gpu open(String vm) {
        return Gpu.connect(stack.uri() + "?devices=1&vm=" + vm);
    }

    private static byte[] random(int count) {
        byte[] bytes = new byte[count];
        new Random(SEED).nextBytes(bytes);
        return bytes;
    }

    private static int sessions(Keeper keeper) {
        return keeper.servers().stream().mapToInt(server -> server.getSessions()).sum();
    }

    private static long allocated(Keeper keeper) {
        return keeper.servers().stream()
                .flatMap(server -> server.getDevicesList().stream())
                .mapToLong(device -> device.getAllocatedBytes())
                .sum();
    }

    @Test
    void shouldRunTheGalleryWhileItIsSuspendedAndResumed() throws Exception {
        String vm = newVm();
        AtomicBoolean over = new AtomicBoolean();
        Random random = new Random(SEED);
        try (Gpu gpu = open(vm);
                Keeper keeper = new Keeper(stack.adminUri(), vm);
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            Future<Integer> rounds =
                    thread.submit(() -> {
                        int round = 0;
                        while (!over.get() || round < 4) {
                            TimeUnit.MILLISECONDS.sleep(random.nextInt(30));
                            keeper.mustSuspend();
                            keeper.resume("server" + round % 2);
                            round++;
                        }
                        return round;
                    });
            for (GalleryProgram program : Gallery.programs()) {
                assertThat(program.run(gpu, program.card().testSize(), 1).passed())
                        .as(program.card().name())
                        .isTrue();
            }
            over.set(true);
            assertThat(rounds.get(120, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void shouldHoldNoDeviceMemoryWhileItIsSuspended() {
        String vm = newVm();
        byte[] data = random(8 * MIB);
        try (Gpu one = open(vm);
                Gpu two = open(vm);
                Keeper keeper = new Keeper(stack.adminUri(), vm)) {
            GpuBytes first = one.upload(data);
            GpuInts second = two.upload(1, 2, 3);
            long before = keeper.memory();
            assertThat(before).isGreaterThan(8 * MIB);
            CheckpointProgress last = keeper.mustSuspend();
            assertThat(last.getSessions()).isEqualTo(2);
            assertThat(last.getMemoryBytes()).isGreaterThanOrEqualTo(8 * MIB);
            assertThat(keeper.vm().getState()).isEqualTo(VmState.VM_STATE_SUSPENDED);
            assertThat(keeper.memory()).isZero();
            assertThat(allocated(keeper)).isZero();
            assertThat(sessions(keeper)).isZero();

            assertThat(keeper.resume("").getState()).isEqualTo(VmState.VM_STATE_RUNNING);
            assertThat(keeper.memory()).isEqualTo(before);
            assertThat(first.download()).isEqualTo(data);
            assertThat(second.download()).containsExactly(1, 2, 3);
        }
    }

    /**
     * Whatever waits for an event of the program: queued commands, and a call of another thread.
     */
    @ParameterizedTest
    @CsvSource({"false, ''", "true, ''", "true, &memory=off&rings=off"})
    void shouldRefuseAtOnceWhenWorkWaitsForAnEventOfTheProgram(boolean blocks, String options)
            throws Exception {
        String vm = newVm();
        try (OpenClDriver cl = Hira.connectOpenCl(stack.uri() + "?devices=1&vm=" + vm + options);
                Keeper keeper = new Keeper(stack.adminUri(), vm);
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            long[] devices =
                    cl.clGetDeviceIDs(
                            cl.clGetPlatformIDs()[0], ClDeviceType.CL_DEVICE_TYPE_GPU.value());
            long context = cl.clCreateContext(new long[0], devices);
            long queue = cl.clCreateCommandQueue(context, devices[0], 0);
            long gate = cl.clCreateUserEvent(context);
            cl.clEnqueueMarkerWithWaitList(queue, new long[] {gate}, 0);
            cl.clFlush(queue);
            Future<?> finish = blocks ? thread.submit(() -> cl.clFinish(queue)) : null;
            CheckpointProgress kept = keeper.suspend();
            assertThat(kept.getProblem())
                    .contains("commands wait for the event 0x" + Long.toHexString(gate));
            cl.clSetUserEventStatus(gate, ClExecutionStatus.CL_COMPLETE.value());
            if (finish != null) {
                finish.get(100, TimeUnit.SECONDS);
            }
            cl.clFinish(queue); // the call that sets the event has arrived
            keeper.mustSuspend();
            keeper.resume("");
            cl.clFinish(queue);
        }
    }

    @Test
    void shouldWaitForLongerThanTheTimeoutsOfConnections() throws Exception {
        String vm = newVm();
        try (Gpu gpu = open(vm);
                Keeper keeper = new Keeper(stack.adminUri(), vm);
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            GpuInts numbers = gpu.upload(1, 2, 3);
            keeper.mustSuspend();
            Future<int[]> download = thread.submit(() -> numbers.download());
            // A peer that is silent for 4.5 s is taken for dead; the connections are not silent.
            assertThatThrownBy(() -> download.get(6, TimeUnit.SECONDS))
                    .isInstanceOf(java.util.concurrent.TimeoutException.class);
            keeper.resume("");
            assertThat(download.get(60, TimeUnit.SECONDS)).containsExactly(1, 2, 3);
        }
    }

    @Test
    void shouldSurviveTheServerThatItHasLeft() {
        String vm = newVm();
        byte[] data = random(MIB);
        try (Gpu gpu = open(vm);
                Keeper keeper = new Keeper(stack.adminUri(), vm)) {
            GpuBytes memory = gpu.upload(data);
            keeper.mustSuspend();
            keeper.resume("server0");
            keeper.mustSuspend();
            stack.server(0).kill();
            stack.server(0).awaitExit(Duration.ofMinutes(1));
            assertThat(keeper.resume("server1").getState()).isEqualTo(VmState.VM_STATE_RUNNING);
            assertThat(memory.download()).isEqualTo(data);
            stack.restartServer(0);
        }
    }

    @Test
    void shouldStaySuspendedWhenTheQuotaHasNoRoom() {
        String vm = newVm();
        byte[] data = random(4 * MIB);
        try (Gpu gpu = open(vm);
                Keeper keeper = new Keeper(stack.adminUri(), vm)) {
            GpuBytes memory = gpu.upload(data);
            keeper.mustSuspend();
            quota(keeper, vm, MIB);
            assertThatThrownBy(() -> keeper.resume(""))
                    .isInstanceOf(StatusRuntimeException.class)
                    .hasMessageContaining("stays suspended")
                    .hasMessageContaining("1048576 bytes allowed of device_memory");
            assertThat(keeper.vm().getState()).isEqualTo(VmState.VM_STATE_SUSPENDED);
            assertThat(keeper.memory()).isZero();
            assertThat(sessions(keeper)).isZero();
            quota(keeper, vm, 64L * MIB);
            keeper.resume("");
            assertThat(memory.download()).isEqualTo(data);
        }
    }

    private static void quota(Keeper keeper, String vm, long bytes) {
        keeper.admin()
                .now()
                .setPolicy(
                        SetPolicyRequest.newBuilder()
                                .setVm(vm)
                                .setGrant(Grant.newBuilder().putQuotas("device_memory", bytes))
                                .build());
    }

    @Test
    void shouldComeBackFromAFileAndOnlyAtTheSameCommand() {
        String vm = newVm();
        byte[] data = random(12 * MIB);
        try (Gpu gpu = open(vm);
                Keeper keeper = new Keeper(stack.adminUri(), vm)) {
            GpuBytes memory = gpu.upload(data);
            byte[] early = keeper.checkpoint();
            assertThat(keeper.vm().getState()).isEqualTo(VmState.VM_STATE_RUNNING);
            assertThat(keeper.memory()).isGreaterThanOrEqualTo(data.length);
            data[5]++;
            memory.upload(data);
            keeper.mustSuspend();
            byte[] file = keeper.checkpoint();

            assertThat(failed(keeper.restore(early, ""))).contains("a program cannot go back");
            byte[] damaged = file.clone();
            damaged[file.length / 2] ^= 1;
            assertThat(failed(keeper.restore(damaged, ""))).contains("is damaged");
            byte[] cut = Arrays.copyOf(file, file.length - 100);
            assertThat(failed(keeper.restore(cut, ""))).contains("the file ends within");
            assertThat(keeper.vm().getState()).isEqualTo(VmState.VM_STATE_SUSPENDED);
            assertThat(sessions(keeper)).isZero();

            CheckpointProgress last = Keeper.done(keeper.restore(file, "server1"));
            assertThat(last.getMemoryBytes()).isGreaterThanOrEqualTo(data.length);
            assertThat(memory.download()).isEqualTo(data);
            assertThatThrownBy(() -> keeper.restore(file, ""))
                    .isInstanceOf(StatusRuntimeException.class)
                    .hasMessageContaining("is not suspended");
        }
    }

    private static String failed(CheckpointProgress last) {
        assertThat(last.getStep()).isEqualTo(CheckpointStep.CHECKPOINT_STEP_FAILED);
        return last.getProblem();
    }

    @Test
    void shouldNeedAlmostNoSpaceForMemoryThatRepeatsOneValue() {
        String vm = newVm();
        byte[] same = new byte[64 * MIB];
        Arrays.fill(same, (byte) 0x5A);
        try (Gpu gpu = open(vm);
                Keeper keeper = new Keeper(stack.adminUri(), vm)) {
            GpuBytes memory = gpu.upload(same);
            byte[] file = keeper.checkpoint();
            assertThat(file.length).isLessThan(64 << 10);
            keeper.mustSuspend();
            Keeper.done(keeper.restore(file, ""));
            assertThat(memory.download()).isEqualTo(same);
        }
    }

    @Test
    void shouldReleaseASuspendedVmWhoseProgramsEnd() {
        String vm = newVm();
        try (Keeper keeper = new Keeper(stack.adminUri(), vm)) {
            try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + vm)) {
                cuda.cuInit(0);
                cuda.cuCtxCreate(0, 0);
                cuda.cuMemAlloc(MIB);
                keeper.mustSuspend();
            }
            try (Gpu gpu = open(vm)) {
                assertThat(gpu.upload(4, 5).download()).containsExactly(4, 5);
            }
            assertThat(keeper.vm().getState()).isEqualTo(VmState.VM_STATE_RUNNING);
        }
    }
}

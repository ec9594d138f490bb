package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.Protection;
import dev.hira.admin.v1.ResumeVmRequest;
import dev.hira.admin.v1.Session;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.admin.v1.SuspendVmRequest;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.links.CountedPrograms;
import dev.hira.e2e.migration.Mover;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.Kernel;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions that go on after their router was killed and started again; side effects are counted.
 */
@Tag("thorough")
@Timeout(600)
final class RouterRestartTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long SEED = 20_261_123;
    private static final int KILLS = 4;
    private static final int MEAN_CALLS = 150;
    private static final int LINES = 2000;

    /** A kernel that prints "line" and its argument. */
    private static final String PRINT =
            """
            .version 7.0
            .target sm_70
            .address_size 64
            .extern .func (.param .b32 r) vprintf (.param .b64 format, .param .b64 values);
            .global .align 1 .b8 text[9] = {108, 105, 110, 101, 32, 37, 100, 10, 0};
            .visible .entry line(.param .u32 n) {
                .local .align 8 .b8 values[8];
                .reg .b64 %rd<5>;
                .reg .b32 %r<3>;
                ld.param.u32 %r1, [n];
                st.local.u32 [values], %r1;
                mov.u64 %rd1, values;
                cvta.local.u64 %rd2, %rd1;
                mov.u64 %rd3, text;
                cvta.global.u64 %rd4, %rd3;
                {
                    .param .b64 format;
                    .param .b64 list;
                    .param .b32 written;
                    st.param.b64 [format], %rd4;
                    st.param.b64 [list], %rd2;
                    call.uni (written), vprintf, (format, list);
                    ld.param.b32 %r2, [written];
                }
                ret;
            }
            """;

    @TempDir private static Path state;
    private static LocalStack stack;

    @BeforeAll
    static void startStack() {
        stack =
                LocalStack.start(
                        2,
                        List.of("--devices", "1", "--profile", "small"),
                        List.of(
                                "--state",
                                state.toString(),
                                "--set",
                                "timeouts.resume=2m",
                                "--set",
                                "policy.vms.rebuilt.protection=rebuild",
                                "--set",
                                "policy.vms.transparent.protection=transparent"));
    }

    @AfterAll
    static void stopStack() {
        stack.close();
    }

    private static CudaDriver open(String vm) {
        return CountedPrograms.open(stack.uri() + "?batch-records=4&vm=" + vm);
    }

    private static void kill() {
        stack.router().kill();
        stack.router().awaitExit(PATIENCE);
    }

    private static void restart() {
        kill();
        stack.restartRouter();
    }

    private static List<Session> sessions(String vm) {
        try (AdminClient client = AdminClient.connect(stack.adminUri())) {
            return client.always()
                    .listSessions(ListSessionsRequest.newBuilder().setVm(vm).build())
                    .getSessionsList();
        }
    }

    /** Returns the files of the sessions that are kept. */
    private static List<Path> files() {
        try (Stream<Path> files = Files.list(state.resolve("sessions"))) {
            return files.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path file(String vm) {
        return state.resolve("sessions").resolve(sessions(vm).getFirst().getId() + ".session");
    }

    /** Runs programs in a VM each, and kills the router while their calls are under way. */
    private static void whileRestarted(List<Consumer<CudaDriver>> programs)
            throws InterruptedException, ExecutionException {
        Semaphore calls = new Semaphore(0);
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<? extends Future<?>> runs =
                    programs.stream()
                            .map(program -> threads.submit(() -> run(program, calls)))
                            .toList();
            Random random = new Random(SEED);
            for (int i = 0; i < KILLS; i++) {
                calls.acquire(1 + random.nextInt(2 * MEAN_CALLS));
                restart();
            }
            for (Future<?> run : runs) {
                run.get();
            }
        }
    }

    private static void run(Consumer<CudaDriver> program, Semaphore calls) {
        try (CudaDriver cuda = open("vm" + System.identityHashCode(program))) {
            program.accept(
                    (CudaDriver)
                            Proxy.newProxyInstance(
                                    CudaDriver.class.getClassLoader(),
                                    new Class<?>[] {CudaDriver.class},
                                    (_, method, arguments) -> {
                                        calls.release();
                                        try {
                                            return method.invoke(cuda, arguments);
                                        } catch (InvocationTargetException e) {
                                            throw e.getCause();
                                        }
                                    }));
            assertThat(cuda.cuDeviceGetCount()).isEqualTo(1);
        }
    }

    @Test
    void shouldMakeEveryCallOnceWhileTheRouterIsKilled() throws Exception {
        whileRestarted(
                List.of(
                        CountedPrograms::launches,
                        CountedPrograms::hostFunctions,
                        cuda -> CountedPrograms.copies(cuda, SEED),
                        cuda -> CountedPrograms.largeCopies(cuda, SEED)));
        TwoServers.await("every session is closed", () -> files().isEmpty());
    }

    /** Frames that the guest had received before the router was killed may come again. */
    @Test
    void shouldPrintEachLineOnceWhileTheRouterIsKilled() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            whileRestarted(List.of(RouterRestartTest::print));
        } finally {
            System.setOut(before);
        }
        List<String> lines =
                printed.toString(StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.startsWith("line "))
                        .toList();
        List<String> expected = IntStream.range(0, LINES).mapToObj(i -> "line " + i).toList();
        assertThat(lines).isEqualTo(expected);
    }

    private static void print(CudaDriver cuda) {
        try (Gpu gpu = Gpu.on(cuda, 0);
                GpuModule module = gpu.load(PRINT)) {
            Kernel line = module.kernel("line");
            for (int i = 0; i < LINES; i++) {
                line.launch(Dim3.of(1), Dim3.of(1), i);
                if (i % 10 == 9) {
                    cuda.cuCtxSynchronize();
                }
            }
        }
    }

    @Test
    void shouldKnowWhatTheSessionHolds() {
        try (CudaDriver cuda = open("blue")) {
            long memory = cuda.cuMemAlloc(1 << 20);
            cuda.cuCtxSynchronize();
            setGrant("blue", Grant.newBuilder().putQuotas("device_memory", 3 << 19));
            restart();
            assertThatThrownBy(() -> cuda.cuMemAlloc(1 << 20))
                    .hasMessageContaining("the VM 'blue' has");
            cuda.cuMemFree(memory);
            cuda.cuCtxSynchronize();
            cuda.cuMemFree(cuda.cuMemAlloc(1 << 20));
            cuda.cuCtxSynchronize();
        }
    }

    private static void setGrant(String vm, Grant.Builder grant) {
        try (AdminClient client = AdminClient.connect(stack.adminUri())) {
            client.always()
                    .setPolicy(SetPolicyRequest.newBuilder().setVm(vm).setGrant(grant).build());
        }
    }

    @Test
    void shouldGoOnAtTheServerToWhichTheSessionWasMoved() {
        try (CudaDriver cuda = open("moved");
                Mover mover = new Mover(stack.adminUri(), "moved")) {
            String other =
                    sessions("moved").getFirst().getServer().equals("server0")
                            ? "server1"
                            : "server0";
            CountedPrograms.copies(cuda, 1);
            assertThat(mover.move(other, PATIENCE).getProblem()).isEmpty();
            CountedPrograms.copies(cuda, 2);
            restart();
            CountedPrograms.hostFunctions(cuda);
            assertThat(sessions("moved").getFirst().getServer()).isEqualTo(other);
            assertThat(mover.move(other.equals("server0") ? "server1" : "server0", PATIENCE))
                    .extracting(done -> done.getProblem())
                    .isEqualTo("");
            CountedPrograms.launches(cuda);
        }
    }

    @Test
    void shouldGoOnAfterAnUpgradeInPlace() {
        try (CudaDriver cuda = open("upgraded")) {
            CountedPrograms.copies(cuda, 1);
            stack.router().terminate();
            stack.router().awaitExit(PATIENCE);
            stack.restartRouter();
            CountedPrograms.copies(cuda, 2);
        }
        TwoServers.await("the session is closed", () -> files().isEmpty());
    }

    @Test
    void shouldEndASessionWhoseFileIsDamagedAndTakeNewOnes() throws IOException {
        Path file;
        try (CudaDriver cuda = open("damaged")) {
            cuda.cuMemAlloc(1 << 20);
            cuda.cuCtxSynchronize();
            file = file("damaged");
            kill();
            byte[] content = Files.readAllBytes(file);
            content[60] ^= 1;
            Files.write(file, content);
            stack.restartRouter();
            assertThatThrownBy(cuda::cuCtxSynchronize)
                    .hasMessageContaining("this router has no such session of the guest");
        }
        TwoServers.await(
                "the log says so",
                () -> stack.router().output().contains("a session cannot go on"));
        Files.delete(file);
        try (CudaDriver cuda = open("damaged")) {
            CountedPrograms.copies(cuda, 1);
        }
    }

    @Test
    void shouldRebuildASessionThatItsServerLostMeanwhile() {
        try (CudaDriver cuda = open("rebuilt")) {
            long memory = cuda.cuMemAlloc(1 << 20);
            cuda.cuCtxSynchronize();
            killRouterAndServer("rebuilt");
            assertThatThrownBy(cuda::cuCtxSynchronize)
                    .hasMessageContaining("all contents of device memory are lost");
            restart();
            CountedPrograms.copies(cuda, 1);
            cuda.cuMemFree(memory);
            cuda.cuCtxSynchronize();
        }
    }

    /** Kills the router and the server of a VM's session, and starts both again. */
    private static void killRouterAndServer(String vm) {
        String server = sessions(vm).getFirst().getServer();
        int number = Integer.parseInt(server.substring("server".length()));
        kill();
        stack.server(number).kill();
        stack.server(number).awaitExit(PATIENCE);
        stack.restartServer(number);
        stack.restartRouter();
    }

    @Test
    void shouldTellAnUnprotectedGuestThatItsServerLostTheSessionMeanwhile() {
        try (CudaDriver cuda = open("unprotected")) {
            cuda.cuCtxSynchronize();
            killRouterAndServer("unprotected");
            assertThatThrownBy(cuda::cuCtxSynchronize)
                    .hasMessageContaining("lost the session while the router was restarted");
        }
    }

    @Test
    void shouldProtectATransparentSessionLikeRebuildAfterwards() {
        try (CudaDriver cuda = open("transparent")) {
            CountedPrograms.hostFunctions(cuda);
            restart();
            CountedPrograms.hostFunctions(cuda);
            assertThat(sessions("transparent")).hasSize(1);
            assertThat(protection("transparent")).isEqualTo(Protection.PROTECTION_REBUILD);
            killRouterAndServer("transparent");
            assertThatThrownBy(cuda::cuCtxSynchronize)
                    .hasMessageContaining("all contents of device memory are lost");
            CountedPrograms.hostFunctions(cuda);
        }
    }

    private static Protection protection(String vm) {
        try (AdminClient client = AdminClient.connect(stack.adminUri())) {
            return client.always()
                    .getVm(GetVmRequest.newBuilder().setVm(vm).build())
                    .getProtections(0)
                    .getLevel();
        }
    }

    @Test
    void shouldResumeASuspendedVmAfterRestarts() throws Exception {
        byte[] content = new byte[3 << 20];
        new Random(SEED).nextBytes(content);
        byte[] back = new byte[content.length];
        // The driver is closed first: that ends a call that waits, when the VM is not resumed.
        try (ExecutorService program = Executors.newSingleThreadExecutor();
                CudaDriver cuda = open("suspended")) {
            long context = cuda.cuCtxGetCurrent();
            long memory = cuda.cuMemAlloc(content.length);
            cuda.cuMemcpyHtoD(memory, MemorySegment.ofArray(content), content.length);
            suspend("suspended");
            restart();
            Future<?> copied =
                    program.submit(() -> {
                        cuda.cuCtxSetCurrent(context);
                        cuda.cuMemcpyDtoH(MemorySegment.ofArray(back), memory, back.length);
                    });
            restart();
            resume("suspended");
            copied.get();
            assertThat(back).isEqualTo(content);
            restart();
            cuda.cuMemFree(memory);
        }
        assertThat(state.resolve("sessions").resolve("suspended")).isEmptyDirectory();
    }

    @Test
    void shouldGoOnAtOnceWhenTheRouterIsKilledWhileItSuspendsTheVm() {
        byte[] content = new byte[3 << 20];
        new Random(SEED).nextBytes(content);
        byte[] back = new byte[content.length];
        try (CudaDriver cuda = open("half");
                AdminClient client = AdminClient.connect(stack.adminUri())) {
            long memory = cuda.cuMemAlloc(content.length);
            cuda.cuMemcpyHtoD(memory, MemorySegment.ofArray(content), content.length);
            client.always().suspendVm(SuspendVmRequest.newBuilder().setVm("half").build()).next();
            restart();
            resume("half"); // it was paused, and perhaps suspended already
            cuda.cuMemcpyDtoH(MemorySegment.ofArray(back), memory, back.length);
            assertThat(back).isEqualTo(content);
            suspend("half");
            resume("half");
        }
    }

    private static void suspend(String vm) {
        try (AdminClient client = AdminClient.connect(stack.adminUri())) {
            client.always()
                    .suspendVm(SuspendVmRequest.newBuilder().setVm(vm).build())
                    .forEachRemaining(_ -> {});
        }
    }

    /** Resumes a VM as soon as its program has come back. */
    private static void resume(String vm) {
        long until = System.nanoTime() + PATIENCE.toNanos();
        try (AdminClient client = AdminClient.connect(stack.adminUri())) {
            while (!isResumed(client, vm)) {
                assertThat(System.nanoTime()).as("the VM is resumed").isLessThan(until);
            }
        }
    }

    private static boolean isResumed(AdminClient client, String vm) {
        try {
            client.always().resumeVm(ResumeVmRequest.newBuilder().setVm(vm).build());
            return true;
        } catch (StatusRuntimeException e) {
            assertThat(e).hasMessageContaining("stays suspended");
            assertThat(e).message().doesNotContain("has no suspended session");
            return false;
        }
    }
}

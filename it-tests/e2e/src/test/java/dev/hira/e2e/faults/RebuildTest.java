package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.Event;
import dev.hira.admin.v1.EventKind;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.admin.v1.ResourceUsage;
import dev.hira.admin.v1.Server;
import dev.hira.admin.v1.ServerState;
import dev.hira.admin.v1.Session;
import dev.hira.admin.v1.WatchEventsRequest;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.migration.Mover;
import dev.hira.guest.Hira;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An API server is killed under sessions of VMs that are protected, and of one that is not. */
@Timeout(60)
class RebuildTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int BYTES = 4 << 20;

    /**
     * Counts to a number, and counts the calls in a variable; waits for a number that never comes.
     */
    private static final String PROGRAM =
            """
            .version 7.0
            .target sm_70
            .address_size 64
            .visible .global .align 4 .u32 runs = 5;
            .visible .entry count(.param .u64 cell, .param .u32 steps) {
              .reg .b32 %r<5>; .reg .b64 %d<3>; .reg .pred %p<2>;
              ld.param.u64 %d1, [cell];
              ld.param.u32 %r1, [steps];
              mov.u32 %r2, 0;
            NEXT:
              add.u32 %r2, %r2, 1;
              setp.lt.u32 %p1, %r2, %r1;
              @%p1 bra NEXT;
              st.global.u32 [%d1], %r2;
              mov.u64 %d2, runs;
              atom.global.add.u32 %r3, [%d2], 1;
              ret;
            }
            .visible .entry wait(.param .u64 cell, .param .u32 value) {
              .reg .b32 %r<3>; .reg .b64 %d<2>; .reg .pred %p<2>;
              ld.param.u64 %d1, [cell];
              ld.param.u32 %r1, [value];
            NEXT:
              ld.volatile.global.u32 %r2, [%d1];
              setp.ne.u32 %p1, %r2, %r1;
              @%p1 bra NEXT;
              ret;
            }
            """;

    private static LocalStack stack;
    private static AdminClient admin;
    private static final AtomicInteger VMS = new AtomicInteger();

    @BeforeAll
    static void start() {
        stack =
                LocalStack.start(
                        2,
                        List.of("--devices", "1", "--profile", "small"),
                        List.of(
                                "--set",
                                "policy.default.protection=rebuild",
                                "--set",
                                "policy.vms.plain.protection=none"));
        admin = AdminClient.connect(stack.adminUri());
    }

    /** Replaces servers that a failed test has left dead. */
    @BeforeEach
    void restartTheDead() {
        for (int server = 0; server < 2; server++) {
            if (!stack.server(server).isAlive()) {
                restart(server);
            }
        }
    }

    @AfterAll
    static void stop() {
        admin.close();
        stack.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"&memory=off&rings=off", "&rings=off", ""})
    void shouldGoOnWithItsObjectsAndEmptyMemory(String options) {
        try (Guest guest = new Guest(options)) {
            long stream = guest.cuda.cuStreamCreate(1);
            long module = guest.load();
            long runs = guest.cuda.cuModuleGetGlobal(module, "runs").dptr();
            long count = guest.cuda.cuModuleGetFunction(module, "count");
            long id = guest.cuda.cuStreamGetId(stream);
            guest.launch(count, 100, stream);
            guest.cuda.cuStreamSynchronize(stream);
            assertThat(guest.number(runs)).isEqualTo(6);
            long used = guest.held();
            String link = guest.session().getServerTransport();

            int dead = guest.kill();
            guest.learns(dead);
            assertThat(guest.server()).isEqualTo("server" + (1 - dead));
            assertThat(guest.session().getServerTransport()).isEqualTo(link);
            assertThat(guest.content()).containsOnly((byte) 0);
            assertThat(guest.number(runs)).as("as the module was loaded").isEqualTo(5);
            assertThat(guest.cuda.cuModuleGetGlobal(module, "runs").dptr()).isEqualTo(runs);
            assertThat(guest.cuda.cuStreamGetId(stream)).isEqualTo(id);
            guest.launch(count, 100, stream);
            guest.cuda.cuStreamSynchronize(stream);
            assertThat(guest.number(guest.memory)).isEqualTo(100);
            assertThat(guest.number(runs)).isEqualTo(6);
            assertThat(guest.held()).as("memory in the books").isEqualTo(used);
            restart(dead);
            dead = guest.kill();
            guest.learns(dead);
            restart(dead);
            guest.cuda.cuStreamDestroy(stream);
            guest.cuda.cuModuleUnload(module);
            guest.cuda.cuMemFree(guest.memory);
            guest.cuda.cuCtxSynchronize();
            assertThat(guest.held()).isZero();
        }
        nothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"&memory=off&rings=off", ""})
    void shouldReleaseThreadsThatWaitAndSayWhy(String options) throws Exception {
        try (Guest guest = new Guest(options);
                ExecutorService threads = Executors.newFixedThreadPool(3)) {
            long context = guest.cuda.cuCtxGetCurrent();
            long wait = guest.cuda.cuModuleGetFunction(guest.load(), "wait");
            long stream = guest.cuda.cuStreamCreate(1);
            guest.launch(wait, 1, stream); // one is enough: the gate would not let many go
            assertThat(guest.cuda.cuStreamQuery(stream)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
            List<Future<CudaException>> waiting = new ArrayList<>();
            CountDownLatch under = new CountDownLatch(3);
            for (int i = 0; i < 3; i++) {
                waiting.add(
                        threads.submit(() -> {
                            guest.cuda.cuCtxSetCurrent(context);
                            under.countDown();
                            return caught(() -> guest.cuda.cuStreamSynchronize(stream));
                        }));
            }
            assertThat(under.await(120, TimeUnit.SECONDS)).isTrue();
            int dead = guest.kill();
            for (Future<CudaException> each : waiting) {
                assertTold(each.get(120, TimeUnit.SECONDS), dead);
            }
            guest.learns(dead);
            // Each thread was told once; now it goes on.
            assertThat(
                            threads.submit(
                                            () -> {
                                                guest.cuda.cuCtxSetCurrent(context);
                                                return guest.content();
                                            })
                                    .get(120, TimeUnit.SECONDS))
                    .containsOnly((byte) 0);
            restart(dead);
        }
        nothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"&memory=off&rings=off", "&rings=off", ""})
    void shouldDropQueuedWorkAndItsLateOutputs(String options) {
        try (Guest guest = new Guest(options)) {
            long wait = guest.cuda.cuModuleGetFunction(guest.load(), "wait");
            long stream = guest.cuda.cuStreamCreate(1);
            AtomicInteger called = new AtomicInteger();
            MemorySegment late = MemorySegment.ofArray(new byte[BYTES]);
            for (int round = 0; round < 3; round++) {
                guest.launch(wait, 1, stream);
                long fresh = guest.cuda.cuMemAllocAsync(BYTES, stream);
                for (int i = 0; i < 50; i++) {
                    guest.cuda.cuMemcpyDtoHAsync(late, guest.memory, BYTES, stream);
                    guest.cuda.cuLaunchHostFunc(stream, _ -> called.incrementAndGet(), 0);
                }
                int dead = guest.kill();
                // Nothing of this may reach the empty memory.
                guest.cuda.cuMemsetD8Async(guest.memory, 7, BYTES, stream);
                guest.learns(dead);
                assertThat(guest.content()).containsOnly((byte) 0);
                guest.cuda.cuMemcpyDtoHAsync(late, fresh, BYTES, stream);
                guest.cuda.cuMemFreeAsync(fresh, stream);
                guest.cuda.cuStreamSynchronize(stream);
                assertThat(late.toArray(ValueLayout.JAVA_BYTE)).containsOnly((byte) 0);
                assertThat(called).hasValue(0);
                restart(dead);
            }
        }
        nothingIsLeft();
    }

    @Test
    void shouldGoOnWhenACallbackOfTheDeadServerReturns() throws Exception {
        try (Guest guest = new Guest("")) {
            long stream = guest.cuda.cuStreamCreate(1);
            CountDownLatch running = new CountDownLatch(1);
            CountDownLatch mayReturn = new CountDownLatch(1);
            List<Long> calls = new ArrayList<>();
            guest.cuda.cuLaunchHostFunc(
                    stream,
                    value -> {
                        running.countDown();
                        awaitOpen(mayReturn);
                        calls.add(value);
                    },
                    1);
            guest.cuda.cuStreamQuery(stream); // sends it
            awaitOpen(running);
            int dead = guest.kill();
            guest.learns(dead);
            guest.cuda.cuLaunchHostFunc(stream, calls::add, 2);
            guest.cuda.cuStreamQuery(stream);
            mayReturn.countDown();
            guest.cuda.cuStreamSynchronize(stream);
            assertThat(calls).containsExactly(1L, 2L);
            restart(dead);
        }
        nothingIsLeft();
    }

    @Test
    void shouldSurviveTheDeathOfEitherServerDuringAMigration() {
        Random random = new Random(20_261_123);
        List<MigrationStep> steps =
                List.of(
                        MigrationStep.MIGRATION_STEP_REST,
                        MigrationStep.MIGRATION_STEP_RECREATE,
                        MigrationStep.MIGRATION_STEP_COPY);
        for (int round = 0; round < 6; round++) {
            try (Guest guest = new Guest("")) {
                int source = guest.server().equals("server0") ? 0 : 1;
                int victim = round % 2 == 0 ? source : 1 - source;
                MigrationStep at = steps.get(round / 2);
                long after = random.nextLong(5_000_000);
                Iterator<MigrateVmProgress> reports =
                        admin.always()
                                .migrateVm(
                                        MigrateVmRequest.newBuilder()
                                                .setVm(guest.vm)
                                                .setTarget("server" + (1 - source))
                                                .build());
                MigrateVmProgress last = MigrateVmProgress.getDefaultInstance();
                while (reports.hasNext()) {
                    last = reports.next();
                    if (last.getStep() == at) {
                        long since = System.nanoTime();
                        while (System.nanoTime() - since < after) {
                            Thread.onSpinWait();
                        }
                        stack.server(victim).kill();
                    }
                }
                stack.server(victim).awaitExit(PATIENCE);
                String what = "round " + round + ": " + last.getStep() + " " + last.getProblem();
                byte[] content;
                try {
                    content = guest.content();
                } catch (CudaException e) {
                    assertTold(e, victim);
                    content = guest.content();
                    assertThat(content).as(what).containsOnly((byte) 0);
                }
                assertThat(content[0]).as(what).isIn((byte) 0, (byte) 3);
                assertThat(guest.server()).as(what).isEqualTo("server" + (1 - victim));
                restart(victim);
            }
            nothingIsLeft();
        }
    }

    @Test
    void shouldEndOtherSessionsAndLeaveThoseOfTheOtherServerAlone() {
        try (Guest first = new Guest("");
                Guest second = new Guest("")) {
            // Least loaded placement puts the two on different servers.
            int dead = first.server().equals("server0") ? 0 : 1;
            assertThat(second.server()).isEqualTo("server" + (1 - dead));
            List<CudaDriver> plain =
                    List.of(
                            Hira.connect(stack.uri() + "?vm=plain&devices=1"),
                            Hira.connect(stack.uri() + "?vm=plain&devices=1"));
            first.kill();
            first.learns(dead);
            assertThat(second.content()).containsOnly((byte) 3);
            long ended =
                    plain.stream()
                            .map(cuda -> ending(cuda))
                            .filter(text -> text.contains("is gone; reopen"))
                            .count();
            assertThat(ended).isEqualTo(1);
            plain.forEach(cuda -> caught(cuda::close));
            restart(dead);
        }
        nothingIsLeft();
    }

    private static String ending(CudaDriver cuda) {
        CudaException failure = caught(() -> cuda.cuInit(0));
        return failure == null ? "" : String.valueOf(failure.getMessage());
    }

    @Test
    void shouldWaitForItsServerToRestartIfThereIsNoOther() {
        try (Guest guest = new Guest("")) {
            int dead = guest.server().equals("server0") ? 0 : 1;
            stack.server(1 - dead).kill();
            stack.server(1 - dead).awaitExit(PATIENCE);
            guest.kill();
            restart(dead);
            guest.learns(dead);
            assertThat(guest.content()).containsOnly((byte) 0);
            assertThat(guest.server()).isEqualTo("server" + dead);
            restart(1 - dead);
        }
        nothingIsLeft();
    }

    @Test
    void shouldTellOperators() {
        try (Guest guest = new Guest("")) {
            Iterator<Event> events =
                    admin.always()
                            .watchEvents(
                                    WatchEventsRequest.newBuilder()
                                            .setVm(guest.vm)
                                            .addKinds(EventKind.EVENT_KIND_SESSION_LOST)
                                            .addKinds(EventKind.EVENT_KIND_SESSION_REBUILT)
                                            .build());
            admin.always().getVm(GetVmRequest.newBuilder().setVm(guest.vm).build());
            int dead = guest.kill();
            guest.learns(dead);
            Event lost = events.next();
            assertThat(lost.getKind()).isEqualTo(EventKind.EVENT_KIND_SESSION_LOST);
            assertThat(lost.getDetail()).contains("server" + dead);
            Event rebuilt = events.next();
            assertThat(rebuilt.getKind()).isEqualTo(EventKind.EVENT_KIND_SESSION_REBUILT);
            assertThat(rebuilt.getDevice()).isEqualTo("server" + (1 - dead) + "/0");
            restart(dead);
        }
        nothingIsLeft();
    }

    /** Random allocations, frees, streams and modules; the server dies at any moment. */
    @Test
    void shouldAnswerForAllObjectsWheneverTheServerDies() {
        long seed = Long.getLong("seed", new Random().nextLong());
        System.out.println("random objects: -Dseed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 6; round++) {
            try (Guest guest = new Guest("")) {
                RandomObjects objects = new RandomObjects(guest.cuda, random);
                objects.calls(10 + random.nextInt(100));
                int dead = guest.kill();
                if (!objects.calls(random.nextInt(10))) {
                    guest.learns(dead);
                }
                objects.check();
                objects.calls(20);
                objects.checkNames();
                objects.free();
                guest.cuda.cuMemFree(guest.memory);
                guest.cuda.cuCtxSynchronize();
                assertThat(guest.held()).as("-Dseed=" + seed).isZero();
                restart(dead);
            }
            nothingIsLeft();
        }
    }

    // --- guests

    /** A guest with memory that holds threes. */
    private static final class Guest implements AutoCloseable {
        private final String vm = "guest" + VMS.incrementAndGet();
        private final CudaDriver cuda;
        private final long memory;

        Guest(String options) {
            cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + vm + options);
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            memory = cuda.cuMemAlloc(BYTES);
            cuda.cuMemsetD8(memory, 3, BYTES);
            assertThat(content()).containsOnly((byte) 3);
        }

        long load() {
            try (Arena arena = Arena.ofConfined()) {
                return cuda.cuModuleLoadData(arena.allocateFrom(PROGRAM));
            }
        }

        void launch(long kernel, int steps, long stream) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment parameters = arena.allocate(12, 8);
                parameters.set(ValueLayout.JAVA_LONG, 0, memory);
                parameters.set(ValueLayout.JAVA_INT, 8, steps);
                cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, parameters);
            }
        }

        byte[] content() {
            byte[] bytes = new byte[BYTES];
            cuda.cuMemcpyDtoH(MemorySegment.ofArray(bytes), memory, BYTES);
            return bytes;
        }

        int number(long address) {
            int[] number = new int[1];
            cuda.cuMemcpyDtoH(MemorySegment.ofArray(number), address, 4);
            return number[0];
        }

        Session session() {
            try (Mover mover = new Mover(stack.adminUri(), vm)) {
                return mover.sessions().getFirst();
            }
        }

        String server() {
            return session().getServer();
        }

        /** Returns the device memory in the router's books. */
        long held() {
            return admin
                    .always()
                    .getVm(GetVmRequest.newBuilder().setVm(vm).build())
                    .getUsage()
                    .getResourcesList()
                    .stream()
                    .filter(resource -> resource.getName().equals("device_memory"))
                    .mapToLong(ResourceUsage::getHeld)
                    .sum();
        }

        /** Kills the guest's server and returns its number. */
        int kill() {
            int number = server().equals("server0") ? 0 : 1;
            HiraProcess process = stack.server(number);
            process.kill();
            process.awaitExit(PATIENCE);
            return number;
        }

        /** Checks that this thread's next call says once that the server died. */
        void learns(int dead) {
            assertTold(caught(cuda::cuCtxSynchronize), dead);
            cuda.cuCtxSynchronize();
        }

        @Override
        public void close() {
            cuda.close();
        }
    }

    private static void assertTold(CudaException failure, int dead) {
        assertThat(failure)
                .isNotNull()
                .hasMessageContaining("the API server 'server" + dead + "' died")
                .hasMessageContaining("all contents of device memory are lost");
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_ECC_UNCORRECTABLE);
    }

    private static CudaException caught(Runnable call) {
        try {
            call.run();
            return null;
        } catch (CudaException e) {
            return e;
        }
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // --- servers

    private static void restart(int server) {
        stack.restartServer(server);
        await(
                "server" + server + " is up",
                () ->
                        servers().stream()
                                .filter(each -> each.getName().equals("server" + server))
                                .allMatch(each -> each.getState() == ServerState.SERVER_STATE_UP));
    }

    private static void nothingIsLeft() {
        await(
                "no session is left",
                () -> servers().stream().allMatch(server -> server.getSessions() == 0));
    }

    private static List<Server> servers() {
        return admin.always().listServers(ListServersRequest.getDefaultInstance()).getServersList();
    }

    /** Repeats a check until it holds. Every check is a round trip, so this does not spin idly. */
    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("still not so: " + what).isLessThan(deadline);
        }
    }
}

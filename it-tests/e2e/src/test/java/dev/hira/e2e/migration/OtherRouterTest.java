package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.CheckpointProgress;
import dev.hira.admin.v1.CheckpointStep;
import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.RestoreVmRequest;
import dev.hira.admin.v1.Session;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.CheckpointSender;
import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.links.CountedPrograms;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** VMs whose checkpoints another router restores, with servers of its own. */
@Tag("thorough")
@Timeout(300)
final class OtherRouterTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final List<String> SERVER = List.of("--devices", "1", "--profile", "small");
    private static final long SEED = 20_261_123;
    private static final int LOOKS = 10_000;
    private static final long LOOK_NANOS = 5_000_000;

    @TempDir private static Path folder;
    private static LocalStack here;
    private static LocalStack there;

    @BeforeAll
    static void start() {
        here = stack("here");
        there = stack("there");
    }

    private static LocalStack stack(String name) {
        return LocalStack.start(
                1,
                SERVER,
                List.of("--state", folder.resolve(name).toString(), "--set", "timeouts.resume=2m"));
    }

    @AfterAll
    static void stop() {
        here.close();
        there.close();
    }

    /** Opens a session at the first router that may go to the second. */
    private static CudaDriver open(String vm) {
        return CountedPrograms.open(
                here.uri() + "?batch-records=4&vm=" + vm + "&also=" + there.uri());
    }

    private static void end(LocalStack stack) {
        stack.router().kill();
        stack.router().awaitExit(PATIENCE);
    }

    /** Restores a checkpoint at the second router; returns all reports. */
    private static List<CheckpointProgress> restore(
            AdminClient admin, String vm, byte[] file, CountDownLatch awaiting) throws IOException {
        List<CheckpointProgress> reports = new ArrayList<>();
        CheckpointSender.send(
                admin,
                RestoreVmRequest.newBuilder()
                        .setVm(vm)
                        .setLimit(com.google.protobuf.Duration.newBuilder().setSeconds(100))
                        .build(),
                new ByteArrayInputStream(file),
                report -> {
                    reports.add(report);
                    if (report.getStep() == CheckpointStep.CHECKPOINT_STEP_AWAIT) {
                        awaiting.countDown();
                    }
                });
        return reports;
    }

    private static List<Session> sessions(AdminClient admin, String vm) {
        return admin.always()
                .listSessions(ListSessionsRequest.newBuilder().setVm(vm).build())
                .getSessionsList();
    }

    @Test
    void shouldGoOnAtTheRouterThatRestoresTheCheckpointUnlessTheProgramHasMadeCallsSince()
            throws Exception {
        byte[] content = new byte[3 << 20];
        new Random(SEED).nextBytes(content);
        byte[] back = new byte[content.length];
        CountDownLatch awaiting = new CountDownLatch(2);
        try (CudaDriver cuda = open("traveller");
                CudaDriver ahead = open("ahead");
                AdminClient second = AdminClient.connect(there.adminUri());
                ExecutorService operators = Executors.newFixedThreadPool(2)) {
            long memory = cuda.cuMemAlloc(content.length);
            cuda.cuMemcpyHtoD(memory, MemorySegment.ofArray(content), content.length);
            Keeper first = new Keeper(here.adminUri(), "traveller");
            first.mustSuspend();
            byte[] suspended = first.checkpoint();
            byte[] early = new Keeper(here.adminUri(), "ahead").checkpoint();
            Future<List<CheckpointProgress>> restored =
                    operators.submit(() -> restore(second, "traveller", suspended, awaiting));
            Future<List<CheckpointProgress>> refused =
                    operators.submit(() -> restore(second, "ahead", early, awaiting));
            awaiting.await();
            CountedPrograms.copies(ahead, SEED);
            end(here);

            cuda.cuMemcpyDtoH(MemorySegment.ofArray(back), memory, back.length);
            assertThat(back).isEqualTo(content);
            assertThat(Keeper.done(restored.get().getLast()).getMemoryBytes())
                    .isGreaterThanOrEqualTo(content.length);
            assertThat(sessions(second, "traveller")).hasSize(1);
            CountedPrograms.hostFunctions(cuda);
            CountedPrograms.copies(cuda, SEED);
            cuda.cuMemFree(memory);

            assertThat(refused.get().getLast().getProblem())
                    .contains("no program of it has come to this router");
            here.restartRouter();
            CountedPrograms.copies(ahead, SEED);
        }
    }

    @Test
    void shouldStayWithTheSecondRouterWhenTheFirstComesBackWithAnOlderState() throws Exception {
        byte[] content = new byte[1 << 20];
        new Random(SEED).nextBytes(content);
        byte[] back = new byte[content.length];
        try (CudaDriver cuda = open("returner");
                AdminClient second = AdminClient.connect(there.adminUri());
                ExecutorService operator = Executors.newSingleThreadExecutor()) {
            long memory = cuda.cuMemAlloc(content.length);
            Keeper first = new Keeper(here.adminUri(), "returner");
            first.mustSuspend();
            byte[] suspended = first.checkpoint();
            CountDownLatch awaiting = new CountDownLatch(1);
            Future<List<CheckpointProgress>> restored =
                    operator.submit(() -> restore(second, "returner", suspended, awaiting));
            awaiting.await();
            end(here);
            Keeper.done(restored.get().getLast());
            cuda.cuMemcpyHtoD(memory, MemorySegment.ofArray(content), content.length);
            Path older = file("here", sessions(second, "returner").getFirst());

            here.restartRouter();
            assertThat(older).exists();
            end(there);
            awaitRemoval(older);
            there.restartRouter();

            cuda.cuMemcpyDtoH(MemorySegment.ofArray(back), memory, back.length);
            assertThat(back).isEqualTo(content);
            CountedPrograms.hostFunctions(cuda);
            cuda.cuMemFree(memory);
        }
    }

    private static Path file(String router, Session session) {
        return folder.resolve(router).resolve("sessions").resolve(session.getId() + ".session");
    }

    /** Waits until a router has removed a session's file, because its guest has come. */
    private static void awaitRemoval(Path file) {
        for (int look = 0; look < LOOKS && Files.exists(file); look++) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        assertThat(file).doesNotExist();
    }
}

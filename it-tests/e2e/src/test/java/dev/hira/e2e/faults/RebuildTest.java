package dev.hira.e2e.faults;

import static dev.hira.e2e.faults.ProtectedGuest.caught;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.Event;
import dev.hira.admin.v1.EventKind;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.WatchEventsRequest;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.guest.Hira;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An API server is killed under sessions of VMs that are protected, and of one that is not. */
@Tag("thorough")
@Timeout(60)
final class RebuildTest {
    @RegisterExtension
    static final TwoServers servers =
            TwoServers.with(
                    "policy.default.protection=rebuild", "policy.vms.plain.protection=none");

    @ParameterizedTest
    @ValueSource(strings = {"&memory=off&rings=off", "&rings=off", ""})
    void shouldGoOnWithItsObjectsAndEmptyMemory(String options) {
        try (ProtectedGuest guest = new ProtectedGuest(servers, options)) {
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

            int dead = guest.killServer();
            guest.learns(dead);
            assertThat(guest.server()).isEqualTo(1 - dead);
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
            servers.restart(dead);
            dead = guest.killServer();
            guest.learns(dead);
            servers.restart(dead);
            guest.cuda.cuStreamDestroy(stream);
            guest.cuda.cuModuleUnload(module);
            guest.cuda.cuMemFree(guest.memory);
            guest.cuda.cuCtxSynchronize();
            assertThat(guest.held()).isZero();
        }
        servers.awaitNoSession();
    }

    @Test
    void shouldEndOtherSessionsAndLeaveThoseOfTheOtherServerAlone() {
        try (ProtectedGuest first = new ProtectedGuest(servers, "");
                ProtectedGuest second = new ProtectedGuest(servers, "")) {
            // Least loaded placement puts the two on different servers.
            int dead = first.server();
            assertThat(second.server()).isEqualTo(1 - dead);
            List<CudaDriver> plain =
                    List.of(
                            Hira.connect(servers.uri() + "?vm=plain&devices=1"),
                            Hira.connect(servers.uri() + "?vm=plain&devices=1"));
            first.killServer();
            first.learns(dead);
            assertThat(second.content()).containsOnly((byte) 3);
            long ended =
                    plain.stream()
                            .map(cuda -> ending(cuda))
                            .filter(text -> text.contains("is gone; reopen"))
                            .count();
            assertThat(ended).isEqualTo(1);
            plain.forEach(cuda -> caught(cuda::close));
            servers.restart(dead);
        }
        servers.awaitNoSession();
    }

    private static String ending(CudaDriver cuda) {
        CudaException failure = caught(() -> cuda.cuInit(0));
        return failure == null ? "" : String.valueOf(failure.getMessage());
    }

    @Test
    void shouldWaitForItsServerToRestartIfThereIsNoOther() {
        try (ProtectedGuest guest = new ProtectedGuest(servers, "")) {
            int dead = guest.server();
            servers.kill(1 - dead);
            guest.killServer();
            servers.restart(dead);
            guest.learns(dead);
            assertThat(guest.content()).containsOnly((byte) 0);
            assertThat(guest.server()).isEqualTo(dead);
            servers.restart(1 - dead);
        }
        servers.awaitNoSession();
    }

    @Test
    void shouldTellOperators() {
        try (ProtectedGuest guest = new ProtectedGuest(servers, "")) {
            Iterator<Event> events =
                    servers.admin()
                            .always()
                            .watchEvents(
                                    WatchEventsRequest.newBuilder()
                                            .setVm(guest.vm)
                                            .addKinds(EventKind.EVENT_KIND_SESSION_LOST)
                                            .addKinds(EventKind.EVENT_KIND_SESSION_REBUILT)
                                            .build());
            servers.admin().always().getVm(GetVmRequest.newBuilder().setVm(guest.vm).build());
            int dead = guest.killServer();
            guest.learns(dead);
            Event lost = events.next();
            assertThat(lost.getKind()).isEqualTo(EventKind.EVENT_KIND_SESSION_LOST);
            assertThat(lost.getDetail()).contains("server" + dead);
            Event rebuilt = events.next();
            assertThat(rebuilt.getKind()).isEqualTo(EventKind.EVENT_KIND_SESSION_REBUILT);
            assertThat(rebuilt.getDevice()).isEqualTo("server" + (1 - dead) + "/0");
            servers.restart(dead);
        }
        servers.awaitNoSession();
    }

    /** Random allocations, frees, streams and modules; the server dies at any moment. */
    @Test
    void shouldAnswerForAllObjectsWheneverTheServerDies() {
        long seed = Long.getLong("seed", 20_261_128);
        System.out.println("random objects: -Dseed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 3; round++) {
            try (ProtectedGuest guest = new ProtectedGuest(servers, "")) {
                RandomObjects objects = new RandomObjects(guest.cuda, random);
                objects.calls(10 + random.nextInt(100));
                int dead = guest.killServer();
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
                servers.restart(dead);
            }
            servers.awaitNoSession();
        }
    }
}

package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.guest.gpu.Gpu;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Processes that stop and say nothing: a guest, and a server while a VM moves to it. */
@Tag("thorough")
final class StoppedProcessesTest {
    @RegisterExtension
    static final TwoServers servers =
            TwoServers.with(
                    "timeouts.heartbeat=300ms", "timeouts.silence=1200ms", "timeouts.resume=3s");

    @Test
    void shouldReleaseAGuestThatStops() {
        try (Gpu one = open();
                Gpu two = open()) {
            // Least loaded placement puts the two on different servers.
            long before = free(one, two);
            HiraProcess guest = FloodGuest.start(servers.uri(), "idle");
            try {
                TwoServers.await(
                        "the guest holds memory", () -> free(one, two) <= before - FloodGuest.HELD);
                TwoServers.signal(guest, "STOP");
                TwoServers.await("the memory is free", () -> free(one, two) >= before);
                assertThat(free(one, two)).isEqualTo(before);
            } finally {
                guest.kill();
            }
        }
    }

    private static Gpu open() {
        return Gpu.connect(servers.uri() + "?devices=1&vm=witness");
    }

    private static long free(Gpu one, Gpu two) {
        return one.memory().free() + two.memory().free();
    }

    @Test
    void shouldStayOrEndClearlyWhenTheTargetStops() {
        Random random = Fault.seeded("stop the target");
        for (int round = 0; round < Fault.ROUNDS; round++) {
            Fault fault = Fault.in(round, random);
            try (MovedGuest guest = new MovedGuest(servers, "stopped" + round)) {
                int target = guest.elsewhere();
                HiraProcess process = servers.server(target);
                MigrateVmProgress last;
                try {
                    last =
                            fault.during(
                                    servers,
                                    guest.vm,
                                    target,
                                    () -> TwoServers.signal(process, "STOP"));
                } finally {
                    TwoServers.signal(process, "CONT");
                }
                servers.awaitUp(target);
                guest.goesOnAfter(last, target, fault);
            }
            servers.awaitNothing();
        }
    }
}

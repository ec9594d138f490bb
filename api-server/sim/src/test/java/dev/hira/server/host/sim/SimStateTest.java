package dev.hira.server.host.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.AddressWindow;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.server.host.DriverProcess;
import dev.hira.server.host.SessionOwner;
import dev.hira.server.host.SessionState;
import dev.hira.sim.SimHost;
import dev.hira.sim.profile.Profiles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Moves a session's process from one host of simulated devices to another. */
@Timeout(60)
final class SimStateTest {
    private static final int CONTEXT = 0x1000;

    @Test
    void shouldMoveAProcessToAnotherHost() throws InterruptedException {
        try (SimHost here = SimHost.of(Profiles.SMALL, Profiles.SMALL);
                SimHost there = SimHost.of(Profiles.DEFAULT);
                DriverProcess<CudaDriver> old = process(here, 1);
                DriverProcess<CudaDriver> fresh = process(there, 0)) {
            long address = create(old);
            old.lane(1).cuMemsetD8(address, (byte) 7, 100);
            SessionState state = Objects.requireNonNull(old.state());
            SessionState other = Objects.requireNonNull(fresh.state());
            assertThat(state.quiesce(Duration.ofSeconds(50))).isTrue();
            other.prepare(state.placements());
            create(fresh);
            state.save(other.restorer());
            MemorySegment back = MemorySegment.ofArray(new byte[200]);
            fresh.lane(1).cuMemcpyDtoH(back, address, 200);
            assertThat(back.toArray(ValueLayout.JAVA_BYTE))
                    .startsWith(7, 7)
                    .contains(7, Index.atIndex(99))
                    .endsWith(0);
        }
    }

    private static DriverProcess<CudaDriver> process(SimHost host, int device) {
        return new SimApiDriver<>(host, SimApi.cuda())
                .open(new SessionOwner("vm", "s", _ -> {}), List.of(device));
    }

    /** Makes the calls that create the objects. */
    private static long create(DriverProcess<CudaDriver> process) {
        CudaDriver cuda = process.lane(1);
        cuda.cuInit(0);
        cuda.cuCtxCreateAs(CONTEXT, 0, 0);
        long address = AddressWindow.of(CONTEXT).start();
        cuda.cuMemAllocAs(address, 200);
        return address;
    }
}

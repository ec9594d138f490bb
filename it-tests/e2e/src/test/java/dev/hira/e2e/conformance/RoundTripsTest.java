package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.guest.cuda.CudaGuest;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Asynchronous calls need no round trips. */
final class RoundTripsTest {
    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            mode = EnumSource.Mode.EXCLUDE,
            // The others wait for other things, and their drivers do not count round trips.
            names = {"DIRECT", "MOVING", "CUT", "KILLED"})
    void shouldMakeOneRoundTripForAnyNumberOfAsynchronousCallsBetweenTwoSynchronizations(Way way) {
        try (CudaGuest cuda = Way.guest(way.open())) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            long stream = cuda.cuStreamCreate(1);
            long memory = cuda.cuMemAlloc(1 << 20);
            MemorySegment data = MemorySegment.ofArray(new byte[1000]);
            MemorySegment back = MemorySegment.ofArray(new byte[1000]);
            cuda.cuStreamSynchronize(stream);
            for (int calls : new int[] {0, 1, 10, 1000, 20_000}) {
                long before = cuda.stats().roundTrips();
                long event = cuda.cuEventCreate(0);
                for (int i = 0; i < calls; i++) {
                    cuda.cuMemcpyHtoDAsync(memory, data, 1000, stream);
                    cuda.cuMemsetD32Async(memory + 2000, i, 10, stream);
                }
                cuda.cuMemcpyDtoHAsync(back, memory, 1000, stream);
                cuda.cuEventRecord(event, stream);
                cuda.cuStreamSynchronize(stream);
                cuda.cuEventDestroy(event);
                assertThat(cuda.stats().roundTrips() - before).as(calls + " calls").isEqualTo(1);
            }
        }
    }
}

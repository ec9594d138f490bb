package dev.hira.sim.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.SimProcess;
import dev.hira.sim.driver.object.HostLimits;
import dev.hira.sim.profile.ProfileText;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What programs that are not built may take of the server's heap. */
final class ProgramBudgetTest {
    private static final long[] NONE = {};
    private static final int TOTAL = 64 << 10;

    /** The bytes of heap that stand for TOTAL bytes of the text of loaded modules. */
    private static final int HEAP = 16 * TOTAL;

    private static final int TEXT = HEAP / 32;

    private final SimHost host =
            SimHost.of(
                    SimConfig.of(ProfileText.parse("profile=small"))
                            .withLimits(
                                    HostLimits.usual().withModules(TOTAL, TOTAL, TOTAL, TOTAL)));

    @AfterEach
    void close() {
        host.close();
    }

    private interface Creation {
        long by(OpenClDriver cl, long context);
    }

    private static long device(OpenClDriver cl) {
        return cl.clGetDeviceIDs(cl.clGetPlatformIDs()[0], 4)[0];
    }

    /** Creates programs until one is refused. */
    private static List<Long> fill(OpenClDriver cl, long context, Creation creation) {
        List<Long> programs = new ArrayList<>();
        OpenClException refused = null;
        while (refused == null && programs.size() < 200) {
            refused =
                    catchThrowableOfType(
                            OpenClException.class, () -> programs.add(creation.by(cl, context)));
        }
        assertThat(refused).as("the refusal of a program").isNotNull();
        assertThat(refused.error()).isEqualTo(ClResult.CL_OUT_OF_HOST_MEMORY);
        return programs;
    }

    private void assertBounded(Creation creation, int bytes) {
        SimProcess process = host.open();
        OpenClDriver cl = process.openClLane(1);
        long context = cl.clCreateContext(NONE, new long[] {device(cl)});
        List<Long> first = fill(cl, context, creation);
        assertThat((long) first.size() * bytes).isBetween(HEAP / 4L, HEAP / 2L);
        assertThat(
                        fill(
                                host.open().openClLane(1),
                                0,
                                (other, _) -> {
                                    long own =
                                            other.clCreateContext(NONE, new long[] {device(other)});
                                    return creation.by(other, own);
                                }))
                .as("programs of another process")
                .isNotEmpty();
        first.forEach(cl::clReleaseProgram);
        assertThat(fill(cl, context, creation)).as("programs after the release").isNotEmpty();
        process.close();
    }

    @Test
    void shouldCountTheSourcesOfProgramsFromTheirCreation() {
        String source = "// " + "x".repeat(TEXT / 2 - 3);
        assertBounded((cl, in) -> cl.clCreateProgramWithSource(in, List.of(source)), TEXT);
    }

    @Test
    void shouldCountBinariesFromTheirCreation() {
        byte[] ptx =
                (".version 8.0\n.target sm_75\n.address_size 64\n" + " ".repeat(TEXT))
                        .getBytes(StandardCharsets.UTF_8);
        assertBounded(
                (cl, in) ->
                        cl.clCreateProgramWithBinary(
                                in,
                                new long[] {device(cl)},
                                new long[] {ptx.length},
                                MemorySegment.ofArray(ptx)),
                TEXT);
    }
}

package dev.hira.sim.opencl.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.api.BlockingBan;
import dev.hira.api.WouldWaitException;
import dev.hira.api.opencl.ClBuildStatus;
import dev.hira.api.opencl.ClDeviceInfo;
import dev.hira.api.opencl.ClProgramBuildInfo;
import dev.hira.api.opencl.ClProgramInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import dev.hira.api.source.SourceCompiler;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.profile.Profiles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Builds of source where no compiler is on the class path, as in the tests of this module. */
final class ProgramBuildsTest {
    private static final long[] NONE = {};
    private static final String SOURCE = "kernel void k(global int* x) { *x = 1; }";

    private SimHost host;
    private OpenClDriver cl;
    private long device;
    private long program;

    @BeforeEach
    void createProgram() {
        host = SimHost.of(SimConfig.of(Profiles.SMALL));
        cl = host.open().openCl();
        device = cl.clGetDeviceIDs(cl.clGetPlatformIDs()[0], 4)[0];
        long context = cl.clCreateContext(NONE, new long[] {device});
        program = cl.clCreateProgramWithSource(context, List.of(SOURCE));
    }

    @AfterEach
    void close() {
        cl.close();
        host.close();
    }

    @Test
    void shouldNotCompileWithoutACompiler() {
        OpenClException failure =
                catchThrowableOfType(
                        OpenClException.class,
                        () -> cl.clCompileProgram(program, NONE, "", NONE, List.of()));
        assertThat(failure.error()).isEqualTo(ClResult.CL_COMPILER_NOT_AVAILABLE);
    }

    @Test
    void shouldSayInTheLogThatThereIsNoCompiler() {
        OpenClException failure =
                catchThrowableOfType(
                        OpenClException.class, () -> cl.clBuildProgram(program, NONE, "-w"));
        assertThat(failure.error()).isEqualTo(ClResult.CL_COMPILER_NOT_AVAILABLE);
        assertThat(text(ClProgramBuildInfo.CL_PROGRAM_BUILD_LOG))
                .isEqualTo(failure.getMessage())
                .contains(SourceCompiler.MISSING);
        assertThat(text(ClProgramBuildInfo.CL_PROGRAM_BUILD_OPTIONS)).isEqualTo("-w");
        assertThat(status()).isEqualTo(ClBuildStatus.CL_BUILD_ERROR.value());
        assertThat(cl.clGetProgramInfo(program, ClProgramInfo.CL_PROGRAM_SOURCE, 0, null))
                .isEqualTo(SOURCE.length() + 1);
    }

    @Test
    void shouldSayThatTheDeviceHasNoCompiler() {
        MemorySegment available = MemorySegment.ofArray(new int[] {7});
        cl.clGetDeviceInfo(device, ClDeviceInfo.CL_DEVICE_COMPILER_AVAILABLE, 4, available);
        assertThat(available.get(ValueLayout.JAVA_INT, 0)).isZero();
    }

    @Test
    void shouldNotBuildOnAThreadThatServesOthers() {
        boolean before = BlockingBan.forbid();
        try {
            assertThatThrownBy(() -> cl.clBuildProgram(program, NONE, ""))
                    .isInstanceOf(WouldWaitException.class);
        } finally {
            BlockingBan.restore(before);
        }
        assertThat(status()).isEqualTo(ClBuildStatus.CL_BUILD_NONE.value());
    }

    private int status() {
        MemorySegment status = MemorySegment.ofArray(new int[1]);
        cl.clGetProgramBuildInfo(
                program, device, ClProgramBuildInfo.CL_PROGRAM_BUILD_STATUS, 4, status);
        return status.get(ValueLayout.JAVA_INT, 0);
    }

    private String text(ClProgramBuildInfo info) {
        byte[] bytes = new byte[(int) cl.clGetProgramBuildInfo(program, device, info, 0, null)];
        cl.clGetProgramBuildInfo(program, device, info, bytes.length, MemorySegment.ofArray(bytes));
        return MemorySegment.ofArray(bytes).getString(0);
    }
}

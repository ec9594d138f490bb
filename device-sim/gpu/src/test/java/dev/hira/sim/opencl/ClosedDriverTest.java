package dev.hira.sim.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.profile.ProfileText;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls of a driver that the program has closed. */
final class ClosedDriverTest {
    private final SimHost host = SimHost.of(SimConfig.of(ProfileText.parse("profile=small")));

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void shouldSayThatTheDriverWasClosed() {
        OpenClDriver cl = host.open().openCl();
        long device = cl.clGetDeviceIDs(cl.clGetPlatformIDs()[0], 4)[0];
        long context = cl.clCreateContext(new long[0], new long[] {device});
        long queue = cl.clCreateCommandQueue(context, device, 0);
        cl.close();
        assertThatThrownBy(() -> cl.clFinish(queue))
                .isInstanceOfSatisfying(
                        OpenClException.class,
                        e -> assertThat(e.error()).isEqualTo(ClResult.CL_INVALID_OPERATION))
                .hasMessageContaining("this driver was closed by its owner; open another one");
        cl.close();
    }
}

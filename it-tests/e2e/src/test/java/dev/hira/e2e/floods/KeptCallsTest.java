package dev.hira.e2e.floods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A guest that repeats calls which the router keeps gets its API's error before the router's heap
 * is full, and the guest beside it goes on.
 */
@Timeout(180)
final class KeptCallsTest {
    private static final List<String> SMALL =
            List.of("-Xmx256m", "-XX:MaxDirectMemorySize=256m", "-XX:+ExitOnOutOfMemoryError");
    private static final long GPU = 4;
    private static final int CALLS = 1_000_000;

    /** After so many asynchronous calls a synchronous one tells whether they failed. */
    private static final int UNTIL_FINISH = 10_000;

    @Test
    void shouldRefuseReferencesThatTheRouterWouldKeepWithoutEnd() throws Exception {
        try (LocalStack stack =
                        LocalStack.start(
                                1,
                                SMALL,
                                List.of("--devices", "1", "--profile", "small"),
                                List.of());
                OpenClDriver victim = Hira.connectOpenCl(stack.uri() + "?vm=victim")) {
            try (OpenClDriver attacker = Hira.connectOpenCl(stack.uri() + "?vm=attacker")) {
                OpenClException refused =
                        catchThrowableOfType(OpenClException.class, () -> retain(attacker, CALLS));
                assertThat(refused).isNotNull();
                assertThat(refused.codeName()).startsWith("CL_OUT_OF");
                assertThat(refused.getMessage())
                        .contains("the router keeps the calls that recreate the session's objects");
            }
            try (OpenClDriver next = Hira.connectOpenCl(stack.uri() + "?vm=attacker")) {
                retain(next, UNTIL_FINISH);
            }
            assertThat(victim.clGetPlatformIDs()).isNotEmpty();
            assertThat(stack.router().isAlive()).as(stack.router().output()).isTrue();
            assertThat(stack.router().output()).doesNotContain("OutOfMemory");
        }
    }

    /** Adds references to a context until that fails. */
    private static void retain(OpenClDriver cl, int times) {
        long device = cl.clGetDeviceIDs(cl.clGetPlatformIDs()[0], GPU)[0];
        long context = cl.clCreateContext(new long[0], new long[] {device});
        long queue = cl.clCreateCommandQueue(context, device, 0);
        for (int i = 1; i <= times; i++) {
            cl.clRetainContext(context);
            if (i % UNTIL_FINISH == 0) {
                cl.clFinish(queue);
            }
        }
    }
}

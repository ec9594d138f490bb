package dev.hira.sim.opencl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.CallbackThread;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.profile.ProfileText;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which drivers refuse calls that wait or build on a thread that runs callbacks. */
final class CallbackRuleTest {
    private static final long[] NONE = {};
    private static final byte[] PTX =
            ".version 7.8\n.target sm_75\n.address_size 64\n".getBytes(UTF_8);

    private final SimHost host = SimHost.of(SimConfig.of(ProfileText.parse("profile=small")));

    @AfterEach
    void close() {
        host.close();
    }

    /** Calls that wait or build, of a driver with a queue, an event and a program. */
    private static List<ThrowingCallable> calls(OpenClDriver cl) {
        long device = cl.clGetDeviceIDs(cl.clGetPlatformIDs()[0], 4)[0];
        long context = cl.clCreateContext(NONE, new long[] {device});
        long queue = cl.clCreateCommandQueue(context, device, 0);
        long event = cl.clCreateUserEvent(context);
        cl.clSetUserEventStatus(event, 0);
        long program =
                cl.clCreateProgramWithBinary(
                        context,
                        new long[] {device},
                        new long[] {PTX.length},
                        MemorySegment.ofArray(PTX));
        return List.of(
                () -> cl.clFinish(queue),
                () -> cl.clWaitForEvents(new long[] {event}),
                () -> cl.clBuildProgram(program, NONE, ""),
                cl::close);
    }

    private static void runInCallback(ThrowingCallable call) throws Throwable {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Runnable body =
                () -> {
                    try {
                        call.call();
                        end.complete(null);
                    } catch (Throwable failure) {
                        end.completeExceptionally(failure);
                    }
                };
        new CallbackThread("callbacks", body).start();
        await(end);
    }

    private static void await(CompletableFuture<Void> end)
            throws InterruptedException, TimeoutException, Throwable {
        try {
            end.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause();
        }
    }

    @Test
    void shouldMakeCallsOfAServersLaneOnAnyThread() {
        for (ThrowingCallable call : calls(host.open().openClLane(1))) {
            assertThatCode(() -> runInCallback(call)).doesNotThrowAnyException();
        }
    }

    @Test
    void shouldRefuseThemInTheProgramsOwnProcess() {
        for (ThrowingCallable call : calls(host.open().openCl())) {
            assertThatThrownBy(() -> runInCallback(call))
                    .isInstanceOfSatisfying(
                            OpenClException.class,
                            refused ->
                                    assertThat(refused.error())
                                            .isEqualTo(ClResult.CL_INVALID_OPERATION));
        }
    }
}

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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What functions that wait to be called, and queued commands, may take of the server's heap. */
final class CallbackBudgetTest {
    private static final long[] NONE = {};
    private static final long HEAP = 1 << 20;

    /** The threads that callbacks of a process have at most. */
    private static final int THREADS = 64;

    private static final int EACH = (int) (HEAP / 2 / Callbacks.BYTES);

    private final SimHost host = host(HEAP);

    private static SimHost host(long heap) {
        return SimHost.of(
                SimConfig.of(ProfileText.parse("profile=small"))
                        .withLimits(HostLimits.usual().withHeap(heap, heap)));
    }

    @Test
    void shouldRefuseAtOnceACommandThatWaitsForMoreEventsThanThereIsEverRoomFor() {
        Guest guest = Guest.of(host);
        long queue = guest.cl.clCreateCommandQueue(guest.context, guest.device, 0);
        long event = guest.cl.clCreateUserEvent(guest.context);
        long[] events = new long[(int) HEAP / 512];
        Arrays.fill(events, event);

        OpenClException refused =
                catchThrowableOfType(
                        OpenClException.class,
                        () -> guest.cl.clEnqueueWaitForEvents(queue, events));

        assertThat(refused).hasMessageContaining("let it wait for fewer events at once");
        guest.cl.clEnqueueWaitForEvents(queue, Arrays.copyOf(events, 100));
        guest.cl.clSetUserEventStatus(event, 0);
        guest.cl.clFinish(queue);
    }

    @Test
    void shouldReadNoHeaderWhenTheNamesDoNotMatch() {
        Guest guest = Guest.of(host);
        long program = guest.cl.clCreateProgramWithSource(guest.context, List.of("\n"));
        OpenClException refused =
                catchThrowableOfType(
                        OpenClException.class,
                        () ->
                                guest.cl.clCompileProgram(
                                        program,
                                        new long[] {guest.device},
                                        "",
                                        new long[] {program + 1, program + 2},
                                        List.of("one.h")));
        assertThat(refused).hasMessageContaining("there are 1 names for 2 headers");
    }

    /** A process and its only context. */
    private record Guest(SimProcess process, OpenClDriver cl, long device, long context) {
        static Guest of(SimHost host) {
            SimProcess process = host.open();
            OpenClDriver cl = process.openClLane(1);
            long device = cl.clGetDeviceIDs(cl.clGetPlatformIDs()[0], 4)[0];
            return new Guest(process, cl, device, cl.clCreateContext(NONE, new long[] {device}));
        }

        /** Has functions called behind an event. */
        void callBack(int count, Runnable function) {
            long event = cl.clCreateUserEvent(context);
            for (int i = 0; i < count; i++) {
                cl.clSetEventCallback(event, 0, (_, _, _) -> function.run(), 0);
            }
            cl.clSetUserEventStatus(event, 0);
        }

        /** Sets callbacks until the server refuses one; returns how many it took. */
        int fill(long event, Semaphore calls) {
            for (int i = 0; i < 10 * EACH; i++) {
                OpenClException refused =
                        catchThrowableOfType(
                                OpenClException.class,
                                () ->
                                        cl.clSetEventCallback(
                                                event, 0, (_, _, _) -> calls.release(), 0));
                if (refused != null) {
                    assertThat(refused.error()).isEqualTo(ClResult.CL_OUT_OF_HOST_MEMORY);
                    assertThat(refused).hasMessageContaining("let some be called first");
                    return i;
                }
            }
            throw new AssertionError("no limit was met");
        }
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void shouldRefuseCallbacksBeyondTheHeapOfTheProcess() throws InterruptedException {
        Guest guest = Guest.of(host);
        Semaphore calls = new Semaphore(0);
        long event = guest.cl().clCreateUserEvent(guest.context());
        int taken = guest.fill(event, calls);
        assertThat(taken).isEqualTo(EACH);
        guest.cl().clSetUserEventStatus(event, 0);
        calls.acquire(taken);
        assertThat(guest.fill(guest.cl().clCreateUserEvent(guest.context()), calls))
                .as("callbacks after the first ones were called")
                .isGreaterThan(EACH - 64);
    }

    @Test
    void shouldLeaveHalfOfTheFreeHeapToOtherProcesses() {
        Guest greedy = Guest.of(host);
        Semaphore calls = new Semaphore(0);
        greedy.fill(greedy.cl().clCreateUserEvent(greedy.context()), calls);
        Guest other = Guest.of(host);
        assertThat(other.fill(other.cl().clCreateUserEvent(other.context()), calls))
                .isEqualTo(EACH / 2);
        greedy.process().close();
        Guest third = Guest.of(host);
        assertThat(third.fill(third.cl().clCreateUserEvent(third.context()), calls))
                .as("after the greedy process has ended")
                .isGreaterThan(EACH / 2);
    }

    @Test
    void shouldCountCallbacksOfMemoryThatDoNotReturn() throws InterruptedException {
        Guest guest = Guest.of(host);
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        OpenClException refused = null;
        for (int i = 0; refused == null && i < 4 * EACH; i++) {
            refused =
                    catchThrowableOfType(
                            OpenClException.class, () -> callBackAtItsEnd(guest, begun, end));
        }
        assertThat(refused).isNotNull();
        assertThat(refused.error()).isEqualTo(ClResult.CL_OUT_OF_HOST_MEMORY);
        begun.await();
        end.countDown();
    }

    /** A process has a bounded number of threads for callbacks, however many do not return. */
    @Test
    void shouldCallOtherProcessesWhileCallbacksOfEightDoNotReturn() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Semaphore begun = new Semaphore(0);
        SimHost roomy = host(64 * HEAP);
        try {
            List<Guest> hostile = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Guest guest = Guest.of(roomy);
                hostile.add(guest);
                guest.callBack(
                        2 * THREADS,
                        () -> {
                            begun.release();
                            awaitUninterrupted(end);
                        });
            }
            begun.acquire(hostile.size() * THREADS);

            Semaphore called = new Semaphore(0);
            Guest.of(roomy).callBack(2 * THREADS, called::release);
            called.acquire(2 * THREADS);
            hostile.forEach(guest -> assertThat(guest.cl().clGetPlatformIDs()).hasSize(1));
            assertThat(begun.availablePermits()).as("callbacks beyond the threads").isZero();
        } finally {
            end.countDown();
            roomy.close();
        }
    }

    private static void callBackAtItsEnd(Guest guest, CountDownLatch begun, CountDownLatch end) {
        long memory = guest.cl().clCreateBuffer(guest.context(), 1, 256, null);
        try {
            guest.cl()
                    .clSetMemObjectDestructorCallback(
                            memory,
                            (_, _) -> {
                                begun.countDown();
                                awaitUninterrupted(end);
                            },
                            0);
        } finally {
            guest.cl().clReleaseMemObject(memory);
        }
    }

    @Test
    void shouldNotLetEachCommandWaitForAQueueThatStaysFull() {
        Guest guest = Guest.of(host);
        long queue = guest.cl.clCreateCommandQueue(guest.context, guest.device, 0);
        long[] event = {guest.cl.clCreateUserEvent(guest.context)};
        OpenClException refused = null;
        for (int i = 0; refused == null && i < 4 * EACH; i++) {
            refused = refusedMarker(guest, queue, event);
        }
        assertThat(refused).hasMessageContaining("makes no progress");
        long begin = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            assertThat(refusedMarker(guest, queue, event))
                    .hasMessageContaining("makes no progress");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .as("the time of a hundred commands, each of which would wait for five seconds")
                .isLessThan(Duration.ofSeconds(60));
        guest.cl.clSetUserEventStatus(event[0], 0);
        guest.cl.clFinish(queue);
        assertThat(refusedMarker(guest, queue, NONE)).isNull();
        guest.cl.clFinish(queue);
    }

    private static @Nullable OpenClException refusedMarker(Guest guest, long queue, long[] waits) {
        return catchThrowableOfType(
                OpenClException.class, () -> guest.cl.clEnqueueMarkerWithWaitList(queue, waits, 0));
    }

    private static void awaitUninterrupted(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldBoundTheCommandsThatWaitInAllQueuesTogether() {
        Guest guest = Guest.of(host);
        long[] event = {guest.cl().clCreateUserEvent(guest.context())};
        long[] queues = new long[64];
        for (int i = 0; i < queues.length; i++) {
            queues[i] = guest.cl().clCreateCommandQueue(guest.context(), guest.device(), 0);
        }
        int commands = 0;
        OpenClException refused = null;
        for (int i = 0; refused == null && i < queues.length; i++) {
            long queue = queues[i];
            for (int k = 0; refused == null && k < 1000; k++, commands++) {
                refused =
                        catchThrowableOfType(
                                OpenClException.class,
                                () -> guest.cl().clEnqueueMarkerWithWaitList(queue, event, 0));
            }
        }
        assertThat(refused).hasMessageContaining("makes no progress");
        assertThat(commands).isLessThan(4 * EACH);
        guest.cl().clSetUserEventStatus(event[0], 0);
        guest.cl().clFinish(queues[0]);
        guest.cl().clEnqueueMarkerWithWaitList(queues[0], NONE, 0);
    }
}

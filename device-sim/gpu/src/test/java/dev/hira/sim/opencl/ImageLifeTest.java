package dev.hira.sim.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.ClImageDesc;
import dev.hira.api.opencl.ClImageFormat;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import dev.hira.api.opencl.OpenClHandles;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.SimProcess;
import dev.hira.sim.profile.ProfileText;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Images that one thread creates while another one releases what they need. */
@Timeout(120)
final class ImageLifeTest {
    private static final long[] NONE = {};
    private static final int ROUNDS = 3000;
    private static final int RGBA = 0x10B5;
    private static final int UNORM_INT8 = 0x10D2;
    private static final long BYTES = 128 + 64;

    private final SimHost host = SimHost.of(SimConfig.of(ProfileText.parse("profile=small")));

    @AfterEach
    void close() {
        host.close();
    }

    private static long context(OpenClDriver cl) {
        return cl.clCreateContext(
                NONE, new long[] {cl.clGetDeviceIDs(cl.clGetPlatformIDs()[0], 4)[0]});
    }

    private static void create(OpenClDriver cl, long name, long context) {
        ClImageDesc desc =
                new ClImageDesc(ClMemObjectType.CL_MEM_OBJECT_IMAGE2D, 4, 4, 0, 0, 0, 0, 0, 0, 0);
        cl.clCreateImageHIRAAs(
                name,
                context,
                NONE,
                0,
                new ClImageFormat(RGBA, UNORM_INT8),
                desc,
                0,
                BYTES,
                cl.names().address(context, BYTES, 512));
    }

    @Test
    void shouldCreateAnImageThatIsReleasedMeanwhile() throws Exception {
        SimProcess process = host.open();
        OpenClDriver cl = process.openClLane(1);
        long context = context(cl);
        AtomicLong next = new AtomicLong();
        Thread releasing =
                Thread.ofPlatform().daemon().start(() -> releaseAll(process.openClLane(2), next));
        for (int i = 0; i < ROUNDS; i++) {
            long name = cl.names().handle(OpenClHandles.MEM);
            next.set(name);
            create(cl, name, context);
            while (next.get() == name) {
                Thread.onSpinWait();
            }
        }
        next.set(-1);
        releasing.join();
        assertThat(process.use().getFirst().usedBytes()).isZero();
    }

    /** Releases each object as soon as it is there. */
    private static void releaseAll(OpenClDriver cl, AtomicLong next) {
        for (long name = 0; name >= 0; name = next.get()) {
            if (name != 0) {
                try {
                    cl.clReleaseMemObject(name);
                    next.set(0);
                } catch (OpenClException notYet) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    @Test
    void shouldRefuseAnImageWhoseProcessEndsMeanwhile() throws Exception {
        for (int i = 0; i < ROUNDS / 30; i++) {
            SimProcess process = host.open();
            OpenClDriver cl = process.openClLane(1);
            long context = context(cl);
            Thread closing = Thread.ofPlatform().daemon().start(process::close);
            try {
                for (int k = 0; k < ROUNDS; k++) {
                    create(cl, cl.names().handle(OpenClHandles.MEM), context);
                }
            } catch (OpenClException ended) {
                assertThat(ended.code()).isNotZero();
            }
            // A thread that uses memory while another one unmaps it may be left interrupted.
            Thread.interrupted();
            closing.join();
        }
    }
}

package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.ResourceUsage;
import dev.hira.admin.v1.Session;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.guest.Hira;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A guest with memory that holds threes, in a VM of its own that is rebuilt. */
final class ProtectedGuest implements AutoCloseable {
    static final int BYTES = 4 << 20;

    /**
     * Counts to a number, and counts the calls in a variable; waits for a number that never comes.
     */
    private static final String PROGRAM =
            """
            .version 7.0
            .target sm_70
            .address_size 64
            .visible .global .align 4 .u32 runs = 5;
            .visible .entry count(.param .u64 cell, .param .u32 steps) {
              .reg .b32 %r<5>; .reg .b64 %d<3>; .reg .pred %p<2>;
              ld.param.u64 %d1, [cell];
              ld.param.u32 %r1, [steps];
              mov.u32 %r2, 0;
            NEXT:
              add.u32 %r2, %r2, 1;
              setp.lt.u32 %p1, %r2, %r1;
              @%p1 bra NEXT;
              st.global.u32 [%d1], %r2;
              mov.u64 %d2, runs;
              atom.global.add.u32 %r3, [%d2], 1;
              ret;
            }
            .visible .entry wait(.param .u64 cell, .param .u32 value) {
              .reg .b32 %r<3>; .reg .b64 %d<2>; .reg .pred %p<2>;
              ld.param.u64 %d1, [cell];
              ld.param.u32 %r1, [value];
            NEXT:
              ld.volatile.global.u32 %r2, [%d1];
              setp.ne.u32 %p1, %r2, %r1;
              @%p1 bra NEXT;
              ret;
            }
            """;

    private static final AtomicInteger VMS = new AtomicInteger();

    final String vm = "guest" + VMS.incrementAndGet();
    final CudaDriver cuda;
    final long memory;
    private final TwoServers servers;

    ProtectedGuest(TwoServers servers, String options) {
        this.servers = servers;
        cuda = Hira.connect(servers.uri() + "?devices=1&vm=" + vm + options);
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        memory = cuda.cuMemAlloc(BYTES);
        cuda.cuMemsetD8(memory, 3, BYTES);
        assertThat(content()).containsOnly((byte) 3);
    }

    long load() {
        try (Arena arena = Arena.ofConfined()) {
            return cuda.cuModuleLoadData(arena.allocateFrom(PROGRAM));
        }
    }

    void launch(long kernel, int steps, long stream) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parameters = arena.allocate(12, 8);
            parameters.set(ValueLayout.JAVA_LONG, 0, memory);
            parameters.set(ValueLayout.JAVA_INT, 8, steps);
            cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, parameters);
        }
    }

    byte[] content() {
        byte[] bytes = new byte[BYTES];
        cuda.cuMemcpyDtoH(MemorySegment.ofArray(bytes), memory, BYTES);
        return bytes;
    }

    int number(long address) {
        int[] number = new int[1];
        cuda.cuMemcpyDtoH(MemorySegment.ofArray(number), address, 4);
        return number[0];
    }

    Session session() {
        return servers.session(vm);
    }

    /** Returns the number of the guest's server. */
    int server() {
        return servers.serverOf(vm);
    }

    /** Returns the device memory in the router's books. */
    long held() {
        return servers
                .admin()
                .always()
                .getVm(GetVmRequest.newBuilder().setVm(vm).build())
                .getUsage()
                .getResourcesList()
                .stream()
                .filter(resource -> resource.getName().equals("device_memory"))
                .mapToLong(ResourceUsage::getHeld)
                .sum();
    }

    /** Kills the guest's server and returns its number. */
    int killServer() {
        return servers.killServerOf(vm);
    }

    /** Checks that this thread's next call says once that the server died. */
    void learns(int dead) {
        assertTold(caught(cuda::cuCtxSynchronize), dead);
        cuda.cuCtxSynchronize();
    }

    @Override
    public void close() {
        cuda.close();
    }

    /** Checks that a failure says that a server died and memory is lost. */
    static void assertTold(@Nullable CudaException failure, int dead) {
        assertThat(failure)
                .isNotNull()
                .hasMessageContaining("the API server 'server" + dead + "' died")
                .hasMessageContaining("all contents of device memory are lost");
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_ECC_UNCORRECTABLE);
    }

    static @Nullable CudaException caught(Runnable call) {
        try {
            call.run();
            return null;
        } catch (CudaException e) {
            return e;
        }
    }
}

package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.api.cuda.CUlimit;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.driver.object.HostLimits;
import dev.hira.sim.driver.object.ProcessOwner;
import dev.hira.sim.profile.Profiles;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the limits on the host's resources for one process and for all. */
final class HostLimitsTest extends SimFixture {
    private static final String HEAD = ".version 8.0\n.target sm_75\n.address_size 64\n";
    private static final int TEXT = 1000;
    private static final int CONTEXTS = 4;

    /** Ten times the addresses that a context on a small device takes. */
    private static final long ADDRESSES = 10 * 4 * Profiles.SMALL.memoryBytes();

    @Override
    protected SimConfig config() {
        return SimConfig.of(Profiles.SMALL)
                .withLimits(
                        HostLimits.usual()
                                .withModules(100 * TEXT, 100 * TEXT, 3 * TEXT, 8 * TEXT)
                                .withContexts(CONTEXTS, ADDRESSES));
    }

    private static MemorySegment text(String text, int length) {
        String padded =
                HEAD + text + " ".repeat(Math.max(0, length - HEAD.length() - text.length()));
        return MemorySegment.ofArray(padded.getBytes(StandardCharsets.UTF_8));
    }

    private static MemorySegment module(int length) {
        return text(".visible .entry k() { ret; }\n", length);
    }

    private static CudaException failure(Runnable call) {
        CudaException failure = catchThrowableOfType(CudaException.class, call::run);
        assertThat(failure).as("a failure").isNotNull();
        return failure;
    }

    private static void requireOutOfMemory(CudaException failure) {
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_OUT_OF_MEMORY);
    }

    private CudaDriver other() {
        CudaDriver driver = host.open().driver();
        driver.cuInit(0);
        driver.cuCtxCreate(0, 0);
        return driver;
    }

    @Test
    void shouldRefuseATextThatIsTooLongForAnyModule() {
        assertThat(failure(() -> cuda.cuModuleLoadData(module(100 * TEXT + 1))))
                .hasMessageContaining("the module has 100001 bytes of text")
                .hasMessageContaining("100000 bytes at most")
                .isInstanceOfSatisfying(CudaException.class, HostLimitsTest::requireOutOfMemory);
    }

    @Test
    void shouldRefuseAModuleBeyondTheLimitOfTheProcessUntilItUnloadsOne() {
        long first = cuda.cuModuleLoadData(module(TEXT));
        cuda.cuModuleLoadData(module(TEXT));
        cuda.cuModuleLoadData(module(TEXT));

        assertThat(failure(() -> cuda.cuModuleLoadData(module(TEXT))))
                .hasMessageContaining("has loaded modules of 3000 bytes and can load 0 more")
                .isInstanceOfSatisfying(CudaException.class, HostLimitsTest::requireOutOfMemory);

        cuda.cuModuleUnload(first);
        cuda.cuModuleLoadData(module(TEXT));
    }

    @Test
    void shouldCountNeitherModulesThatFailedNorThoseOfDestroyedContexts() {
        for (int i = 0; i < 10; i++) {
            failure(() -> cuda.cuModuleLoadData(text("nonsense", TEXT)));
        }
        for (int i = 0; i < 10; i++) {
            long fresh = cuda.cuCtxCreate(0, 0);
            cuda.cuModuleLoadData(module(TEXT));
            cuda.cuModuleLoadData(module(TEXT));
            cuda.cuCtxDestroy(fresh);
        }
    }

    @Test
    void shouldLeaveRoomForTheModulesOfOtherProcessesAndFreeItWhenOneCloses() {
        CudaDriver greedy = other();
        CudaDriver second = other();
        for (int i = 0; i < 3; i++) {
            greedy.cuModuleLoadData(module(TEXT));
        }
        second.cuModuleLoadData(module(TEXT));
        second.cuModuleLoadData(module(TEXT));
        cuda.cuModuleLoadData(module(TEXT));
        failure(() -> cuda.cuModuleLoadData(module(TEXT)));

        greedy.close();
        cuda.cuModuleLoadData(module(TEXT));
        cuda.cuModuleLoadData(module(TEXT));
    }

    @Test
    void shouldRefuseAFunctionWithTooManyStatementsWhileItReadsIt() {
        SimConfig roomy = SimConfig.of(Profiles.SMALL).withLimits(HostLimits.usual());
        try (SimHost large = SimHost.of(roomy)) {
            CudaDriver driver = large.open().driver();
            driver.cuInit(0);
            driver.cuCtxCreate(0, 0);
            String body = "{}".repeat((1 << 19) + 1);
            assertThat(
                            failure(() ->
                                    driver.cuModuleLoadData(
                                            text(".visible .entry k() {" + body + "}", 0))))
                    .hasMessageContaining("it can have 524288 statements; split it");
        }
    }

    @Test
    void shouldRefuseAModuleWithTooManyDeclarations() {
        StringBuilder declarations = new StringBuilder();
        for (int i = 0; i < 17_000; i++) {
            declarations.append(".func f").append(i).append(";");
        }
        SimConfig roomy = SimConfig.of(Profiles.SMALL).withLimits(HostLimits.usual());
        try (SimHost large = SimHost.of(roomy)) {
            CudaDriver driver = large.open().driver();
            driver.cuInit(0);
            driver.cuCtxCreate(0, 0);
            assertThat(failure(() -> driver.cuModuleLoadData(text(declarations.toString(), 0))))
                    .hasMessageContaining("it can have 16384 functions and variables; split it");
        }
    }

    /** Guards against a search for shared memory that takes the product of all three numbers. */
    @Test
    void shouldLoadAModuleWithManyKernelsAndManySharedVariables() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            text.append(".shared .b32 s").append(i).append(";\n");
        }
        for (int i = 0; i < 2000; i++) {
            text.append(".visible .entry k").append(i).append("() { ret; }\n");
        }
        SimConfig roomy = SimConfig.of(Profiles.SMALL).withLimits(HostLimits.usual());
        try (SimHost large = SimHost.of(roomy)) {
            CudaDriver driver = large.open().driver();
            driver.cuInit(0);
            driver.cuCtxCreate(0, 0);
            long module = driver.cuModuleLoadData(text(text.toString(), 0));
            assertThat(driver.cuModuleGetFunctionCount(module)).isEqualTo(2000);
        }
    }

    @Test
    void shouldLimitVariablesToTheQuotaTogetherWithAllOtherMemory() {
        SimProcess limited = host.open();
        limited.limitMemory(1 << 20);
        CudaDriver driver = limited.driver();
        driver.cuInit(0);
        driver.cuCtxCreate(0, 0);
        MemorySegment half = text(".global .b8 a[524288];\n", 0);
        long first = driver.cuModuleLoadData(half);
        long other = driver.cuMemAlloc(512 << 10);

        assertThat(failure(() -> driver.cuModuleLoadData(half)))
                .hasMessageContaining("need 524288 bytes more")
                .hasMessageContaining(
                        "has 1048576 bytes of device memory, and its quota is 1048576")
                .isInstanceOfSatisfying(CudaException.class, HostLimitsTest::requireOutOfMemory);

        driver.cuMemFree(other);
        long second = driver.cuModuleLoadData(half);
        assertThat(failure(() -> driver.cuModuleLoadData(half))).isNotNull();
        driver.cuModuleUnload(second);
        driver.cuModuleUnload(first);
        driver.cuModuleLoadData(half);
    }

    @Test
    void shouldLimitAllocationsToTheQuotaTogetherWithVariables() {
        SimProcess limited = host.open();
        limited.limitMemory(1 << 20);
        CudaDriver driver = limited.driver();
        driver.cuInit(0);
        driver.cuCtxCreate(0, 0);
        driver.cuModuleLoadData(text(".global .b8 a[524288];\n", 0));
        driver.cuMemAlloc(512 << 10);

        assertThat(failure(() -> driver.cuMemAlloc(1)))
                .hasMessageContaining("the allocation needs 1 bytes more")
                .hasMessageContaining("its quota is 1048576")
                .isInstanceOfSatisfying(CudaException.class, HostLimitsTest::requireOutOfMemory);

        limited.limitMemory((1 << 20) + 512);
        driver.cuMemAlloc(1);
        assertThat(limited.use().getFirst().usedBytes()).isEqualTo((1 << 20) + 512);
    }

    @Test
    void shouldTellTheMemoryWhoseSizeNoCallStatesUntilItIsFreed() {
        SimProcess process = host.open();
        CudaDriver driver = process.driver();
        driver.cuInit(0);
        long first = driver.cuCtxCreate(0, 0);
        MemorySegment image = text(".global .b8 a[1000];\n", 0);
        long module = driver.cuModuleLoadData(image);
        driver.cuMemAlloc(4096);
        assertThat(process.unstatedMemory()).isEqualTo(1024);
        driver.cuCtxCreate(0, 0);
        driver.cuModuleLoadData(image);
        assertThat(process.unstatedMemory()).as("of two contexts").isEqualTo(2048);
        driver.cuModuleUnload(module);
        assertThat(process.unstatedMemory()).isEqualTo(1024);
        driver.cuCtxSetCurrent(first);
        driver.cuModuleLoadData(image);
        driver.cuCtxDestroy(first);
        assertThat(process.unstatedMemory()).as("after the end of a context").isEqualTo(1024);
        driver.close();
        assertThat(process.unstatedMemory()).isZero();
    }

    @Test
    void shouldCountTheMemoryOfAllProcessesOfAVm() {
        List<CudaDriver> drivers = new ArrayList<>();
        for (String vm : List.of("blue", "blue", "red")) {
            SimProcess process = host.open(host.devices(), new ProcessOwner(vm, "", null));
            process.limitMemory(1 << 20);
            CudaDriver driver = process.driver();
            driver.cuInit(0);
            driver.cuCtxCreate(0, 0);
            drivers.add(driver);
        }
        MemorySegment most = text(".global .b8 a[1000000];\n", 0);
        drivers.get(0).cuModuleLoadData(most);

        assertThat(failure(() -> drivers.get(1).cuModuleLoadData(most)))
                .hasMessageContaining("the VM has 1000448 bytes of device memory");
        drivers.get(2).cuModuleLoadData(most);
        drivers.get(0).close();
        drivers.get(1).cuModuleLoadData(most);
    }

    @Test
    void shouldLimitAHeapToTheQuota() {
        SimProcess limited = host.open();
        limited.limitMemory(1 << 20);
        CudaDriver driver = limited.driver();
        driver.cuInit(0);
        driver.cuCtxCreate(0, 0);
        driver.cuCtxSetLimit(CUlimit.CU_LIMIT_MALLOC_HEAP_SIZE, 2 << 20);
        long module =
                driver.cuModuleLoadData(
                        text(
                                """
                                .extern .func (.param .b64 r) malloc (.param .b64 n);
                                .visible .entry k() {
                                    .reg .b64 %rd<3>;
                                    mov.u64 %rd1, 16;
                                    {
                                        .param .b64 n;
                                        .param .b64 r;
                                        st.param.b64 [n], %rd1;
                                        call.uni (r), malloc, (n);
                                        ld.param.b64 %rd2, [r];
                                    }
                                    ret;
                                }
                                """,
                                0));
        long kernel = driver.cuModuleGetFunction(module, "k");
        assertThat(
                        failure(() -> {
                            driver.cuLaunchKernel(
                                    kernel, 1, 1, 1, 1, 1, 1, 0, 0, MemorySegment.NULL);
                            driver.cuCtxSynchronize();
                        }))
                .isNotNull();
        assertThat(limited.use().getFirst().usedBytes()).isZero();
    }

    @Test
    void shouldRefuseAContextBeyondTheLimitOfOneProcess() {
        long last = context;
        for (int i = 1; i < CONTEXTS; i++) {
            last = cuda.cuCtxCreate(0, 0);
        }

        assertThat(failure(() -> cuda.cuCtxCreate(0, 0)))
                .hasMessageContaining("the process has 4 contexts, which is as many as")
                .isInstanceOfSatisfying(CudaException.class, HostLimitsTest::requireOutOfMemory);

        cuda.cuCtxDestroy(last);
        cuda.cuCtxCreate(0, 0);
    }

    @Test
    void shouldLeaveAddressesToOtherProcessesAndFreeThemWhenOneCloses() {
        CudaDriver second = other();
        CudaDriver third = other();
        for (int i = 1; i < CONTEXTS; i++) {
            second.cuCtxCreate(0, 0);
        }
        third.cuCtxCreate(0, 0);
        assertThat(failure(() -> third.cuCtxCreate(0, 0)))
                .hasMessageContaining("destroy contexts first")
                .isInstanceOfSatisfying(CudaException.class, HostLimitsTest::requireOutOfMemory);
        other().close();

        second.close();
        third.cuCtxCreate(0, 0);
    }
}

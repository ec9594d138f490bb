package dev.hira.api.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.SessionNames;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the parts of the generated interface that programs rely on. */
class CudaDriverTest {
    private static final long CONTEXT = 0x0100000000000001L;

    private final SessionNames names = new SessionNames();
    private final List<String> calls = new ArrayList<>();
    private long current = CONTEXT;
    private boolean failing;

    private final CudaDriver cuda =
            (CudaDriver)
                    Proxy.newProxyInstance(
                            CudaDriver.class.getClassLoader(),
                            new Class<?>[] {CudaDriver.class},
                            (proxy, method, arguments) -> answer(proxy, method, arguments));

    private @Nullable Object answer(Object proxy, Method method, Object[] arguments)
            throws Throwable {
        if (method.isDefault()) {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        return switch (method.getName()) {
            case "names" -> names;
            case "cuCtxGetCurrent" -> current;
            case "cuMemAllocPitchAs" -> record(method, arguments, 1024L);
            default -> record(method, arguments, null);
        };
    }

    private @Nullable Object record(Method method, Object[] arguments, @Nullable Object result) {
        if (failing) {
            throw new CudaException(CUresult.CUDA_ERROR_OUT_OF_MEMORY, "out of memory");
        }
        calls.add(method.getName() + Arrays.toString(arguments));
        return result;
    }

    @Test
    void shouldCallANegativeSizeNegative() {
        assertThatThrownBy(() -> cuda.cuMemAlloc(-1))
                .isInstanceOf(CudaException.class)
                .hasMessage(
                        "cuMemAlloc: the size of -1 bytes is negative; allocate 1 byte or more");
        assertThat(calls).isEmpty();
    }

    @Test
    void shouldHaveAMethodForEachFunction() {
        Set<String> methods =
                Arrays.stream(CudaDriver.class.getMethods())
                        .map(Method::getName)
                        .collect(Collectors.toSet());
        assertThat(methods)
                .containsAll(
                        Description.functions().stream().map(Description.Function::name).toList());
    }

    @Test
    void shouldNumberFunctionsAsDescribed() throws ReflectiveOperationException {
        assertThat(CudaFunctions.class.getField("CU_MEM_ALLOC").getInt(null)).isEqualTo(201);
        assertThat(CudaFunctions.class.getField("CU_LAUNCH_KERNEL").getInt(null)).isEqualTo(400);
    }

    @Test
    void shouldNameContextsWithTheFirstTagBecausePrimaryContextsRelyOnIt() {
        assertThat(CudaHandles.CONTEXT).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(CUresult.class)
    void shouldKnowEachErrorByItsNumberAndDescribeIt(CUresult result) {
        assertThat(result.value()).isEqualTo(Description.errors().get(result.name()));
        assertThat(CUresult.of(result.value())).isSameAs(result);
        assertThat(result.description()).endsWith(".");
        CudaException failure = new CudaException(result, "text");
        assertThat(failure.code()).isEqualTo(result.value());
        assertThat(failure.codeName()).isEqualTo(result.name());
    }

    @Test
    void shouldKeepNumbersOfAttributes() {
        assertThat(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_WARP_SIZE.value()).isEqualTo(10);
        assertThat(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT.value())
                .isEqualTo(16);
        assertThat(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR.value())
                .isEqualTo(75);
        assertThat(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH.value()).isEqualTo(95);
        assertThat(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED.value())
                .isEqualTo(115);
        assertThat(CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS.value()).isEqualTo(4);
        assertThat(CUlimit.CU_LIMIT_MALLOC_HEAP_SIZE.value()).isEqualTo(2);
        assertThat(CUmemorytype.CU_MEMORYTYPE_DEVICE.value()).isEqualTo(2);
    }

    @Test
    void shouldDrawAddressesInTheWindowOfTheCurrentContext() {
        long first = cuda.cuMemAlloc(100);
        long second = cuda.cuMemAlloc(100);
        assertThat(first).isEqualTo(2L << 40);
        assertThat(second).isEqualTo(first + 512);
        assertThat(calls)
                .containsExactly(
                        "cuMemAllocAs[" + first + ", 100]", "cuMemAllocAs[" + second + ", 100]");
    }

    @Test
    void shouldReserveWholeRowsForPitchedMemory() {
        CuMemAllocPitchResult area = cuda.cuMemAllocPitch(600, 10, 4);
        assertThat(area.pPitch()).isEqualTo(1024);
        assertThat(cuda.cuMemAlloc(1)).isEqualTo(area.dptr() + 10 * 1024);
    }

    @Test
    void shouldFreeAnAddressWhenTheAllocationFails() {
        failing = true;
        assertThatThrownBy(() -> cuda.cuMemAlloc(100)).isInstanceOf(CudaException.class);
        failing = false;
        assertThat(cuda.cuMemAlloc(100)).isEqualTo(2L << 40);
    }

    @Test
    void shouldRefuseAllocationsThatNoWindowHolds() {
        assertThatThrownBy(() -> cuda.cuMemAlloc(1L << 41))
                .isInstanceOfSatisfying(
                        CudaException.class,
                        failure ->
                                assertThat(failure.error())
                                        .isEqualTo(CUresult.CUDA_ERROR_OUT_OF_MEMORY));
        assertThat(calls).isEmpty();
    }

    @Test
    void shouldRefuseAllocationsWithoutACurrentContext() {
        current = 0;
        assertThatThrownBy(() -> cuda.cuMemAlloc(1))
                .isInstanceOfSatisfying(
                        CudaException.class,
                        failure ->
                                assertThat(failure.error())
                                        .isEqualTo(CUresult.CUDA_ERROR_INVALID_CONTEXT));
    }

    @Test
    void shouldNamePrimaryContextsByTheirDevice() {
        assertThat(cuda.cuDevicePrimaryCtxRetain(0)).isEqualTo(CONTEXT);
        assertThat(cuda.cuDevicePrimaryCtxRetain(2)).isEqualTo(CONTEXT + 2);
    }

    @Test
    void shouldNameStreamsEventsAndModulesWithTheirTags() {
        assertThat(SessionNames.tag(cuda.cuStreamCreate(0))).isEqualTo(CudaHandles.STREAM);
        assertThat(SessionNames.tag(cuda.cuEventCreate(0))).isEqualTo(CudaHandles.EVENT);
        long module = cuda.cuModuleLoadData(MemorySegment.ofArray(new byte[1]));
        assertThat(SessionNames.tag(module)).isEqualTo(CudaHandles.MODULE);
    }
}

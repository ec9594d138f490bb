package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUdevice_attribute;
import dev.hira.api.cuda.CUresult;
import org.junit.jupiter.api.Test;

final class DevicesConformanceTest extends Conformance {
    @Test
    void shouldCountAndNameDevices() {
        assertThat(cuda.cuDeviceGetCount()).isEqualTo(2);
        assertThat(cuda.cuDeviceGet(1)).isEqualTo(1);
        assertThat(cuda.cuDeviceGetName(0)).isNotBlank();
        assertThat(cuda.cuDeviceGetUuid(0)).isNotEqualTo(cuda.cuDeviceGetUuid(1));
        assertThat(cuda.cuDriverGetVersion()).isGreaterThanOrEqualTo(12000);
    }

    @Test
    void shouldTellEveryAttributeOrRefuseItAsInvalid() {
        for (CUdevice_attribute attribute : CUdevice_attribute.values()) {
            try {
                cuda.cuDeviceGetAttribute(attribute, 0);
            } catch (dev.hira.api.cuda.CudaException e) {
                assertThat(e.codeName()).as(attribute.name()).isEqualTo("CUDA_ERROR_INVALID_VALUE");
            }
        }
        assertThat(cuda.cuDeviceGetAttribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0))
                .isEqualTo(32);
        assertThat(
                        cuda.cuDeviceGetAttribute(
                                CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 0))
                .isEqualTo(1024);
    }

    @Test
    void shouldFindADeviceByItsBusAddress() {
        for (int device = 0; device < 2; device++) {
            assertThat(cuda.cuDeviceGetByPCIBusId(cuda.cuDeviceGetPCIBusId(device)))
                    .isEqualTo(device);
        }
    }

    @Test
    void shouldRefuseADeviceThatDoesNotExist() {
        shouldFail("CUDA_ERROR_INVALID_DEVICE", () -> cuda.cuDeviceGet(2));
        shouldFail("CUDA_ERROR_INVALID_DEVICE", () -> cuda.cuDeviceGet(-1));
        shouldFail("CUDA_ERROR_INVALID_DEVICE", () -> cuda.cuDeviceTotalMem(7));
        shouldFail("CUDA_ERROR_INVALID_DEVICE", () -> cuda.cuDeviceGetName(Integer.MAX_VALUE));
    }

    @Test
    void shouldNameErrors() {
        assertThat(cuda.cuGetErrorName(CUresult.CUDA_ERROR_OUT_OF_MEMORY))
                .isEqualTo("CUDA_ERROR_OUT_OF_MEMORY");
        assertThat(cuda.cuGetErrorString(CUresult.CUDA_ERROR_OUT_OF_MEMORY)).isNotBlank();
    }
}

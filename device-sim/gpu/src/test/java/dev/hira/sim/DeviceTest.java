package dev.hira.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.DriverProvider;
import dev.hira.api.cuda.CUdevice_attribute;
import dev.hira.api.cuda.CUpointer_attribute;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.clock.VirtualClock;
import dev.hira.sim.kernel.Checks;
import dev.hira.sim.profile.DeviceProfile;
import dev.hira.sim.profile.ProfileText;
import dev.hira.sim.profile.Profiles;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests devices, their profiles, and the ways to open them. */
final class DeviceTest extends SimFixture {
    @Override
    protected SimConfig config() {
        return SimConfig.of(Profiles.SMALL, Profiles.A100, Profiles.H100);
    }

    @Test
    void shouldAnswerEveryAttributeOfEveryProfile() {
        for (CUdevice_attribute attribute : CUdevice_attribute.values()) {
            if (attribute != CUdevice_attribute.CU_DEVICE_ATTRIBUTE_NONE) {
                for (int device = 0; device < 3; device++) {
                    cuda.cuDeviceGetAttribute(attribute, device);
                }
            }
        }
        shouldFail(
                CUresult.CUDA_ERROR_INVALID_VALUE,
                () -> cuda.cuDeviceGetAttribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_NONE, 0));
        assertThat(
                        cuda.cuDeviceGetAttribute(
                                CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 1))
                .isEqualTo(108);
        assertThat(cuda.cuDeviceComputeCapability(2).major()).isEqualTo(9);
        assertThat(cuda.cuDeviceTotalMem(2)).isEqualTo(80L << 30);
    }

    @ParameterizedTest
    @CsvSource({
        "0, sm_75, true",
        "0, sm_80, false",
        "0, sm_90, false",
        "1, sm_75, true",
        "1, sm_90, false",
        "2, sm_90, true",
        "2, sm_90a, true",
        "2, sm_80a, false",
        "2, sm_100, false"
    })
    void shouldLoadTextsForItsArchitectureAndEarlierOnesOnly(
            int device, String target, boolean loads) {
        cuda.cuCtxCreate(0, device);
        byte[] text =
                (".version 8.8\n.target " + target + "\n.address_size 64\n.entry k() { ret; }\n")
                        .getBytes(StandardCharsets.UTF_8);
        if (loads) {
            assertThat(cuda.cuModuleLoadData(MemorySegment.ofArray(text))).isNotZero();
        } else {
            assertThatThrownBy(() -> cuda.cuModuleLoadData(MemorySegment.ofArray(text)))
                    .isInstanceOfSatisfying(
                            CudaException.class,
                            failure ->
                                    assertThat(failure.error())
                                            .isEqualTo(CUresult.CUDA_ERROR_INVALID_PTX))
                    .hasMessageContainingAll(target, "compute capability");
        }
    }

    @Test
    void shouldHaveTheCapabilityThatItsTextGives() {
        assertThat(ProfileText.parse("profile=small,capability=8.6").minor()).isEqualTo(6);
        assertThat(ProfileText.parse("h100").major()).isEqualTo(9);
        assertThatThrownBy(() -> ProfileText.parse("capability=new"))
                .hasMessage("the device setting 'capability' must be like 9.0, not 'new'");
    }

    @Test
    void shouldFindDevicesByTheirPlaceAndTellThemApart() {
        assertThat(cuda.cuDeviceGetPCIBusId(1)).isEqualTo("0000:02:00.0");
        assertThat(cuda.cuDeviceGetByPCIBusId("02:00")).isEqualTo(1);
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuDeviceGetByPCIBusId("x"));
        shouldFail(CUresult.CUDA_ERROR_INVALID_DEVICE, () -> cuda.cuDeviceGetByPCIBusId("77:0"));
        assertThat(cuda.cuDeviceGetUuid(0)).isNotEqualTo(cuda.cuDeviceGetUuid(1));
        shouldFail(CUresult.CUDA_ERROR_INVALID_DEVICE, () -> cuda.cuDeviceGet(3));
        shouldFail(CUresult.CUDA_ERROR_INVALID_DEVICE, () -> cuda.cuDeviceGetName(-1));
    }

    @Test
    void shouldCountOnlyTheDevicesThatAProcessMayUse() {
        CudaDriver driver = host.open(host.devices().subList(1, 3)).driver();
        driver.cuInit(0);
        assertThat(driver.cuDeviceGetCount()).isEqualTo(2);
        assertThat(driver.cuDeviceGet(0)).isZero();
        assertThat(driver.cuDeviceGetName(0)).isEqualTo("Hira A100");
        driver.cuCtxCreate(0, 1);
        assertThat(driver.cuCtxGetDevice()).isEqualTo(1);
        assertThat(driver.cuDeviceGetByPCIBusId("03:00")).isEqualTo(1);
        long memory = driver.cuMemAlloc(100);
        assertThat(
                        driver.cuPointerGetAttribute(
                                CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, memory))
                .isEqualTo(1);
        assertThat(host.statistics().get(2).usedBytes()).isEqualTo(512);
        shouldFail(CUresult.CUDA_ERROR_INVALID_DEVICE, () -> driver.cuDeviceGet(2));
    }

    @Test
    void shouldAnswerTheAttributesOfAPointer() {
        long memory = cuda.cuMemAlloc(1000);
        for (CUpointer_attribute attribute :
                List.of(
                        CUpointer_attribute.CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                        CUpointer_attribute.CU_POINTER_ATTRIBUTE_RANGE_SIZE,
                        CUpointer_attribute.CU_POINTER_ATTRIBUTE_CONTEXT)) {
            long expected =
                    switch (attribute) {
                        case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR -> memory;
                        case CU_POINTER_ATTRIBUTE_RANGE_SIZE -> 1000;
                        default -> context;
                    };
            assertThat(cuda.cuPointerGetAttribute(attribute, memory + 999)).isEqualTo(expected);
        }
    }

    @Test
    void shouldReadProfilesFromText() {
        DeviceProfile profile = ProfileText.parse("profile=small,memory=256MiB,bus=8000,name=Mine");
        assertThat(profile.memoryBytes()).isEqualTo(256 << 20);
        assertThat(profile.rates().pinnedToDevice()).isEqualTo(8000);
        assertThat(profile.rates().pageableToHost()).isEqualTo(8000);
        assertThat(profile.deviceName()).isEqualTo("Mine");
        assertThat(profile.limits()).isEqualTo(Profiles.SMALL.limits());
        assertThat(ProfileText.parse("")).isEqualTo(Profiles.DEFAULT);
        assertThat(ProfileText.parse("h100")).isEqualTo(Profiles.H100);
    }

    @Test
    void shouldNameTheMistakeInAProfile() {
        for (String[] wrong :
                new String[][] {
                    {"profile=huge", "huge"},
                    {"memory=12", "12 bytes"},
                    {"memory=x", "'x'"},
                    {"colour=red", "colour"},
                    {"memory=1GiB,memory=2GiB", "twice"},
                    {"sms=-1", "-1"},
                    {"bus=0", "0"}
                }) {
            assertThatThrownBy(() -> ProfileText.parse(wrong[0]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(wrong[1]);
        }
    }

    @Test
    void shouldKeepThePublishedRatiosInTheInventedProfiles() {
        for (DeviceProfile profile : List.of(Profiles.SMALL, Profiles.DEFAULT)) {
            assertThat(profile.rates().memory()).isEqualTo(28 * profile.rates().pinnedToDevice());
            double transfer = (4 << 20) * 1000.0 / profile.rates().pinnedToDevice();
            assertThat(profile.costs().copySetup() / transfer).isBetween(0.139, 0.141);
        }
    }

    @Test
    void shouldOpenByUriThroughTheServiceLoader() {
        List<DriverProvider> providers = new ArrayList<>();
        ServiceLoader.load(DriverProvider.class).forEach(providers::add);
        assertThat(providers).hasSize(1);
        DriverProvider provider = providers.getFirst();
        assertThat(provider.accepts("sim")).isTrue();
        assertThat(provider.accepts("hira")).isFalse();
        URI uri = URI.create("sim:?devices=2&profile=small&memory=64MiB&clock=virtual");
        try (CudaDriver driver = provider.open(uri, CudaDriver.class)) {
            driver.cuInit(0);
            assertThat(driver.cuDeviceGetCount()).isEqualTo(2);
            assertThat(driver.cuDeviceTotalMem(1)).isEqualTo(64 << 20);
        }
        assertThat(SimUri.parse(uri).clock()).isInstanceOf(VirtualClock.class);
        assertThat(SimUri.parse(URI.create("sim:?")).profiles()).containsExactly(Profiles.DEFAULT);
        URI checked = URI.create("sim:?check=memory,race,devices=2");
        assertThat(SimUri.parse(checked).kernelSettings().checks())
                .isEqualTo(new Checks(true, true));
        assertThat(SimUri.parse(checked).profiles()).hasSize(2);
        assertThatThrownBy(() -> SimUri.parse(URI.create("sim:?check=luck")))
                .hasMessageContaining("the checks of kernels are 'luck'");
        assertThatThrownBy(() -> provider.open(URI.create("sim:?devices=0"), CudaDriver.class))
                .hasMessageContaining("devices");
        assertThatThrownBy(() -> provider.open(URI.create("sim:?clock=moon"), CudaDriver.class))
                .hasMessageContaining("moon");
        assertThatThrownBy(() -> provider.open(URI.create("sim:?"), Runnable.class))
                .hasMessageContaining("Runnable");
    }

    @Test
    void shouldReportFindingsOfADeviceInTheProgramToStandardErrorAsTheyAre() {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, UTF_8));
        try {
            SimConfig config = SimUri.parse(URI.create("sim:?check=race"));
            config.kernelSettings().findings().accept("Found:\n  a race\n");
            config.kernelSettings().findings().accept("Note: a leak");
        } finally {
            System.setErr(before);
        }
        assertThat(printed.toString(UTF_8)).contains("Found:\n  a race\nNote: a leak\n");
    }
}

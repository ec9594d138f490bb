package dev.hira.api.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The names that C programs use exist in Java, with the numbers of the specification. */
final class OpenClConstantsTest {
    @Test
    void shouldHaveTheNumbersOfTheSpecification() {
        assertThat(constants())
                .containsAllEntriesOf(
                        Map.of(
                                "CL_DEVICE_TYPE_ALL", 0xFFFFFFFF,
                                "CL_QUEUE_PROFILING_ENABLE", 2,
                                "CL_MEM_COPY_HOST_PTR", 32,
                                "CL_MAP_WRITE", 2,
                                "CL_RGBA", 0x10B5,
                                "CL_ABGR", 0x10C3,
                                "CL_UNORM_INT8", 0x10D2,
                                "CL_FLOAT", 0x10DE,
                                "CL_ADDRESS_REPEAT", 0x1133,
                                "CL_FILTER_LINEAR", 0x1141));
    }

    @Test
    void shouldHaveTheConstantsOfEveryEnumButTheErrors() {
        Map<String, Integer> expected = new TreeMap<>();
        Arrays.stream(ClDeviceType.values()).forEach(c -> expected.put(c.name(), c.value()));
        Arrays.stream(ClMemFlags.values()).forEach(c -> expected.put(c.name(), c.value()));
        Arrays.stream(ClChannelOrder.values()).forEach(c -> expected.put(c.name(), c.value()));
        Arrays.stream(ClContextInfo.values()).forEach(c -> expected.put(c.name(), c.value()));
        Arrays.stream(ClExecutionStatus.values()).forEach(c -> expected.put(c.name(), c.value()));

        assertThat(constants())
                .containsAllEntriesOf(expected)
                .doesNotContainKey(ClResult.CL_INVALID_VALUE.name());
    }

    private static Map<String, Integer> constants() {
        return Arrays.stream(OpenClConstants.class.getFields())
                .collect(Collectors.toMap(Field::getName, OpenClConstantsTest::number));
    }

    private static int number(Field constant) {
        try {
            return constant.getInt(null);
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }
}

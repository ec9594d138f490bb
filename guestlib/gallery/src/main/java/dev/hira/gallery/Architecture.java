package dev.hira.gallery;

import dev.hira.guest.gpu.DeviceInfo;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A generation of devices for which the kernels are compiled. */
public enum Architecture {
    SM_75(75),
    SM_90(90);

    private final int number;

    Architecture(int number) {
        this.number = number;
    }

    /** Returns the compilers' spelling, for example {@code sm_75}. */
    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the architecture with this spelling.
     *
     * @throws IllegalArgumentException when the kernels are not compiled for it
     */
    public static Architecture of(String spelling) {
        for (Architecture architecture : values()) {
            if (architecture.spelled().equals(spelling)) {
                return architecture;
            }
        }
        throw new IllegalArgumentException(
                "the kernels are not compiled for "
                        + spelling
                        + "; choose one of "
                        + Arrays.stream(values())
                                .map(Architecture::spelled)
                                .collect(Collectors.joining(", ")));
    }

    /** Returns the newest architecture that a device can run; the oldest when it can run none. */
    public static Architecture newestFor(DeviceInfo device) {
        int capability = Integer.parseInt(device.computeCapability().replace(".", ""));
        return capability >= SM_90.number ? SM_90 : SM_75;
    }
}

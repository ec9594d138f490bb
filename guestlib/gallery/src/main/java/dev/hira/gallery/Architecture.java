package dev.hira.gallery;

import dev.hira.guest.gpu.DeviceInfo;
import java.util.Arrays;
import java.util.Locale;

/** A generation of devices that the kernels are compiled for. */
public enum Architecture {
    SM_75(75),
    SM_90(90);

    private final int number;

    Architecture(int number) {
        this.number = number;
    }

    /** As compilers spell it, for example {@code sm_75}. */
    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The architecture that is spelled so.
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
                        + Arrays.stream(values()).map(Architecture::spelled).toList());
    }

    /** The newest one that a device can run; the oldest when it can run none. */
    public static Architecture newestFor(DeviceInfo device) {
        int capability = Integer.parseInt(device.computeCapability().replace(".", ""));
        return capability >= SM_90.number ? SM_90 : SM_75;
    }
}

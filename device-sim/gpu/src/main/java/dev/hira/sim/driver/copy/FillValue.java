package dev.hira.sim.driver.copy;

/**
 * The element that a fill repeats.
 *
 * @param pattern the element's bits
 * @param bytes the element's size: 1, 2 or 4
 */
public record FillValue(int pattern, int bytes) {
    /** Whether all bytes of the element are the same. */
    boolean uniform() {
        int low = pattern & 0xFF;
        return switch (bytes) {
            case 1 -> true;
            case 2 -> (pattern & 0xFFFF) == low * 0x101;
            default -> pattern == low * 0x1010101;
        };
    }
}

package dev.hira.sim.kernel;

/**
 * The environment registers of a launch that a driver defines: {@code %envreg3} to {@code
 * %envreg24}. They lie behind the packed parameters of kernels that read them, so they travel with
 * the launch. A launch that gives parameters only has zeros there.
 *
 * <p>CUDA uses {@code %envreg1} and {@code %envreg2}, which are not part of the block. OpenCL's
 * driver passes the range of work-items:
 *
 * <table>
 * <caption>Registers</caption>
 * <tr><td>3</td><td>the number of dimensions</td></tr>
 * <tr><td>4 to 6</td><td>the number of the launch's first group in each dimension</td></tr>
 * <tr><td>7 to 9</td><td>the size of the groups of the whole range</td></tr>
 * <tr><td>10 to 12</td><td>the number of groups of the whole range</td></tr>
 * <tr><td>13 to 18</td><td>the offset: low and high half for each dimension</td></tr>
 * <tr><td>19 to 24</td><td>the size of the whole range: low and high half</td></tr>
 * </table>
 */
public final class EnvironmentBlock {
    /** The number of the first register. */
    public static final int FIRST = 3;

    /** The number of the last register. */
    public static final int LAST = 24;

    /** The size of the block. */
    public static final int BYTES = (LAST - FIRST + 1) * Integer.BYTES;

    private static final String PREFIX = "%envreg";

    private EnvironmentBlock() {}

    /** Returns the offset of the block behind this many bytes of packed parameters. */
    public static long start(long parameterBytes) {
        return (parameterBytes + Integer.BYTES - 1) & -Integer.BYTES;
    }

    /** Returns the offset in the block of a PTX register, or -1 if it is not in the block. */
    public static int offset(String register) {
        if (!register.startsWith(PREFIX) || register.length() > PREFIX.length() + 2) {
            return -1;
        }
        int number = 0;
        for (int i = PREFIX.length(); i < register.length(); i++) {
            int digit = Character.digit(register.charAt(i), 10);
            if (digit < 0) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number < FIRST || number > LAST ? -1 : (number - FIRST) * Integer.BYTES;
    }
}

package dev.hira.sim.run;

import dev.hira.api.cuda.CUresult;

/**
 * What ends a kernel. It keeps its stack trace: generated code has the lines of the kernel's text
 * in it.
 */
public final class DeviceFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final CUresult code;
    private final long address;
    private int line;

    private DeviceFault(CUresult code, long address, String message) {
        super(message);
        this.code = code;
        this.address = address;
    }

    /**
     * A fault that is not about an address.
     *
     * @param message a sentence
     */
    public static DeviceFault of(CUresult code, String message) {
        return new DeviceFault(code, 0, message);
    }

    /** An access to what the kernel has no right to. */
    public static DeviceFault illegal(String what, long address, int bytes) {
        return new DeviceFault(
                CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
                address,
                "An access to "
                        + bytes
                        + (bytes == 1 ? " byte" : " bytes")
                        + " at the "
                        + what
                        + " address 0x"
                        + Long.toHexString(address)
                        + " is out of bounds.");
    }

    /** An access to an address that is no multiple of the access's size. */
    public static DeviceFault misaligned(String what, long address, int bytes) {
        return new DeviceFault(
                CUresult.CUDA_ERROR_MISALIGNED_ADDRESS,
                address,
                "An access to "
                        + bytes
                        + " bytes at the "
                        + what
                        + " address 0x"
                        + Long.toHexString(address)
                        + " is misaligned; the address must be a multiple of "
                        + bytes
                        + ".");
    }

    /** Says in which line of the text it happened, unless that is known. */
    public void locate(int where) {
        if (line == 0) {
            line = where;
        }
    }

    /** The line of the text where it happened; 0 when only the stack trace knows. */
    public int line() {
        return line;
    }

    /** CUDA's code for it. */
    public CUresult code() {
        return code;
    }

    /** The address that was accessed, or 0. */
    public long address() {
        return address;
    }
}

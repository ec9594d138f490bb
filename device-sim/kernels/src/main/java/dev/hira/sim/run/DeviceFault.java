package dev.hira.sim.run;

import dev.hira.sim.kernel.FaultKind;
import org.jspecify.annotations.Nullable;

/**
 * What ends a kernel. It keeps its stack trace: generated code has the lines of the kernel's text
 * in it.
 */
public final class DeviceFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FaultKind kind;
    private final long address;
    private final @Nullable String why;
    private int line;

    private DeviceFault(FaultKind kind, long address, String message) {
        this(kind, address, message, null);
    }

    private DeviceFault(FaultKind kind, long address, String message, @Nullable String why) {
        super(message);
        this.kind = kind;
        this.address = address;
        this.why = why;
    }

    /**
     * A fault that is not about an address.
     *
     * @param message a sentence
     */
    public static DeviceFault of(FaultKind kind, String message) {
        return new DeviceFault(kind, 0, message);
    }

    /** An access to what the kernel has no right to. */
    public static DeviceFault illegal(String what, long address, int bytes) {
        return new DeviceFault(
                FaultKind.ILLEGAL_ADDRESS,
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

    /**
     * An access to device memory that nobody has allocated.
     *
     * @param why what is known about the address, without a full stop; null for nothing
     */
    public static DeviceFault unallocated(long address, int bytes, @Nullable String why) {
        return new DeviceFault(
                FaultKind.ILLEGAL_ADDRESS,
                address,
                "An access to "
                        + bytes
                        + (bytes == 1 ? " byte" : " bytes")
                        + " at the global address 0x"
                        + Long.toHexString(address)
                        + " is outside of all allocations.",
                why);
    }

    /** An access to an address that is no multiple of the access's size. */
    public static DeviceFault misaligned(String what, long address, int bytes) {
        return new DeviceFault(
                FaultKind.MISALIGNED_ADDRESS,
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

    /** What else is known about it, or null. */
    public @Nullable String why() {
        return why;
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

    /** What kind of fault it is. */
    public FaultKind kind() {
        return kind;
    }

    /** The address that was accessed, or 0. */
    public long address() {
        return address;
    }
}

package dev.hira.sim.run;

import dev.hira.base.CountText;
import dev.hira.sim.kernel.FaultKind;
import org.jspecify.annotations.Nullable;

/**
 * A fault that ends a kernel. It keeps its stack trace: generated code records the lines of the
 * kernel's text there.
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
     * Creates a fault that does not concern an address.
     *
     * @param message a sentence
     */
    public static DeviceFault of(FaultKind kind, String message) {
        return new DeviceFault(kind, 0, message);
    }

    /** Creates the fault of an access outside the device memory of the kernel. */
    public static DeviceFault illegal(String what, long address, int bytes) {
        return illegal(what, address, bytes, null);
    }

    /**
     * Creates the fault of an access outside the memory of the kernel.
     *
     * @param why known facts about the memory, without a full stop; null for none
     */
    public static DeviceFault illegal(String what, long address, int bytes, @Nullable String why) {
        return new DeviceFault(
                FaultKind.ILLEGAL_ADDRESS,
                address,
                "An access to "
                        + CountText.of(bytes, "byte")
                        + " at the "
                        + what
                        + " address 0x"
                        + Long.toHexString(address)
                        + " is out of bounds.",
                why);
    }

    /**
     * Creates the fault of an access to device memory that is not allocated.
     *
     * @param why known facts about the address, without a full stop; null for none
     */
    public static DeviceFault unallocated(long address, int bytes, @Nullable String why) {
        return new DeviceFault(
                FaultKind.ILLEGAL_ADDRESS,
                address,
                "An access to "
                        + CountText.of(bytes, "byte")
                        + " at the global address 0x"
                        + Long.toHexString(address)
                        + " is outside of all allocations.",
                why);
    }

    /** Creates the fault of an access whose address is not a multiple of its size. */
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

    /** Further known facts, or null. */
    public @Nullable String why() {
        return why;
    }

    /** Sets the line of the text at which it happened, unless that is known. */
    public void locate(int where) {
        if (line == 0) {
            line = where;
        }
    }

    /** The line of the text at which it happened; 0 when only the stack trace has it. */
    public int line() {
        return line;
    }

    /** The kind of fault. */
    public FaultKind kind() {
        return kind;
    }

    /** The accessed address, or 0. */
    public long address() {
        return address;
    }
}

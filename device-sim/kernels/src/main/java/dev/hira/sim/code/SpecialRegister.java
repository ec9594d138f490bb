package dev.hira.sim.code;

/** The registers that PTX predefines, one constant for each component. */
public enum SpecialRegister {
    TID_X,
    TID_Y,
    TID_Z,
    NTID_X,
    NTID_Y,
    NTID_Z,
    CTAID_X,
    CTAID_Y,
    CTAID_Z,
    NCTAID_X,
    NCTAID_Y,
    NCTAID_Z,
    LANEID,
    WARPID,
    NWARPID,
    SMID,
    NSMID,
    GRIDID(Carrier.LONG),
    LANEMASK_EQ,
    LANEMASK_LE,
    LANEMASK_LT,
    LANEMASK_GE,
    LANEMASK_GT,
    CLOCK,
    CLOCK_HI,
    CLOCK64(Carrier.LONG),
    GLOBALTIMER(Carrier.LONG),
    GLOBALTIMER_LO,
    GLOBALTIMER_HI,
    DYNAMIC_SMEM_SIZE,
    TOTAL_SMEM_SIZE,
    /** The high half of the address of a cooperative launch's barrier. */
    ENVREG1,
    /** Its low half. */
    ENVREG2,
    /**
     * A register that is always zero on this device: other environment registers, cluster numbers.
     */
    ZERO;

    private final Carrier carrier;

    SpecialRegister() {
        this(Carrier.INT);
    }

    SpecialRegister(Carrier carrier) {
        this.carrier = carrier;
    }

    /** The Java type that holds its value. */
    public Carrier carrier() {
        return carrier;
    }

    /** Whether each read may return another value. */
    public boolean isClock() {
        return compareTo(CLOCK) >= 0 && compareTo(GLOBALTIMER_HI) <= 0;
    }

    /** Whether all threads of a block read the same value. */
    public boolean isUniform() {
        return switch (this) {
            case TID_X, TID_Y, TID_Z, LANEID, WARPID -> false;
            case LANEMASK_EQ, LANEMASK_LE, LANEMASK_LT, LANEMASK_GE, LANEMASK_GT -> false;
            default -> !isClock();
        };
    }
}

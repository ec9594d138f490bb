package dev.hira.policy.tenant;

/** Receives reports for operators besides verdicts. Called without locks; must be quick. */
@FunctionalInterface
public interface PolicyListener {
    /** Ignores all reports. */
    PolicyListener NONE = (_, _, _, _, _, _) -> {};

    /**
     * Reports a kernel that ran for longer than its VM's grant allows.
     *
     * @param label the kernel's name, for people; empty when it is not known
     * @param nanos the device time that it took
     * @param most the longest allowed time
     */
    void overlong(String vm, String session, String device, String label, long nanos, long most);
}

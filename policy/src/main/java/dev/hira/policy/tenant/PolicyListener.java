package dev.hira.policy.tenant;

/** Is told of what operators want to know beside verdicts. Called without locks; must be quick. */
@FunctionalInterface
public interface PolicyListener {
    /** Nobody wants to know. */
    PolicyListener NONE = (_, _, _, _, _, _) -> {};

    /**
     * A kernel ran for longer than its VM's grant allows.
     *
     * @param label the kernel's name, for people; empty when it is not known
     * @param nanos the device time that it took
     * @param most the longest that is allowed
     */
    void overlong(String vm, String session, String device, String label, long nanos, long most);
}

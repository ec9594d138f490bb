package dev.hira.sim.run;

import dev.hira.sim.code.Step;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.ops.integer.MbarrierLayout;

/** Applies arrivals to an mbarrier object in memory. */
final class MbarrierUpdates {
    private MbarrierUpdates() {}

    /**
     * Returns the object after arrivals and a change of the number of expected bytes.
     *
     * @throws DeviceFault when there is no object, or PTX does not define the result
     */
    static long apply(Step.Update update, long object, long arrivals, long bytes) {
        if (!MbarrierLayout.isHere(object)) {
            throw fault("There is no initialized mbarrier at this address.");
        }
        int pending = MbarrierLayout.mbarrierPending(object);
        long awaited = MbarrierLayout.bytes(object) + bytes;
        if (arrivals < 0 || arrivals > pending) {
            throw fault(arrivals + " arrivals were made while " + pending + " were pending.");
        }
        if (Math.abs(awaited) > MbarrierLayout.MOST_ARRIVALS) {
            throw fault(
                    awaited
                            + " bytes would be outstanding, but the limit is "
                            + MbarrierLayout.MOST_ARRIVALS
                            + ".");
        }
        long dropped = update == Step.Update.ARRIVE_DROP ? arrivals : 0;
        int expected = (int) (MbarrierLayout.expected(object) - dropped);
        return MbarrierLayout.with(object, (int) (pending - arrivals), expected, (int) awaited);
    }

    private static DeviceFault fault(String sentence) {
        return DeviceFault.of(FaultKind.ILLEGAL_INSTRUCTION, "An mbarrier is misused: " + sentence);
    }
}

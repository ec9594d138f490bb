package dev.hira.policy.schedule;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** A gate that allocates nothing, so that all allocations are the scheduler's. */
final class BareLoop implements Scheduler.Eligible {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Scheduler scheduler;
    private final SimFlow[] flows;
    private final SimFlow[] waiting;
    private int size;
    private long now;

    BareLoop(Scheduler scheduler, int vms) {
        this.scheduler = scheduler;
        this.flows = new SimFlow[vms];
        this.waiting = new SimFlow[vms];
        for (int i = 0; i < vms; i++) {
            flows[i] = new SimFlow(new SimVm("vm" + i), () -> 1);
            scheduler.joined(flows[i], now);
        }
    }

    static long allocated() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    void run(int rounds) {
        for (int i = 0; i < rounds; i++) {
            waitAll();
            Flow picked = scheduler.pick(this, now);
            long wakes = scheduler.wakeAt(now);
            if (picked != null) {
                serve((SimFlow) picked);
            } else if (wakes != Long.MAX_VALUE) {
                now = wakes;
            } else {
                throw new AssertionError(scheduler.name() + " never wants to be asked again");
            }
        }
    }

    private void waitAll() {
        for (SimFlow flow : flows) {
            if (!flow.waits) {
                flow.waits = true;
                flow.waitingSince = now;
                waiting[size++] = flow;
                scheduler.waits(flow, now);
            }
        }
    }

    private void serve(SimFlow flow) {
        flow.waits = false;
        int place = 0;
        while (waiting[place] != flow) {
            place++;
        }
        System.arraycopy(waiting, place + 1, waiting, place, --size - place);
        scheduler.granted(flow, 400_000, now);
        now += 400_000;
        scheduler.done(flow, 400_000, 400_000, now);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Flow get(int index) {
        return waiting[index];
    }
}

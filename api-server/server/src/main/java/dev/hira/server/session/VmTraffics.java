package dev.hira.server.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.server.work.Traffic;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The traffic of the VMs that have sessions here, and of the latest of those that had. */
final class VmTraffics {
    private static final int REMEMBERED = 1000;

    private final Traffic all;

    /** In the order in which the VMs last began a session. */
    @GuardedBy("this")
    private final Map<String, VmTraffic> vms = new LinkedHashMap<>(16, 0.75f, true);

    VmTraffics(Traffic all) {
        this.all = all;
    }

    /** Begins a session; {@link #ended} must follow. */
    synchronized VmTraffic begin(String vm) {
        VmTraffic traffic = vms.computeIfAbsent(vm, name -> new VmTraffic(all));
        traffic.sessions++;
        forgetOld();
        return traffic;
    }

    synchronized void ended(VmTraffic traffic) {
        traffic.sessions--;
    }

    /** Returns the activity of each VM. */
    synchronized Map<String, VmActivity> uses() {
        Map<String, VmActivity> uses = new TreeMap<>();
        vms.forEach((vm, traffic) -> uses.put(vm, traffic.use()));
        return uses;
    }

    @GuardedBy("this")
    private void forgetOld() {
        Iterator<VmTraffic> oldest = vms.values().iterator();
        while (vms.size() > REMEMBERED && oldest.hasNext()) {
            if (oldest.next().sessions == 0) {
                oldest.remove();
            }
        }
    }
}

package dev.hira.policy.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks of grants with many classes and VMs, measured by the bytes that they allocate. */
@Tag("measuring")
final class GrantScaleTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Grant OWN =
            Grant.STANDARD.edit().share(3).quota("device_memory", 1 << 30).build();

    private static GrantsState state(int classes, int vms) {
        Map<String, Grant> grants = new HashMap<>(Map.of(GrantsState.DEFAULT, Grant.STANDARD));
        for (int c = 0; c < classes; c++) {
            grants.put("class" + c, Grant.STANDARD.edit().share(c + 1).build());
        }
        Map<String, String> members = new HashMap<>();
        Map<String, OwnGrant> own = new HashMap<>();
        for (int vm = 0; vm < vms; vm++) {
            members.put("vm" + vm, "class" + vm % classes);
            own.put("vm" + vm, OwnGrant.all(OWN));
        }
        return new GrantsState(1, grants, members, own);
    }

    private static long bytesOfCheck(Grants grants, GrantsState state) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        List<Violation> found = grants.check(state);
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertThat(found).isEmpty();
        return bytes;
    }

    @Test
    void shouldCheckTwiceAsManyClassesAndVmsWithAboutTwiceTheWork() {
        Grants grants = new Grants();
        bytesOfCheck(grants, state(400, 4000)); // loads the classes and links the lambdas
        long once = bytesOfCheck(grants, state(400, 4000));
        assertThat(bytesOfCheck(grants, state(800, 8000))).isLessThan(3 * once);
    }

    /** Each VM is compared, which allocates an entry of the map. */
    @Test
    void shouldCheckOnlyWhatAChangeTouches() {
        int vms = 10_000;
        Grants grants = new Grants(state(500, vms), ResourceNames.ANY);
        GrantsState now = grants.state();
        Grant limited = OWN.edit().share(9).build();
        for (GrantsState next :
                List.of(
                        now.withOwn("vm7", limited),
                        now.withMember("vm7", "class9"),
                        now.withClass("new", limited))) {
            assertThat(bytesOfCheck(grants, next)).isLessThan(100L * vms);
        }
    }

    @Test
    void shouldListAFewOfVeryManyClasses() {
        assertThat(new Grants().check(state(60, 1).withMember("red", "none")))
                .singleElement()
                .extracting(Violation::message)
                .asString()
                .startsWith("there is no class 'none'; there are class0, class1, class10, ")
                .endsWith(" and 11 others");
    }
}
